/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-socket-factory.h"

#include "san-options.h"

#include "ns3/object-factory.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SanSocketFactory);

TypeId
SanSocketFactory::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::SanSocketFactory")
                                          .SetParent<SocketFactory>()
                                          .SetGroupName("San")
                                          .AddConstructor<SanSocketFactory>());
    return tid;
}

Ptr<SanSocketFactory>
SanSocketFactory::Install(Ptr<Node> node, const SanOptions& o, bool isTarget)
{
    auto attributes = o.GetList().GetAttributes(GetTypeId());
    attributes["Protocol"] = o.GetSocketFactory();
    if (isTarget)
    {
        for (const auto& [name, value] : GetSanTargetBuffers(o))
        {
            attributes[name] = value;
        }
    }
    ObjectFactory factory("ns3::SanSocketFactory");
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, StringValue(value));
    }
    const auto made = factory.Create<SanSocketFactory>();
    node->AggregateObject(made);
    return made;
}

Ptr<Socket>
SanSocketFactory::CreateSocket()
{
    return MakeSocket(GetObject<Node>(), GetTypeId().GetName());
}

std::map<std::string, std::string>
GetSanTargetBuffers(const SanOptions& o)
{
    std::map<std::string, std::string> buffers;
    if (o.targetSndBufSize > 0)
    {
        buffers["SndBufSize"] = std::to_string(o.targetSndBufSize);
    }
    if (o.targetRcvBufSize > 0)
    {
        buffers["RcvBufSize"] = std::to_string(o.targetRcvBufSize);
    }
    return buffers;
}

} // namespace ns3

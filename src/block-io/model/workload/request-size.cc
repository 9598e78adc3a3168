/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "request-size.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RequestSize);
NS_OBJECT_ENSURE_REGISTERED(FixedRequestSize);

TypeId
RequestSize::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RequestSize").SetParent<Object>().SetGroupName("BlockIo");
    return tid;
}

int64_t
RequestSize::AssignStreams(int64_t /* stream */)
{
    return 0;
}

TypeId
FixedRequestSize::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FixedRequestSize")
                            .SetParent<RequestSize>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<FixedRequestSize>()
                            .AddAttribute("Size",
                                          "Bytes of every request, whole blocks, at least one",
                                          UintegerValue(4096),
                                          MakeUintegerAccessor(&FixedRequestSize::m_size),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

std::vector<uint32_t>
FixedRequestSize::GetSizes()
{
    return {m_size};
}

uint32_t
FixedRequestSize::GetNext()
{
    return m_size;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-drawn-kind.h"

#include "ns3/double.h"
#include "ns3/san-load-options.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{

SanDrawnKind::SanDrawnKind(const std::string& word,
                           const std::string& help,
                           const std::string& arrivals,
                           const SanLoadOptions& options)
    : SanBlockKind(word, help),
      m_options(options),
      m_arrivals(arrivals)
{
}

SanWorkloadKind::SharedOptions
SanDrawnKind::GetSharedOptions() const
{
    SharedOptions options{{"pattern", ""},
                          {"size", ""},
                          {"alignment", ""},
                          {"readFraction", ""},
                          {"count", ""},
                          {"rampTime", ""}};
    if (m_arrivals == "Closed")
    {
        options.merge(SharedOptions{{"queueDepth", ""}, {"thinkTime", ""}});
    }
    else
    {
        options["rate"] = "";
    }
    return options;
}

BlockWorkloadHelper
SanDrawnKind::MakeHelper(const std::string& typeId) const
{
    const auto& o = m_options;
    std::ostringstream thinkTime;
    thinkTime << "ns3::ConstantRandomVariable[Constant=" << o.thinkTime.GetSeconds() << "]";
    BlockWorkloadHelper helper(typeId);
    helper.SetAttribute("Arrivals", StringValue(m_arrivals));
    helper.SetAttribute("Rate", DoubleValue(o.rate));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    helper.SetAttribute("ThinkTime", StringValue(thinkTime.str()));
    helper.SetAttribute("AddressPattern", StringValue(o.GetList().GetMeaning("pattern")));
    helper.SetAttribute("RequestSize", StringValue("ns3::ListRequestSize[Sizes=" + o.size + "]"));
    helper.SetAttribute("Alignment", UintegerValue(o.alignment));
    helper.SetAttribute("ReadFraction", DoubleValue(o.readFraction));
    helper.SetAttribute("RampTime", TimeValue(o.rampTime));
    return helper;
}

ApplicationContainer
SanDrawnKind::Install(const Place& place) const
{
    auto helper = MakeHelper("ns3::SyntheticWorkload");
    helper.SetAttribute("Count", UintegerValue(m_options.count));
    return helper.Install(place.node, place.devices);
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pareto-address-pattern.h"

#include "ns3/double.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ParetoAddressPattern);

TypeId
ParetoAddressPattern::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ParetoAddressPattern")
            .SetParent<AddressPattern>()
            .SetGroupName("BlockIo")
            .AddConstructor<ParetoAddressPattern>()
            .AddAttribute(
                "Power",
                "Fraction h of the range that gets the fraction 1 - h of the requests, 0.000001 to "
                "0.999999",
                DoubleValue(0.2),
                MakeDoubleAccessor(&ParetoAddressPattern::m_power),
                MakeDoubleChecker<double>(1e-6, 1 - 1e-6));
    return tid;
}

ParetoAddressPattern::ParetoAddressPattern()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

uint64_t
ParetoAddressPattern::GetNext(uint32_t /* device */, uint64_t positions, uint64_t /* length */)
{
    const auto exponent = std::log(m_power) / std::log1p(-m_power);
    const auto share = std::pow(m_uniform->GetValue(0, 1), exponent);
    const auto position = static_cast<uint64_t>(static_cast<double>(positions) * share);
    // The product may be rounded up to the count.
    return std::min(position, positions - 1);
}

int64_t
ParetoAddressPattern::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

} // namespace ns3

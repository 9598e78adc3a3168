/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "zipf-address-pattern.h"

#include "ns3/double.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ZipfAddressPattern);

TypeId
ZipfAddressPattern::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ZipfAddressPattern")
            .SetParent<AddressPattern>()
            .SetGroupName("BlockIo")
            .AddConstructor<ZipfAddressPattern>()
            .AddAttribute("Theta",
                          "Exponent of the distribution, 0 (uniform) or more; no unit",
                          DoubleValue(0.99),
                          MakeDoubleAccessor(&ZipfAddressPattern::m_theta),
                          MakeDoubleChecker<double>(0));
    return tid;
}

ZipfAddressPattern::ZipfAddressPattern()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

double
ZipfAddressPattern::Density(double x) const
{
    return std::exp(-m_theta * std::log(x));
}

double
ZipfAddressPattern::Integral(double x) const
{
    // (x^(1-Theta) - 1) / (1-Theta), written so that it stays exact near Theta = 1.
    const double logX = std::log(x);
    const double exponent = (1 - m_theta) * logX;
    return exponent == 0 ? logX : std::expm1(exponent) / exponent * logX;
}

double
ZipfAddressPattern::InverseIntegral(double area) const
{
    const double term = std::max(-1.0, area * (1 - m_theta));
    return std::exp(term == 0 ? area : std::log1p(term) / term * area);
}

uint64_t
ZipfAddressPattern::GetNext(uint32_t /* device */, uint64_t positions, uint64_t /* length */)
{
    const auto last = static_cast<double>(positions);
    // Rank 1 gets the area Density(1) left of 1.5, so that it is never rejected.
    const double low = Integral(1.5) - Density(1);
    const double high = Integral(last + 0.5);
    while (true)
    {
        const double area = m_uniform->GetValue(low, high);
        const double rank = std::clamp(std::round(InverseIntegral(area)), 1.0, last);
        // A rank owns the last Density(rank) of the area that rounds to it.
        if (area >= Integral(rank + 0.5) - Density(rank))
        {
            return static_cast<uint64_t>(rank) - 1;
        }
    }
}

int64_t
ZipfAddressPattern::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

} // namespace ns3

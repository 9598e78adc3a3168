/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-range-size.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FioRangeSize);

TypeId
FioRangeSize::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FioRangeSize")
                            .SetParent<RequestSize>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<FioRangeSize>();
    return tid;
}

FioRangeSize::FioRangeSize()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
FioRangeSize::SetRange(const FioJob::SizeRange& range)
{
    m_range = range;
}

std::vector<uint32_t>
FioRangeSize::GetSizes()
{
    // All others are multiples of the least.
    return {m_range.least, m_range.most};
}

uint32_t
FioRangeSize::GetNext()
{
    const auto share = static_cast<uint64_t>(m_uniform->GetValue(0, m_range.most));
    const auto drawn = (m_range.least + share) / m_range.least * m_range.least;
    return static_cast<uint32_t>(std::min<uint64_t>(drawn, m_range.most));
}

int64_t
FioRangeSize::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

} // namespace ns3

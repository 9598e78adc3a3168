/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "weighted-request-size.h"

#include "ns3/assert.h"
#include "ns3/line-reader.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(WeightedRequestSize);
NS_OBJECT_ENSURE_REGISTERED(ListRequestSize);
NS_OBJECT_ENSURE_REGISTERED(HistogramRequestSize);

TypeId
WeightedRequestSize::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::WeightedRequestSize").SetParent<RequestSize>().SetGroupName("BlockIo");
    return tid;
}

WeightedRequestSize::WeightedRequestSize()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

std::vector<uint32_t>
WeightedRequestSize::GetSizes()
{
    if (m_sizes.empty())
    {
        LoadSizes();
    }
    if (m_sizes.empty())
    {
        throw UserError(GetSource() + ": it has no size with a weight above 0");
    }
    return m_sizes;
}

uint32_t
WeightedRequestSize::GetNext()
{
    NS_ASSERT_MSG(!m_sizes.empty(), "GetSizes loads the sizes");
    const auto drawn = m_uniform->GetValue(0, m_cumulated.back());
    const auto it = std::upper_bound(m_cumulated.begin(), m_cumulated.end() - 1, drawn);
    return m_sizes[it - m_cumulated.begin()];
}

int64_t
WeightedRequestSize::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

void
WeightedRequestSize::AddSize(uint32_t size, double weight)
{
    const auto it = std::find(m_sizes.begin(), m_sizes.end(), size);
    auto from = m_cumulated.begin() + (it - m_sizes.begin());
    if (it == m_sizes.end())
    {
        m_sizes.push_back(size);
        m_cumulated.push_back(m_cumulated.empty() ? 0 : m_cumulated.back());
        from = m_cumulated.end() - 1;
    }
    std::for_each(from, m_cumulated.end(), [weight](double& sum) { sum += weight; });
}

TypeId
ListRequestSize::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ListRequestSize")
            .SetParent<WeightedRequestSize>()
            .SetGroupName("BlockIo")
            .AddConstructor<ListRequestSize>()
            .AddAttribute("Sizes",
                          "Sizes in bytes, whole blocks, each with a weight above 0 (1 if it is "
                          "left out), for example 4096:3,65536:1",
                          StringValue("4096"),
                          MakeStringAccessor(&ListRequestSize::m_list),
                          MakeStringChecker());
    return tid;
}

std::string
ListRequestSize::GetSource() const
{
    return "ns3::ListRequestSize::Sizes";
}

void
ListRequestSize::LoadSizes()
{
    std::istringstream list(m_list);
    std::string entry;
    while (std::getline(list, entry, ','))
    {
        std::istringstream text(entry);
        uint32_t size = 0;
        double weight = 1;
        char colon = ':';
        text >> size;
        if (!text.eof())
        {
            text >> colon >> weight;
        }
        if (text.fail() || !text.eof() || colon != ':' || size == 0 || !(weight > 0) ||
            !std::isfinite(weight))
        {
            throw UserError(GetSource() + ": '" + entry +
                            "' is not a size in bytes or size:weight, both above 0");
        }
        AddSize(size, weight);
    }
}

TypeId
HistogramRequestSize::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HistogramRequestSize")
            .SetParent<WeightedRequestSize>()
            .SetGroupName("BlockIo")
            .AddConstructor<HistogramRequestSize>()
            .AddAttribute("FileName",
                          "File of lines 'bytes weight', plain or gzip; lines with # are comments",
                          StringValue(),
                          MakeStringAccessor(&HistogramRequestSize::m_fileName),
                          MakeStringChecker());
    return tid;
}

std::string
HistogramRequestSize::GetSource() const
{
    return m_fileName;
}

void
HistogramRequestSize::LoadSizes()
{
    LineReader reader(m_fileName);
    while (reader.Next())
    {
        const auto& fields = reader.Split(" \t,", false);
        if (fields.size() != 2)
        {
            reader.Fail("expected two fields, bytes and weight, found " +
                        std::to_string(fields.size()));
        }
        const auto size =
            reader.ParseInteger(fields[0], "bytes", std::numeric_limits<uint32_t>::max());
        const auto weight = reader.ParseNumber(fields[1], "weight", 1e15L);
        if (size == 0)
        {
            reader.Fail("bytes is 0");
        }
        if (weight > 0)
        {
            AddSize(size, static_cast<double>(weight));
        }
    }
}

} // namespace ns3

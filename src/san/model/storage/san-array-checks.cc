/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-array-checks.h"

#include "ns3/json-writer.h"

#include <cstdint>

namespace ns3
{

void
SanArrayChecks::Attach(const std::vector<Ptr<BlockDevice>>& units)
{
    for (const auto& unit : units)
    {
        if (const auto array = DynamicCast<BlockArray>(unit))
        {
            m_scrubs.push_back(std::make_unique<ArrayScrub>(array));
        }
    }
}

bool
SanArrayChecks::IsAny() const
{
    return !m_scrubs.empty();
}

void
SanArrayChecks::Start(std::function<void()> done)
{
    m_pending = m_scrubs.size();
    for (const auto& scrub : m_scrubs)
    {
        scrub->Start([this, done] {
            if (--m_pending == 0)
            {
                done();
            }
        });
    }
}

std::string
SanArrayChecks::GetError() const
{
    std::size_t stripes = 0;
    std::string first;
    for (std::size_t i = 0; i < m_scrubs.size(); ++i)
    {
        const auto& inconsistent = m_scrubs[i]->GetInconsistent();
        if (stripes == 0 && !inconsistent.empty())
        {
            first =
                "array " + std::to_string(i) + ", stripe " + std::to_string(inconsistent.front());
        }
        stripes += inconsistent.size();
    }
    return stripes == 0 ? ""
                        : "the members of arrays disagree in " + std::to_string(stripes) +
                              " stripes, the first: " + first;
}

void
SanArrayChecks::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (!IsAny())
    {
        return;
    }
    uint64_t compared = 0;
    uint64_t inconsistent = 0;
    for (const auto& scrub : m_scrubs)
    {
        compared += scrub->GetCompared();
        inconsistent += scrub->GetInconsistent().size();
    }
    json.BeginLine().Key("array_checks").BeginObject();
    json.Key("stripes").Integer(compared);
    json.Key("inconsistent").Integer(inconsistent);
    json.EndObject();
}

} // namespace ns3

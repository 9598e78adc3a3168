/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-image-loader.h"

#include <utility>

namespace ns3
{

ExtentImageLoader::ExtentImageLoader(uint64_t deviceBlocks, Reader reader)
    : m_image(deviceBlocks),
      m_reader(std::move(reader))
{
}

void
ExtentImageLoader::Start(Done done)
{
    m_done = std::move(done);
    Continue();
}

const ExtentImage&
ExtentImageLoader::GetImage() const
{
    return m_image;
}

void
ExtentImageLoader::Continue()
{
    m_isAnswered = true;
    if (m_isReading)
    {
        // From inside ReadNext, which is called below.
        return;
    }
    m_isReading = true;
    while (m_isAnswered && !m_result)
    {
        m_isAnswered = false;
        ReadNext();
    }
    m_isReading = false;
    if (m_result)
    {
        const auto done = m_done;
        done(*m_result);
    }
}

void
ExtentImageLoader::ReadNext()
{
    if (m_next == m_missing.size())
    {
        m_missing = m_image.Advance();
        m_next = 0;
    }
    if (m_missing.empty())
    {
        m_result = true;
        return;
    }
    const auto first = m_missing[m_next];
    uint64_t count = 1;
    while (count < MAX_READ && m_next + count < m_missing.size() &&
           m_missing[m_next + count] == first + count)
    {
        ++count;
    }
    m_next += count;
    m_reader(first, count, [this, first, count](BlockStatus status, Ptr<Packet> data) {
        Take(first, count, status == BlockStatus::OK ? data : nullptr);
    });
}

void
ExtentImageLoader::Take(uint64_t first, uint64_t count, Ptr<Packet> data)
{
    if (!data)
    {
        m_result = false;
    }
    for (uint64_t i = 0; data && i < count; ++i)
    {
        m_image.Supply(first + i, ExtentPage(data->CreateFragment(i * PAGE_BYTES, PAGE_BYTES), 0));
    }
    Continue();
}

} // namespace ns3

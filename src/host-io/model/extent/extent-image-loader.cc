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
    ReadNext();
}

const ExtentImage&
ExtentImageLoader::GetImage() const
{
    return m_image;
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
        m_done(true);
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
        if (status != BlockStatus::OK || !data)
        {
            m_done(false);
            return;
        }
        for (uint64_t i = 0; i < count; ++i)
        {
            m_image.Supply(first + i,
                           ExtentPage(data->CreateFragment(i * PAGE_BYTES, PAGE_BYTES), 0));
        }
        ReadNext();
    });
}

} // namespace ns3

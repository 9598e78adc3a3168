/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-descriptor-watch.h"

#include "ns3/assert.h"

#include <algorithm>
#include <ctime>

namespace ns3
{

namespace
{

/// Entry of a descriptor that was removed.
constexpr int REMOVED = -1;

} // namespace

void
LiveDescriptorWatch::Add(int fd, Callback<void> handler, uint32_t context, LiveReadiness readiness)
{
    NS_ASSERT_MSG(fd >= 0, "no descriptor");
    m_polled.push_back({fd, static_cast<short>(readiness), 0});
    m_watchers.push_back({handler, context});
    ++m_watched;
}

void
LiveDescriptorWatch::Remove(int fd, LiveReadiness readiness)
{
    const auto found = std::find_if(m_polled.begin(), m_polled.end(), [&](const pollfd& polled) {
        return polled.fd == fd && polled.events == static_cast<short>(readiness);
    });
    if (found != m_polled.end())
    {
        *found = {REMOVED, 0, 0};
        --m_watched;
    }
}

bool
LiveDescriptorWatch::IsEmpty() const
{
    return m_watched == 0;
}

void
LiveDescriptorWatch::Compact()
{
    for (auto i = m_polled.size(); m_polled.size() > m_watched; --i)
    {
        if (m_polled[i - 1].fd == REMOVED)
        {
            m_polled.erase(m_polled.begin() + i - 1);
            m_watchers.erase(m_watchers.begin() + i - 1);
        }
    }
}

bool
LiveDescriptorWatch::Wait(int64_t nanoseconds)
{
    Compact();
    constexpr int64_t SECOND = 1'000'000'000;
    const timespec timeout{nanoseconds / SECOND, nanoseconds % SECOND};
    return ppoll(m_polled.data(), m_polled.size(), nanoseconds < 0 ? nullptr : &timeout, nullptr) >
           0;
}

void
LiveDescriptorWatch::Dispatch(const std::function<void(const Callback<void>&, uint32_t)>& run)
{
    // A handler may add descriptors: those wait for the next time.
    const auto polled = m_polled.size();
    for (std::size_t i = 0; i < polled; ++i)
    {
        if (m_polled[i].revents != 0)
        {
            const auto watcher = m_watchers[i];
            run(watcher.handler, watcher.context);
        }
    }
}

} // namespace ns3

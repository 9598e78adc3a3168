/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_DESCRIPTOR_WATCH_H
#define LIVE_DESCRIPTOR_WATCH_H

#include "ns3/callback.h"

#include <cstdint>
#include <functional>
#include <poll.h>
#include <vector>

namespace ns3
{

/**
 * @ingroup live
 *
 * Waits until one of several descriptors can be read, to the nanosecond, and calls the handlers of
 * those that can.
 */
class LiveDescriptorWatch
{
  public:
    /**
     * @param fd a descriptor that is not watched yet
     * @param handler called when it can be read, or is at its end
     * @param context passed on with the handler
     */
    void Add(int fd, Callback<void> handler, uint32_t context);

    /**
     * @param fd a descriptor; without effect if it is not watched
     */
    void Remove(int fd);

    /**
     * @return whether no descriptor is watched
     */
    bool IsEmpty() const;

    /**
     * Wait until a descriptor can be read, a time has passed or a signal was handled.
     *
     * @param nanoseconds longest time to wait; below 0 for ever
     * @return whether a descriptor can be read
     */
    bool Wait(int64_t nanoseconds);

    /**
     * Call the handlers of those descriptors that Wait found. They may add and remove descriptors.
     *
     * @param run called with each handler and its context
     */
    void Dispatch(const std::function<void(const Callback<void>&, uint32_t)>& run);

  private:
    /// What to do about a descriptor.
    struct Watcher
    {
        Callback<void> handler; //!< reads it
        uint32_t context;       //!< of the handler
    };

    /// Forget removed descriptors.
    void Compact();

    // One entry for each descriptor in both; -1, which poll ignores, for one that was removed.
    std::vector<pollfd> m_polled;    //!< for the kernel
    std::vector<Watcher> m_watchers; //!< for us
    std::size_t m_watched{0};        //!< descriptors that were not removed
};

} // namespace ns3

#endif /* LIVE_DESCRIPTOR_WATCH_H */

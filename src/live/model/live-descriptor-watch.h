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
 * What a descriptor is watched for.
 */
enum class LiveReadiness : short
{
    READABLE = POLLIN, //!< there is something to read, or the end
    WRITABLE = POLLOUT //!< there is room to write
};

/**
 * @ingroup live
 *
 * Waits until one of several descriptors can be read or written, to the nanosecond, and calls the
 * handlers of those that can.
 */
class LiveDescriptorWatch
{
  public:
    /**
     * @param fd a descriptor
     * @param handler called when it is ready, or the other end is gone
     * @param context passed on with the handler
     * @param readiness what for; it is not watched for that yet
     */
    void Add(int fd, Callback<void> handler, uint32_t context, LiveReadiness readiness);

    /**
     * @param fd a descriptor
     * @param readiness what it is not to be watched for any more; without effect if it is not
     */
    void Remove(int fd, LiveReadiness readiness);

    /**
     * @return whether no descriptor is watched
     */
    bool IsEmpty() const;

    /**
     * Wait until a descriptor is ready, a time has passed or a signal was handled.
     *
     * @param nanoseconds longest time to wait; below 0 for ever
     * @return whether a descriptor is ready
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
        Callback<void> handler; //!< reads or writes it
        uint32_t context;       //!< of the handler
    };

    /// Forget removed descriptors.
    void Compact();

    // One entry for each descriptor and readiness in both; -1, which poll ignores, for one that was
    // removed.
    std::vector<pollfd> m_polled;    //!< for the kernel
    std::vector<Watcher> m_watchers; //!< for us
    std::size_t m_watched{0};        //!< entries that were not removed
};

} // namespace ns3

#endif /* LIVE_DESCRIPTOR_WATCH_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_STAGES_H
#define PAGE_CACHE_STAGES_H

#include "ns3/io-timeline.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * What an operation on a page cache waits for, as the timeline of its block request shows it.
 *
 * An operation that never waits passes CACHE_HIT, at its end. One that waits passes CACHE_HIT at
 * its first wait, and then the stages of the last thing that it waited for: READ_AHEAD for a page
 * that was on its way when the operation began, THROTTLED for pages that had to be written back,
 * and otherwise those of the device's request, which was sent since. Earlier waits count for the
 * stage that follows. What is copied after the last wait is part of COMPLETED.
 *
 * A cache on the other side of a network, behind SENT or DISPATCHED, stamps no stages of its own,
 * as these stand in front of them; it only takes over those of the device.
 */
class PageCacheStages
{
  public:
    /**
     * @param timeline the timeline of the operation's request; null if nothing records
     */
    explicit PageCacheStages(Ptr<IoTimeline> timeline = nullptr);

    /// The operation cannot continue with what is in memory.
    void LeaveMemory();

    /**
     * The operation begins to wait.
     *
     * @param stage READ_AHEAD for a page that is being read, THROTTLED for anything else
     * @param read timeline of the request that reads the page; null if it has none
     */
    void BeginWait(IoStage stage, Ptr<const IoTimeline> read = nullptr);

    /// The operation continues. Nothing happens if it did not wait.
    void EndWait();

    /**
     * A request of the operation's own has ended.
     *
     * @param request its timeline; null if it has none
     */
    void EndRequest(Ptr<const IoTimeline> request);

    /// The operation has ended.
    void Finish();

    /**
     * Stamp a stage of a page cache with the current time, unless that is behind a network.
     *
     * @param timeline the timeline of a request; null if nothing records
     * @param stage the stage
     */
    static void Stamp(const Ptr<IoTimeline>& timeline, IoStage stage);

    /**
     * Stamp the stages between a request's issue and its completion that a device's request has.
     *
     * @param timeline the timeline of the request; null if nothing records
     * @param part that of the device's request; null if it has none
     */
    static void CopyStamps(const Ptr<IoTimeline>& timeline, const Ptr<const IoTimeline>& part);

  private:
    Ptr<IoTimeline> m_timeline;         //!< what is stamped, or null
    Time m_begin;                       //!< when the operation began
    bool m_inMemory{true};              //!< it has not had to wait
    IoStage m_stage{IoStage::COUNT};    //!< that ends with the present wait; COUNT for no wait
    Ptr<const IoTimeline> m_request;    //!< of the request that it waits for, or null
    Ptr<const IoTimeline> m_lastWaited; //!< of the one that it waited for last, or null
};

} // namespace ns3

#endif /* PAGE_CACHE_STAGES_H */

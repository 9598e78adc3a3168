/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_TIMELINE_H
#define IO_TIMELINE_H

#include "io-command.h"

#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"

#include <array>
#include <bitset>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * The stages that a block request passes, in order. Each names the end of one part of the response
 * time; a layer stamps only its own stages.
 */
enum class IoStage : uint8_t
{
    ISSUED,            //!< handed to the first BlockDevice by the workload
    CACHE_HIT,         //!< served from memory by a page cache, all of it or up to its first wait
    READ_AHEAD,        //!< a page came that the page cache was reading already
    THROTTLED,         //!< the page cache had written back what the request waited for
    SENT,              //!< command handed to the transport by the initiator port
    ARRIVED_AT_TARGET, //!< command complete at the iSCSI target
    DISPATCHED,        //!< command taken up by the device server or sent to the back end
    LOOP_WON,          //!< arbitrated loop won for the command
    AT_DRIVE,          //!< taken from the drive's queue, the mechanics begin
    SEEK_DONE,         //!< arm on the cylinder, head selected and settled
    ROTATION_DONE,     //!< first sector under the head
    COMMAND_DONE,      //!< an SSD's controller has worked on the command
    DIE_WON,           //!< the die with the last page that is read is free for it
    CELLS_READ,        //!< the cells of that page are sensed
    CHANNEL_DONE,      //!< all pages have passed their channels to the controller
    LINK_DONE,         //!< all data have passed the SSD's link
    BUFFERED,          //!< all data of a write are in the SSD's write buffer
    MEDIA_DONE,        //!< last sector read or written, last page programmed that is waited for
    BACK_ON_LOOP,      //!< last data or response won the loop back
    BACK_AT_TARGET,    //!< last data and status of the back end at the target
    ANSWERED,          //!< status received by the initiator port
    COMPLETED,         //!< completion reported to the workload
    COUNT              //!< number of stages, not a stage
};

/**
 * @ingroup block-io-device
 *
 * @param stage a stage
 * @return its name as the recorder's columns print it, for example "seek_done"
 */
const char* GetIoStageName(IoStage stage);

/**
 * @ingroup block-io-device
 *
 * What stamps a stage. Results leave out the stages of what is not there.
 */
enum class IoStageGroup : uint8_t
{
    COMMON,     //!< initiators, targets, loops and disks: in all results
    PAGE_CACHE, //!< page caches
    SSD,        //!< SSDs
    COUNT       //!< number of groups, not a group
};

/**
 * @ingroup block-io-device
 *
 * @param stage a stage
 * @return what stamps it
 */
constexpr IoStageGroup
GetIoStageGroup(IoStage stage)
{
    if (stage >= IoStage::CACHE_HIT && stage <= IoStage::THROTTLED)
    {
        return IoStageGroup::PAGE_CACHE;
    }
    if (stage >= IoStage::COMMAND_DONE && stage <= IoStage::BUFFERED)
    {
        return IoStageGroup::SSD;
    }
    return IoStageGroup::COMMON;
}

/**
 * @ingroup block-io-device
 *
 * Groups of stages: those that results show, or that the requests of a device may pass.
 */
class IoStageGroups
{
  public:
    /**
     * The common stages.
     */
    IoStageGroups() = default;

    /**
     * The common stages and those of another group.
     *
     * @param group the other group
     */
    explicit IoStageGroups(IoStageGroup group)
    {
        m_groups.set(static_cast<std::size_t>(group));
    }

    /**
     * Take in groups.
     *
     * @param groups the groups
     */
    void Add(const IoStageGroups& groups)
    {
        m_groups |= groups.m_groups;
    }

    /**
     * @param stage a stage
     * @return true if it is in one of the groups
     */
    bool Has(IoStage stage) const
    {
        return m_groups[static_cast<std::size_t>(GetIoStageGroup(stage))];
    }

  private:
    std::bitset<static_cast<std::size_t>(IoStageGroup::COUNT)> m_groups{1}; //!< one bit for each
};

/**
 * @ingroup block-io-device
 *
 * The time stamps of one block request, one per stage it passed. It exists only while requests are
 * recorded; layers stamp through BlockRequest::Stamp or ScsiTask::Stamp, which do nothing without a
 * timeline.
 *
 * The stamps are always in the order of the stages, so that no stage takes a negative time. A
 * request may pass a stage again, such as the second piece of a split request, or a retried
 * command. Later stages that it passed before are removed: the time until then counts for the
 * repeated stage.
 *
 * With the stamp of SENT goes the command that was sent then: of a request that took several, it is
 * the last one.
 */
class IoTimeline : public SimpleRefCount<IoTimeline>
{
  public:
    /**
     * Stamp a stage with the current simulated time.
     *
     * @param stage the stage just passed
     */
    void Stamp(IoStage stage);

    /**
     * Stamp a stage with a given time: for a model that knows at once when its stages will end. The
     * stamp replaces an older one of the stage, and takes away those of later stages that lie
     * before it. A stamp that lies before one of an earlier stage is left out: another piece of the
     * request has got further back on its way since. COMPLETED ends the way wherever the request is
     * and takes away what would lie after it.
     *
     * @param stage the stage
     * @param time when it ends, 0 or more
     */
    void Stamp(IoStage stage, Time time);

    /**
     * Stamp SENT, and keep which command was sent.
     *
     * @param command the command
     * @param time when it is handed to the transport, 0 or more
     */
    void StampSent(const IoCommand& command, Time time);

    /**
     * Stamp the stages that another timeline has, with its times: those of a part of this request,
     * say. Its command comes with SENT.
     *
     * @param part the other timeline
     * @param first the first stage that is taken over
     * @param last the last one
     */
    void CopyStamps(const IoTimeline& part,
                    IoStage first = IoStage::ISSUED,
                    IoStage last = IoStage::COMPLETED);

    /**
     * @param stage a stage
     * @return true if the request passed it
     */
    bool Has(IoStage stage) const;

    /**
     * @param stage a stage that the request passed
     * @return when it passed it; a negative time if it did not
     */
    Time Get(IoStage stage) const;

    /**
     * The time that a stage took: from the latest stamp of an earlier stage to its own. The
     * durations of all stages add up to completed minus issued, to the nanosecond.
     *
     * @param stage a stage
     * @return the time it took, never negative; zero if the request did not pass it
     */
    Time GetDuration(IoStage stage) const;

    /**
     * @return the command whose stamp SENT is; null if there is none
     */
    const IoCommand* GetCommand() const;

    /**
     * @return how many commands were sent, each time counted that one was; of a request made of
     * parts, those of the part whose stamps were taken over
     */
    uint32_t GetNCommands() const;

  private:
    /// Number of stages.
    static constexpr std::size_t N_STAGES = static_cast<std::size_t>(IoStage::COUNT);

    /**
     * @return an array of stamps not yet made
     */
    static std::array<Time, N_STAGES> Unstamped();

    std::array<Time, N_STAGES> m_stamps{Unstamped()}; //!< negative where not stamped
    IoCommand m_command;                              //!< the last command that was sent
    uint32_t m_commands{0};                           //!< how many were sent
};

} // namespace ns3

#endif /* IO_TIMELINE_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CONTROLLER_H
#define DISK_CONTROLLER_H

#include "disk-bus.h"
#include "disk-cache.h"
#include "disk-read-ahead-rule.h"
#include "disk-read-stream.h"
#include "disk-service.h"

#include "ns3/block-device.h"
#include "ns3/block-request.h"
#include "ns3/disk-mechanics.h"
#include "ns3/disk-parameters.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * The controller of a drive: it serves each command from the cache or the medium and computes how
 * long that takes. It serves one command at a time, in the order of the calls, and uses no queue
 * and no events: it is called with increasing times, and computes what the medium did in between.
 *
 * A command costs the overhead of its kind. A read gets cached blocks from the cache and the rest
 * from the medium; the bus carries blocks as they come off the medium, so only the part that does
 * not overlap adds to the response time. After a read the drive reads ahead up to its limit, or
 * until the arm is needed. A write completes in the cache, to be written back later, or on the
 * medium.
 */
class DiskController
{
  public:
    /**
     * What serving a command comes to.
     */
    struct Result
    {
        DiskService service;              //!< its times; queue is the wait for the medium alone
        std::optional<DiskAccess> access; //!< its access to the medium, if it had one of its own
        Time lost;                        //!< revolutions in which that did not succeed
        Time accessStart;                 //!< when that begins
    };

    /**
     * A run of blocks on its way from the cache to the medium.
     */
    struct WriteBack
    {
        DiskRun run;       //!< the blocks
        DiskAccess access; //!< the access
        Time end;          //!< when it ends
    };

    /**
     * @param parameters the drive, checked
     */
    explicit DiskController(const DiskParameters& parameters);

    /**
     * @return the drive's mechanics
     */
    const DiskMechanics& GetMechanics() const;

    /**
     * Turn the platters against the time.
     *
     * @param phase angle at time zero in revolutions, from 0 to less than 1
     */
    void SetInitialPhase(double phase);

    /**
     * @param random draws which reads fail at first, uniformly from 0 to 1; it stays longer than
     *        this
     */
    void SetRandom(RandomVariableStream& random);

    /**
     * @return which caches are on
     */
    const BlockCacheSettings& GetCacheSettings() const;

    /**
     * @return which caches the drive has
     */
    BlockCacheSettings GetChangeableCacheSettings() const;

    /**
     * @return whether blocks are written back while the host sends others
     */
    bool StreamsWrites() const;

    /**
     * @param settings which caches are to be on, of those that the drive has
     */
    void SetCacheSettings(const BlockCacheSettings& settings);

    /**
     * @param now the time, not before any given earlier
     * @return the track of the heads, or the one they are about to reach
     */
    DiskTrack GetTrack(Time now);

    /**
     * @param ignores whether FLUSH, and forced unit access of writes, are answered from the cache
     */
    void SetIgnoresFlush(bool ignores);

    /**
     * Serve a command.
     *
     * @param request the command, within the drive
     * @param now when the controller takes it up, not before any time given earlier nor before the
     *        end of the command before
     * @return what it comes to, or nothing if blocks must be written back first; then nothing has
     *         changed
     */
    std::optional<Result> Serve(const BlockRequest& request, Time now);

    /**
     * Begin to write back the next blocks, in the drive's order, when no command uses the medium
     * and nothing else is written back.
     *
     * @param now the time, not before any given earlier
     * @return what is written, or nothing if everything is on the medium
     */
    std::optional<WriteBack> BeginWriteBack(Time now);

    /**
     * End what BeginWriteBack began, at the end of its access.
     */
    void EndWriteBack();

    /**
     * @return true if everything is on the medium
     */
    bool IsClean() const;

    /**
     * Lose what is in the cache, and what is on its way to the medium.
     *
     * @param now the time, not before any given earlier
     */
    void LosePower(Time now);

  private:
    /**
     * Read blocks, from the cache if it may be.
     *
     * @param run the blocks
     * @param now when the command is taken up
     * @param bypass true to read them from the medium in any case
     * @return what it comes to, or nothing if blocks must be written back first
     */
    std::optional<Result> Read(const DiskRun& run, Time now, bool bypass);

    /**
     * Read blocks that are all in the cache.
     *
     * @param segment the segment that holds them
     * @param run the blocks
     * @param now when the command is taken up
     * @return what it comes to
     */
    Result ReadFromCache(DiskSegment& segment, const DiskRun& run, Time now);

    /**
     * Read on behind a segment from which a read was answered, if the drive does so and has nothing
     * else to do.
     *
     * @param segment the segment
     * @param run the blocks of the read
     * @param now when the command was taken up
     * @param ready when the arm may move
     */
    void ReadOnAfterHit(DiskSegment& segment, const DiskRun& run, Time now, Time ready);

    /**
     * Read blocks the first of which are in the cache, or are about to come off the medium, and the
     * others follow as the drive reads on.
     *
     * @param run the blocks
     * @param now when the command is taken up
     * @return what it comes to
     */
    Result ReadFromStream(const DiskRun& run, Time now);

    /**
     * Read blocks for which the arm has to move.
     *
     * @param segment the segment that holds the first of them, or null
     * @param run the blocks
     * @param now when the command is taken up
     * @param keep whether they are to be in the cache afterwards
     * @return what it comes to
     */
    Result ReadFromMedium(DiskSegment* segment, const DiskRun& run, Time now, bool keep);

    /**
     * Put blocks just read into the cache and read on.
     *
     * @param segment the segment that held the first of them, or null
     * @param run the blocks
     * @param access the access that read them
     * @param end when it ended
     */
    void KeepRead(DiskSegment* segment, const DiskRun& run, const DiskAccess& access, Time end);

    /**
     * @param run blocks that were read
     * @param access the access that read them
     * @return how many blocks right before them passed under the head and can be kept
     */
    uint64_t CountFreeBlocks(const DiskRun& run, const DiskAccess& access) const;

    /**
     * @param run blocks that were asked for
     * @param segment the segment that they are in
     * @return the block before which reading on ends
     */
    uint64_t GetReadAheadEnd(const DiskRun& run, const DiskSegment& segment) const;

    /**
     * Write blocks.
     *
     * @param run the blocks
     * @param now when the command is taken up
     * @param bypass true if they must be on the medium when it is complete
     * @return what it comes to, or nothing if blocks must be written back first
     */
    std::optional<Result> Write(const DiskRun& run, Time now, bool bypass);

    /**
     * Write blocks to the medium for a command that waits for that.
     *
     * @param run the blocks
     * @param now when the command is taken up
     * @return what it comes to
     */
    Result WriteToMedium(const DiskRun& run, Time now);

    /**
     * @param run blocks that are written
     * @return true if the command may be complete in the cache
     */
    bool MayCache(const DiskRun& run) const;

    /**
     * @param transfer blocks that are written
     * @param bus their way to the buffer
     * @param start when the arm moves, if nothing delays it
     * @return when the first sector may pass, so that the medium overtakes the bus on no track
     */
    Time GetWriteStart(const DiskTransfer& transfer, const DiskBus::Write& bus, Time start) const;

    /**
     * @param run blocks
     * @param isWrite whether they are written
     * @return the transfer of them that comes next on the medium
     */
    DiskTransfer GetTransfer(const DiskRun& run, bool isWrite) const;

    /**
     * Move the arm and read or write for a command.
     *
     * @param transfer the blocks
     * @param ready when the command is ready to move the arm
     * @param data when a write's data lets its first sector pass; no later than ready for a read
     * @param result gets access, its start, and its times
     * @return when the access ends
     */
    Time UseMedium(const DiskTransfer& transfer, Time ready, Time data, Result& result);

    /**
     * @param transfer blocks that are read or written
     * @return time of the revolutions in which that does not succeed: reads that fail, and one that
     *         reads the sectors of which a write writes a part
     */
    Time GetLostTime(const DiskTransfer& transfer);

    /**
     * Bring what the drive reads by itself up to date.
     *
     * @param now the time
     */
    void Advance(Time now);

    /**
     * @param now when the arm is needed, while the drive reads on
     * @return when it can be stopped
     */
    Time GetStreamStop(Time now) const;

    /**
     * Stop to read on, as the arm is needed or blocks are written.
     *
     * @param now the time
     */
    void StopReadAhead(Time now);

    /**
     * @param overhead overheads of a kind of command
     * @return that of the present command, by the command before
     */
    Time GetOverhead(const DiskCommandOverhead& overhead) const;

    /**
     * @param location a block
     * @return time that a sector of its track takes to pass
     */
    Time GetSectorTime(const DiskLocation& location) const;

    DiskParameters m_parameters;             //!< the drive
    DiskMechanics m_mechanics;               //!< arm, heads and platters
    DiskBus m_bus;                           //!< the bus
    DiskCache m_cache;                       //!< the cache
    BlockCacheSettings m_settings;           //!< which caches are on
    bool m_ignoresFlush{false};              //!< whether FLUSH is answered from the cache
    DiskReadStream m_stream;                 //!< what the drive reads by itself
    DiskReadAheadRule m_readAheadRule;       //!< how far
    DiskSegment* m_streamSegment{nullptr};   //!< the segment that takes it
    RandomVariableStream* m_random{nullptr}; //!< draws which reads fail
    int64_t m_revolution;                    //!< time of a revolution, nanoseconds
    uint64_t m_streamMinimum{0};             //!< block before which it may not be stopped
    DiskTrack m_track;         //!< the position of the heads when the drive does not read on
    uint64_t m_accessEnd{0};   //!< the block after the last that passed under the heads
    Time m_mediumFree;         //!< when the last command's or write-back's access ends
    bool m_continues{false};   //!< whether the current command continues the last one
    bool m_streaming{false};   //!< whether a command can continue the last one
    bool m_lastIsWrite{false}; //!< whether the last command was a write
    DiskRun m_lastRun;         //!< its blocks
};

} // namespace ns3

#endif /* DISK_CONTROLLER_H */

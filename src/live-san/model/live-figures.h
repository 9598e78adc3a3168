/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_FIGURES_H
#define LIVE_FIGURES_H

#include "ns3/block-request.h"
#include "ns3/file-request.h"
#include "ns3/io-latency-histogram.h"
#include "ns3/io-timeline.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup live-san
 *
 * What was done, over the whole run and since the last query, in memory that does not grow:
 * numbers, bytes, response times and their stages.
 */
class LiveFigures
{
  public:
    /// What a command does with data.
    enum class Kind
    {
        READ,  //!< data to the initiator
        WRITE, //!< data to the target
        FLUSH, //!< what was written is on the medium when it ends
        OTHER  //!< nothing of these
    };

    /// A command that ended.
    struct Command
    {
        Kind kind{Kind::OTHER};         //!< what it did
        uint64_t bytes{0};              //!< data of it
        Time latency;                   //!< its response time
        bool isGood{true};              //!< whether it ended without an error
        Ptr<const IoTimeline> timeline; //!< its stamps, or null
    };

    /// Figures of a time.
    struct Period
    {
        Period() = default;

        /**
         * @param command a command that ended in it
         */
        void Add(const Command& command);

        /**
         * @param other figures to add
         */
        void Add(const Period& other);

        /**
         * @return reads and writes
         */
        uint64_t GetTransfers() const;

        /**
         * @param stage a stage
         * @return mean time that it took, over reads and writes
         */
        Time GetStageMean(IoStage stage) const;

        uint64_t reads{0};               //!< commands that read
        uint64_t writes{0};              //!< commands that wrote
        uint64_t flushes{0};             //!< commands that had data on the medium
        uint64_t others{0};              //!< other commands
        uint64_t errors{0};              //!< those of all that ended with another status than GOOD
        uint64_t readBytes{0};           //!< data to initiators
        uint64_t writeBytes{0};          //!< data to targets
        IoLatencyHistogram latency;      //!< response times of reads and writes
        IoLatencyHistogram flushLatency; //!< response times of flushes

        /// Sums of the stages' times over reads and writes, ns.
        std::array<int64_t, static_cast<std::size_t>(IoStage::COUNT)> stages{};
    };

    /**
     * @param command a command that ended
     */
    void Add(const Command& command);

    /**
     * @param request a request to a block device, which is complete
     * @param blockSize bytes in a block there
     */
    void Add(const BlockRequest& request, uint32_t blockSize);

    /**
     * @param request a request to a file system, which is complete now
     */
    void Add(const FileRequest& request);

    /**
     * @return figures since this was last called, or since the start
     */
    Period TakeInterval();

    /**
     * @return figures since the start
     */
    Period GetRun() const;

  private:
    Period m_before;   //!< until the last query
    Period m_interval; //!< since then
};

} // namespace ns3

#endif /* LIVE_FIGURES_H */

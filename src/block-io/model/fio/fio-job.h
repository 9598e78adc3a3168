/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_JOB_H
#define FIO_JOB_H

#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * A length in a fio job file.
 */
struct FioLength
{
    uint64_t value{0};     //!< bytes, or percent; 0 if the file says none
    bool isPercent{false}; //!< true for percent of something
};

/**
 * @ingroup block-io-fio
 *
 * One job of a fio job file, with fio's options of the same names. Values are in range and
 * consistent.
 */
struct FioJob
{
    /// Where random requests go (random_distribution).
    enum class Distribution : uint8_t
    {
        RANDOM, //!< uniform
        ZIPF,   //!< by Zipf's law, scattered over the range
        PARETO, //!< by Pareto's rule, scattered over the range
        ZONED   //!< by the shares of parts of the range
    };

    /// A block size and how often it comes.
    struct Share
    {
        uint32_t size{0};  //!< bytes
        double percent{0}; //!< of the requests of its direction
    };

    /// Block sizes between two limits.
    struct SizeRange
    {
        uint32_t least{0}; //!< bytes; 0 for no range
        uint32_t most{0};  //!< bytes
    };

    /// A part of the range that random requests go to.
    struct Zone
    {
        double accesses{0}; //!< percent of the requests
        double space{0};    //!< percent of the range
    };

    /// What holds for reads, or for writes.
    struct Direction
    {
        bool used{false};          //!< true if the job has such requests
        std::vector<Share> sizes;  //!< bs or bssplit, without those of 0 %
        SizeRange range;           //!< bsrange, instead of sizes
        uint32_t alignment{0};     //!< ba, bytes: random requests begin at its multiples
        double rate{0};            //!< rate_iops; 0 is no limit
        double byteRate{0};        //!< rate, bytes per second; 0 is no limit
        double randomPercent{100}; //!< percentage_random
        std::vector<Zone> zones;   //!< with Distribution::ZONED

        /**
         * @return the least block size, bytes
         */
        uint32_t GetLeast() const;

        /**
         * @return the greatest block size, bytes
         */
        uint32_t GetMost() const;
    };

    /// When a job pauses.
    struct ThinkTime
    {
        Time time;           //!< thinktime; 0 for none
        uint64_t blocks{1};  //!< thinktime_blocks; 0 if only ioTime counts
        bool isIssue{false}; //!< thinktime_blocks_type=issue: count requests, not completions
        Time ioTime;         //!< thinktime_iotime: pause after this time as well; 0 for no such
    };

    /// Requests that flush the devices.
    struct Sync
    {
        uint64_t writes{0};      //!< fsync: one after so many writes; 0 for none
        uint64_t dataWrites{0};  //!< fdatasync: the same
        bool atEnd{false};       //!< end_fsync or fsync_on_close
        bool forceWrites{false}; //!< sync: each write is on the medium when it completes
        bool forceReads{false};  //!< readfua: each read comes from the medium
    };

    /// Reading back what was written (verify).
    struct Verify
    {
        bool isOn{false};    //!< whether what is written is read back
        uint64_t backlog{0}; //!< verify_backlog: after so many writes; 0 for the end of each pass
        uint64_t batch{0};   //!< verify_backlog_batch: so many at a time; 0 for all
    };

    /// Parts of the range between gaps (zonemode=strided), in bytes.
    struct Zones
    {
        uint64_t size{0};  //!< zonesize: transferred before the next one; 0 for no zones
        uint64_t range{0}; //!< zonerange: length of one
        uint64_t skip{0};  //!< zoneskip: between two
    };

    static constexpr std::size_t READ = 0;  //!< number of the direction
    static constexpr std::size_t WRITE = 1; //!< number of the direction

    std::string file;                    //!< the job file, for messages
    uint32_t line{0};                    //!< line of the job's section
    std::string name;                    //!< the section's name
    std::array<Direction, 2> directions; //!< reads and writes
    bool isRandom{false};                //!< whether rw begins with rand
    int64_t gap{0};                      //!< rw=read:N: bytes from a request's end to the next one
    uint32_t run{1};             //!< rw=randread:N: requests from one random address to the next
    bool isIdentical{false};     //!< rw_sequencer=identical: those between stay at the same place
    double readPercent{50};      //!< of the requests of a mixed job (rwmixread)
    bool isPoisson{false};       //!< rate_process=poisson
    bool isOffload{false};       //!< io_submit_mode=offload: rates do not wait for completions
    uint32_t depth{1};           //!< iodepth, 1 for engines that have one request at a time
    uint32_t batchComplete{1};   //!< iodepth_batch_complete_min
    uint32_t lowDepth{0};        //!< iodepth_low; 0 for iodepth
    Distribution distribution{}; //!< random_distribution
    double skew{0};              //!< Zipf's theta or Pareto's power
    bool hasMap{true};           //!< whether every block comes once (norandommap)
    FioLength offset;            //!< where in each file the range begins
    FioLength offsetIncrement;   //!< offset_increment: of each clone from the one before
    FioLength size;              //!< of the range in all files; percent: in each
    uint64_t fileSize{0};        //!< filesize, bytes; 0 for none
    uint32_t files{1};           //!< nrfiles
    bool areFilesInTurn{true};   //!< file_service_type: true if each has the next request
    FioLength ioSize;            //!< bytes until the end; percent: of the range
    uint64_t requests{0};        //!< number_ios; 0 is no limit
    uint32_t loops{1};           //!< passes
    bool isTimeBased{false};     //!< whether runTime alone ends it
    Time runTime;                //!< 0 is no limit
    Time rampTime;               //!< before results count
    Time startDelay;             //!< before the first request
    ThinkTime think;             //!< thinktime
    Sync sync;                   //!< fsync
    Verify verify;               //!< verify
    Zones zones;                 //!< zonemode=strided
    uint32_t clones{1};          //!< numjobs
    uint32_t clone{0};           //!< number of the clone, from 0
    bool isStonewall{false};     //!< stonewall: wait for the jobs before it
    std::string waitFor;         //!< wait_for: name of a job to wait for; empty for none
};

} // namespace ns3

#endif /* FIO_JOB_H */

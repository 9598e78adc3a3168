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
 * @ingroup block-io
 *
 * A length in a fio job file.
 */
struct FioLength
{
    uint64_t value{0};     //!< bytes, or percent; 0 if the file says none
    bool isPercent{false}; //!< true for percent of something
};

/**
 * @ingroup block-io
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
        PARETO  //!< by Pareto's rule, scattered over the range
    };

    /// A block size and how often it comes.
    struct Share
    {
        uint32_t size{0};  //!< bytes
        double percent{0}; //!< of the requests of its direction
    };

    /// What holds for reads, or for writes.
    struct Direction
    {
        bool used{false};         //!< true if the job has such requests
        std::vector<Share> sizes; //!< bs or bssplit, without those of 0 %
        double rate{0};           //!< rate_iops; 0 is no limit
    };

    static constexpr std::size_t READ = 0;  //!< number of the direction
    static constexpr std::size_t WRITE = 1; //!< number of the direction

    std::string file;                    //!< the job file, for messages
    uint32_t line{0};                    //!< line of the job's section
    std::string name;                    //!< the section's name
    std::array<Direction, 2> directions; //!< reads and writes
    bool isRandom{false};                //!< whether rw begins with rand
    double readPercent{50};              //!< of the requests of a mixed job (rwmixread)
    bool isPoisson{false};               //!< rate_process=poisson
    uint32_t depth{1};                   //!< iodepth
    Distribution distribution{};         //!< random_distribution
    double skew{0};                      //!< Zipf's theta or Pareto's power
    bool hasMap{true};                   //!< whether every block comes once (norandommap)
    FioLength offset;                    //!< where on each device the range begins
    FioLength size;                      //!< of the range on all devices; percent: on each
    FioLength ioSize;                    //!< bytes until the end; percent: of the range
    bool isTimeBased{false};             //!< whether runTime alone ends it
    Time runTime;                        //!< 0 is no limit
    Time rampTime;                       //!< before results count
    Time startDelay;                     //!< before the first request
    uint32_t clones{1};                  //!< numjobs
};

} // namespace ns3

#endif /* FIO_JOB_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_PHASE_H
#define FILE_PHASE_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * When a process was in a phase.
 */
struct FilePhaseSpan
{
    bool begun{false}; //!< false if the process has not begun the phase
    Time begin;        //!< when it began
    Time end;          //!< when it ended; the process's last operation in it if it has not ended
    bool whole{false}; //!< true if the process did all of it: no error or stop time ended it
};

/**
 * @ingroup host-io-program
 *
 * What a program did in one of its phases ("rewrite", "transactions"), all its processes together.
 */
struct FilePhase
{
    std::string name;                 //!< its name
    Time begin;                       //!< when the first process began it
    Time end;                         //!< when the last one was in it
    std::vector<FilePhaseSpan> spans; //!< when each process was in it, by number
    uint32_t processes{0};            //!< processes that are in it at present
    uint64_t operations{0};           //!< operations completed in it, with whatever status
    uint64_t errors{0};               //!< those of them that failed
    uint64_t bytesRead{0};            //!< bytes read in it
    uint64_t bytesWritten{0};         //!< bytes written in it

    /**
     * @return how long it took, in seconds
     */
    double GetSeconds() const
    {
        return (end - begin).GetSeconds();
    }

    /**
     * @param amount an amount
     * @return the amount per second of this phase; 0 if the phase took no time
     */
    double GetRate(double amount) const
    {
        return end > begin ? amount / GetSeconds() : 0;
    }
};

/**
 * @ingroup host-io-program
 *
 * A figure that a program found, as result files hold it.
 */
struct FileProgramResult
{
    std::string name;           //!< what it is, in lower case, for example "seek_rate"
    std::string unit;           //!< its unit, for example "bytes/s"; empty for a count
    std::vector<double> values; //!< one for the whole program, or one for each process
};

} // namespace ns3

#endif /* FILE_PHASE_H */

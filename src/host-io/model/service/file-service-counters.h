/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_COUNTERS_H
#define FILE_SERVICE_COUNTERS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * Counts the calls of a file service by procedure, as the program nfsstat prints them.
 */
class FileServiceCounters
{
  public:
    /// The calls of one procedure.
    struct Procedure
    {
        uint64_t calls{0};   //!< calls made, or received by a server; repeated ones count again
        uint64_t replies{0}; //!< replies received, or sent by a server
        Time latency;        //!< sum of the times from call to reply
    };

    /**
     * Count a call.
     *
     * @param procedure its name
     */
    void CountCall(const std::string& procedure);

    /**
     * Count a reply.
     *
     * @param procedure the name of the procedure
     * @param latency the time from the call to the reply
     */
    void CountReply(const std::string& procedure, Time latency);

    /**
     * @param procedure the name of a procedure
     * @return its calls; all zero if there was none
     */
    Procedure Get(const std::string& procedure) const;

    /**
     * @return what was called, by the name of the procedure
     */
    const std::map<std::string, Procedure>& GetProcedures() const;

    /**
     * @return calls of all procedures
     */
    uint64_t GetCalls() const;

    /**
     * Print a line for each procedure that was called: its name, calls, share of all calls in
     * percent and mean latency in milliseconds.
     *
     * @param os the stream
     */
    void Print(std::ostream& os) const;

  private:
    std::map<std::string, Procedure> m_procedures; //!< by name
    uint64_t m_calls{0};                           //!< calls of all procedures
};

/**
 * @ingroup host-io-service
 *
 * @param os the stream
 * @param counters the counters, printed by FileServiceCounters::Print
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, const FileServiceCounters& counters);

} // namespace ns3

#endif /* FILE_SERVICE_COUNTERS_H */

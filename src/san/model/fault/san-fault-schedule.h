/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FAULT_SCHEDULE_H
#define SAN_FAULT_SCHEDULE_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class SanCommands;

/**
 * @ingroup san-fault
 *
 * What goes wrong in a run, and when: a list of commands with their times. It counts those that
 * were carried out, which summary.json then has by name, and how often each of them met each state
 * of the network's parts; without faults it has no such lines.
 */
class SanFaultSchedule : public SanReport
{
  public:
    /// Gives the states that parts of the network are in.
    using States = std::function<std::set<std::string>()>;

    /**
     * @param option name of the option that has the list
     * @param text faults with a semicolon between them, each a time, a command and perhaps its
     *        argument, such as "500ms reset-connections; 1s pull-cable 300ms"; empty for none
     * @throw UserError naming the option and the fault, if one has no time or no command
     */
    SanFaultSchedule(const std::string& option, const std::string& text);

    /**
     * @return whether there is any fault
     */
    bool IsAny() const;

    /**
     * @param name of a command
     * @return whether it is one of the faults
     */
    bool Has(const std::string& name) const;

    /**
     * Let all happen in this simulation.
     *
     * @param commands what can happen; it is not used after this
     * @param states asked each time before something happens
     * @throw UserError naming the option and the first fault that cannot be
     */
    void Schedule(const SanCommands& commands, const States& states);

    /// Nothing more happens.
    void Stop();

    /**
     * @return how many were not carried out as the run ended before, a line; empty for none
     */
    std::string GetNote() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /// A fault.
    struct Fault
    {
        Time at;             //!< when
        std::string name;    //!< of the command
        std::string command; //!< the same with its argument
    };

    /**
     * @param fault what cannot be
     * @param reason why
     * @throw UserError always
     */
    [[noreturn]] void Reject(const std::string& fault, const std::string& reason) const;

    std::string m_option;                     //!< name of the option
    std::vector<Fault> m_faults;              //!< as they were given
    std::vector<EventId> m_events;            //!< of these, once they are scheduled
    std::map<std::string, uint64_t> m_counts; //!< carried out, by name of command
    std::map<std::string, std::map<std::string, uint64_t>> m_met; //!< states, by name of command
};

} // namespace ns3

#endif /* SAN_FAULT_SCHEDULE_H */

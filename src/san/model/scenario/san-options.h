/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_OPTIONS_H
#define SAN_OPTIONS_H

#include "ns3/program-options.h"
#include "ns3/san-fault-options.h"
#include "ns3/san-gateway-options.h"
#include "ns3/san-host-options.h"
#include "ns3/san-output-options.h"
#include "ns3/san-path-options.h"
#include "ns3/san-service-options.h"
#include "ns3/san-session-options.h"
#include "ns3/san-storage-options.h"
#include "ns3/san-tcp-options.h"
#include "ns3/san-wireless-options.h"
#include "ns3/san-workloads.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-scenario
 *
 * What the command line of a storage area network says: the options of each of its parts.
 */
class SanOptions
{
    // The parts add their options to it.
    ProgramOptions m_list; //!< all options

  public:
    virtual ~SanOptions() = default;
    SanOptions(const SanOptions&) = delete;
    SanOptions& operator=(const SanOptions&) = delete;

    /**
     * Read the command line.
     *
     * @param words its words, without the program
     * @return false if it asked for the description of the options, which is printed then
     * @throw UserError naming the option, if its value is wrong or options contradict each
     * other
     */
    bool Parse(const std::vector<std::string>& words);

    /**
     * @return logical units of each target that initiators use
     */
    uint32_t GetUsedUnits() const;

    /**
     * @return whether file systems of programs are checked: with a journal, on disks or SSDs alone,
     *         where something is to go wrong; these keep contents then
     */
    bool ChecksFileSystems() const;

    /**
     * @return all options; those that are attributes have their values there
     */
    const ProgramOptions& GetList() const;

    uint32_t initiators{1}; //!< number of initiator nodes
    uint32_t targets{1};    //!< number of target nodes

    SanPathOptions path{m_list};         //!< links, switches, queues, errors
    SanWirelessOptions wireless{m_list}; //!< the wireless network in the place of all links
    SanTcpOptions tcp{m_list};           //!< TCP of all hosts
    SanSessionOptions session{m_list};   //!< sessions between initiators and targets
    SanStorageOptions storage{m_list};   //!< drives, and logical units made of them
    SanGatewayOptions gateway{m_list};   //!< gateways in the place of plain targets
    SanWorkloads load{m_list};           //!< what initiators do
    SanHostOptions host{m_list};         //!< page caches and file systems
    SanServiceOptions service{m_list};   //!< file services in the place of iSCSI
    SanFaultOptions fault{m_list};       //!< what goes wrong
    SanOutputOptions output{m_list};     //!< what is written

  protected:
    /**
     * Options of a program, none yet.
     *
     * @param program the program's name
     * @param usage what it does; the units of values are added to it
     */
    SanOptions(const std::string& program, const std::string& usage);

    /// Add what is at the ends of the path.
    void AddEnds();

    /// Add the sessions over the path, and what is behind the targets.
    void AddBlockStorage();

    /// Add workloads of all kinds, hosts with file systems, file services, and what is written.
    void AddPrograms();

    /**
     * Add targets, a path with cables, sessions, block requests and results. What the variables
     * hold now are the defaults.
     */
    void AddBlockSan();

    /**
     * @return all options, to add some
     */
    ProgramOptions& ChangeList();

    /**
     * Check what options say together.
     *
     * @throw UserError if they contradict each other
     */
    virtual void Check() const;

  private:
    /**
     * Check that programs have what they need.
     *
     * @throw UserError naming what they lack
     */
    void CheckPrograms() const;
};

} // namespace ns3

#endif /* SAN_OPTIONS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TARGET_PORT_GROUPS_H
#define SCSI_TARGET_PORT_GROUPS_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/scsi-sense.h"
#include "ns3/scsi-task.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// How a logical unit can be reached through the ports of a group (SPC-4, 5.15.2). The numbers are
/// those of REPORT TARGET PORT GROUPS.
enum class ScsiAccessState : uint8_t
{
    ACTIVE_OPTIMIZED = 0x0,
    ACTIVE_NON_OPTIMIZED = 0x1,
    STANDBY = 0x2,
    UNAVAILABLE = 0x3,
    TRANSITIONING = 0xf
};

/**
 * @ingroup scsi-unit
 *
 * The target port groups of a target and their asymmetric access states (SPC-4, 5.15.2, ALUA). The
 * logical units that share the object change state together.
 */
class ScsiTargetPortGroups : public Object
{
  public:
    /// Is notified that an access state changed, and of the name of the nexus that wanted it, or of
    /// nothing if the target itself did.
    using Listener = Callback<void, const std::optional<std::string>&>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Add a group.
     *
     * @param group its number, TARGET PORT GROUP
     * @param state how it is at first
     * @param preferred true if initiators should use it
     * @throw UserError if it is there, or the state is TRANSITIONING
     */
    void AddGroup(uint16_t group, ScsiAccessState state, bool preferred = false);

    /**
     * Add a target port.
     *
     * @param group its group
     * @param port relative target port identifier, 1 to 65535; of iSCSI the portal group tag
     * @throw UserError if there is no such group, or the port has one
     */
    void AddPort(uint16_t group, uint16_t port);

    /**
     * Have the target change the state of a group by itself.
     *
     * @param group a group
     * @param state its new state
     * @throw UserError if there is no such group, or the state is TRANSITIONING
     */
    void SetState(uint16_t group, ScsiAccessState state);

    /**
     * @param group a group
     * @return its state
     * @throw UserError if there is no such group
     */
    ScsiAccessState GetState(uint16_t group) const;

    /**
     * @param port relative target port identifier
     * @return its group, 0 if it is in none
     */
    uint16_t GetGroup(uint16_t port) const;

    /**
     * @return all target ports, ascending
     */
    std::vector<uint16_t> GetPorts() const;

    /**
     * Check whether a command may be carried out (SPC-4, 5.15.2.4). A port in no group is as one
     * that is active.
     *
     * @param task the command, with its nexus
     * @return why not, or nothing
     */
    std::optional<ScsiSense> Check(const ScsiTask& task) const;

    /**
     * @param isExtended true for the extended header
     * @return what REPORT TARGET PORT GROUPS returns (SPC-4, 6.37)
     */
    std::vector<uint8_t> Report(bool isExtended) const;

    /**
     * Carry out SET TARGET PORT GROUPS (SPC-4, 6.45). A list with an error changes nothing.
     *
     * @param list the parameter list
     * @param cause name of the nexus that wants it
     * @return what is wrong with the list, or nothing
     */
    std::optional<ScsiSense> Execute(const std::vector<uint8_t>& list, const std::string& cause);

    /**
     * @param listener what is notified of changes from now on; leaves before it goes
     */
    void Join(const Listener& listener);

    /**
     * @param listener what is not notified any more
     */
    void Leave(const Listener& listener);

    /**
     * TracedCallback signature for a change of state.
     *
     * @param group the group
     * @param before its state before
     * @param after its state now
     */
    using StateTracedCallback = void (*)(uint16_t group,
                                         ScsiAccessState before,
                                         ScsiAccessState after);

  protected:
    void DoDispose() override;

  private:
    /// A target port group.
    struct Group
    {
        ScsiAccessState state{ScsiAccessState::ACTIVE_OPTIMIZED}; //!< how it is
        bool isPreferred{false};                                  //!< PREF
        uint8_t statusCode{0};       //!< why it is so: 1 by a command, 2 by the target itself
        std::vector<uint16_t> ports; //!< relative target port identifiers
        EventId transition;          //!< end of a transition
    };

    /**
     * @param group the number of a group
     * @return the group
     * @throw UserError if there is none
     */
    const Group& Find(uint16_t group) const;

    /**
     * Begin to change the state of a group.
     *
     * @param number the number of the group
     * @param state its new state
     * @param cause name of the nexus that wants it, or nothing
     */
    void Begin(uint16_t number, ScsiAccessState state, const std::optional<std::string>& cause);

    /**
     * The state of a group changed.
     *
     * @param number the number of the group
     * @param state its new state
     * @param cause name of the nexus that wanted it, or nothing
     */
    void End(uint16_t number, ScsiAccessState state, const std::optional<std::string>& cause);

    /**
     * Note a state of a group.
     *
     * @param number the number of the group
     * @param state its new state
     */
    void Enter(uint16_t number, ScsiAccessState state);

    std::map<uint16_t, Group> m_groups;   //!< by number
    std::map<uint16_t, uint16_t> m_ports; //!< groups by port
    std::vector<Listener> m_listeners;    //!< what is notified
    Time m_transitionTime;                //!< how long a change takes
    TracedCallback<uint16_t, ScsiAccessState, ScsiAccessState> m_stateTrace; //!< a state changed
};

} // namespace ns3

#endif /* SCSI_TARGET_PORT_GROUPS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-target-port-groups.h"

#include "scsi-unit-attentions.h"

#include "ns3/log.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-nexus-name.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiTargetPortGroups");

NS_OBJECT_ENSURE_REGISTERED(ScsiTargetPortGroups);

namespace
{

/// PREF beside the state.
constexpr uint8_t PREFERRED = 0x80;
/// The states that there are: U_SUP, S_SUP, AN_SUP, AO_SUP.
constexpr uint8_t SUPPORTED_STATES = 0x0f;
/// T_SUP: transitions take time.
constexpr uint8_t TRANSITIONS = 0x80;
/// RETURN DATA FORMAT of the extended header.
constexpr uint8_t EXTENDED_FORMAT = 0x10;
/// STATUS CODE: SET TARGET PORT GROUPS changed the state.
constexpr uint8_t BY_COMMAND = 1;
/// STATUS CODE: the target changed the state by itself.
constexpr uint8_t BY_TARGET = 2;
/// Bytes of the parameter list of SET TARGET PORT GROUPS in front of descriptors, and of one.
constexpr std::size_t SET_SIZE = 4;
/// Service action of MAINTENANCE IN and OUT.
constexpr uint8_t TARGET_PORT_GROUPS = 0x0a;
/// The most seconds that the extended header can tell.
constexpr double MAX_SECONDS = 255;

/**
 * @param cdb a command
 * @return true if it is left in every state (SPC-4, 5.15.2.4)
 */
bool
IsAlwaysAllowed(const ScsiCdb& cdb)
{
    switch (GetScsiOpcode(cdb))
    {
    case ScsiOpcode::INQUIRY:
    case ScsiOpcode::REPORT_LUNS:
    case ScsiOpcode::REQUEST_SENSE:
        return true;
    case ScsiOpcode::MAINTENANCE_IN:
        return GetScsiServiceAction(cdb) == TARGET_PORT_GROUPS;
    default:
        return false;
    }
}

/**
 * @param cdb a command
 * @return true if it is left in the state standby, besides those left in the state unavailable
 */
bool
IsAllowedInStandby(const ScsiCdb& cdb)
{
    switch (GetScsiOpcode(cdb))
    {
    case ScsiOpcode::MODE_SELECT_6:
    case ScsiOpcode::MODE_SELECT_10:
    case ScsiOpcode::MODE_SENSE_6:
    case ScsiOpcode::MODE_SENSE_10:
    case ScsiOpcode::PERSISTENT_RESERVE_IN:
    case ScsiOpcode::PERSISTENT_RESERVE_OUT:
        return true;
    default:
        return false;
    }
}

/**
 * @param cdb a command
 * @return true if it is SET TARGET PORT GROUPS
 */
bool
IsSet(const ScsiCdb& cdb)
{
    return GetScsiOpcode(cdb) == ScsiOpcode::MAINTENANCE_OUT &&
           GetScsiServiceAction(cdb) == TARGET_PORT_GROUPS;
}

/**
 * @param additional the state that forbids a command
 * @return the sense data
 */
ScsiSense
MakeNotReady(ScsiAdditionalSense additional)
{
    return {ScsiSenseKey::NOT_READY, additional, std::nullopt};
}

/**
 * @param byte the byte of the parameter list at fault
 * @return the sense data
 */
ScsiSense
MakeGroupListSense(std::size_t byte)
{
    return {ScsiSenseKey::ILLEGAL_REQUEST,
            ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
            std::nullopt,
            ScsiFieldPointer{static_cast<uint16_t>(byte), std::nullopt, false}};
}

/**
 * @param state what is asked for
 * @throw UserError if a group cannot stay in it
 */
void
CheckState(ScsiAccessState state)
{
    if (state > ScsiAccessState::UNAVAILABLE)
    {
        throw UserError("ScsiTargetPortGroups: a group cannot stay in state " +
                        std::to_string(static_cast<int>(state)) +
                        "; 0 (active/optimized) to 3 (unavailable) can be chosen");
    }
}

} // namespace

TypeId
ScsiTargetPortGroups::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ScsiTargetPortGroups")
            .SetParent<Object>()
            .SetGroupName("Scsi")
            .AddConstructor<ScsiTargetPortGroups>()
            .AddAttribute("TransitionTime",
                          "Time that a change of the access state takes, 0 s to 255 s; meanwhile "
                          "commands end with NOT READY",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&ScsiTargetPortGroups::m_transitionTime),
                          MakeTimeChecker(Seconds(0), Seconds(MAX_SECONDS)))
            .AddTraceSource("StateChange",
                            "The access state of a group changed",
                            MakeTraceSourceAccessor(&ScsiTargetPortGroups::m_stateTrace),
                            "ns3::ScsiTargetPortGroups::StateTracedCallback");
    return tid;
}

void
ScsiTargetPortGroups::DoDispose()
{
    for (auto& [number, group] : m_groups)
    {
        group.transition.Cancel();
    }
    m_listeners.clear();
    Object::DoDispose();
}

void
ScsiTargetPortGroups::AddGroup(uint16_t group, ScsiAccessState state, bool preferred)
{
    CheckState(state);
    if (m_groups.contains(group))
    {
        throw UserError("ScsiTargetPortGroups: group " + std::to_string(group) +
                        " is already there");
    }
    auto& added = m_groups[group];
    added.state = state;
    added.isPreferred = preferred;
}

void
ScsiTargetPortGroups::AddPort(uint16_t group, uint16_t port)
{
    Find(group);
    if (port == 0 || !m_ports.emplace(port, group).second)
    {
        throw UserError("ScsiTargetPortGroups: target port " + std::to_string(port) +
                        " must be 1 to 65535 and in one group");
    }
    m_groups.at(group).ports.push_back(port);
}

const ScsiTargetPortGroups::Group&
ScsiTargetPortGroups::Find(uint16_t group) const
{
    const auto found = m_groups.find(group);
    if (found == m_groups.end())
    {
        throw UserError("ScsiTargetPortGroups: there is no group " + std::to_string(group));
    }
    return found->second;
}

void
ScsiTargetPortGroups::SetState(uint16_t group, ScsiAccessState state)
{
    CheckState(state);
    Find(group);
    Begin(group, state, std::nullopt);
}

ScsiAccessState
ScsiTargetPortGroups::GetState(uint16_t group) const
{
    return Find(group).state;
}

uint16_t
ScsiTargetPortGroups::GetGroup(uint16_t port) const
{
    const auto found = m_ports.find(port);
    return found == m_ports.end() ? 0 : found->second;
}

std::vector<uint16_t>
ScsiTargetPortGroups::GetPorts() const
{
    std::vector<uint16_t> ports;
    for (const auto& [port, group] : m_ports)
    {
        ports.push_back(port);
    }
    return ports;
}

std::optional<ScsiSense>
ScsiTargetPortGroups::Check(const ScsiTask& task) const
{
    const auto found = m_ports.find(GetScsiTargetPort(GetScsiPortName(task.initiatorPort)));
    if (found == m_ports.end() || IsAlwaysAllowed(task.cdb))
    {
        return std::nullopt;
    }
    switch (m_groups.at(found->second).state)
    {
    case ScsiAccessState::STANDBY:
        if (IsAllowedInStandby(task.cdb) || IsSet(task.cdb))
        {
            return std::nullopt;
        }
        return MakeNotReady(ScsiAdditionalSense::TARGET_PORT_IN_STANDBY_STATE);
    case ScsiAccessState::UNAVAILABLE:
        if (IsSet(task.cdb))
        {
            return std::nullopt;
        }
        return MakeNotReady(ScsiAdditionalSense::TARGET_PORT_IN_UNAVAILABLE_STATE);
    case ScsiAccessState::TRANSITIONING:
        return MakeNotReady(ScsiAdditionalSense::ASYMMETRIC_ACCESS_STATE_TRANSITION);
    default:
        return std::nullopt;
    }
}

std::vector<uint8_t>
ScsiTargetPortGroups::Report(bool isExtended) const
{
    std::vector<uint8_t> bytes(4);
    if (isExtended)
    {
        const auto seconds = std::ceil(m_transitionTime.GetSeconds());
        bytes.insert(bytes.end(), {EXTENDED_FORMAT, static_cast<uint8_t>(seconds), 0, 0});
    }
    const uint8_t supported = SUPPORTED_STATES | (m_transitionTime.IsZero() ? 0 : TRANSITIONS);
    for (const auto& [number, group] : m_groups)
    {
        bytes.push_back(static_cast<uint8_t>(group.state) | (group.isPreferred ? PREFERRED : 0));
        bytes.push_back(supported);
        AppendScsiNumber(bytes, 2, number);
        bytes.push_back(0);
        bytes.push_back(group.statusCode);
        bytes.push_back(0);
        bytes.push_back(static_cast<uint8_t>(group.ports.size()));
        for (const auto port : group.ports)
        {
            AppendScsiNumber(bytes, 4, port);
        }
    }
    PutScsiNumber(&bytes[0], 4, bytes.size() - 4);
    return bytes;
}

std::optional<ScsiSense>
ScsiTargetPortGroups::Execute(const std::vector<uint8_t>& list, const std::string& cause)
{
    if (list.size() % SET_SIZE != 0)
    {
        return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                         ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR,
                         std::nullopt};
    }
    for (auto at = SET_SIZE; at < list.size(); at += SET_SIZE)
    {
        if ((list[at] & 0x0f) > static_cast<uint8_t>(ScsiAccessState::UNAVAILABLE))
        {
            return MakeGroupListSense(at);
        }
        if (!m_groups.contains(static_cast<uint16_t>(GetScsiNumber(&list[at + 2], 2))))
        {
            return MakeGroupListSense(at + 2);
        }
    }
    for (auto at = SET_SIZE; at < list.size(); at += SET_SIZE)
    {
        const auto group = static_cast<uint16_t>(GetScsiNumber(&list[at + 2], 2));
        Begin(group, static_cast<ScsiAccessState>(list[at] & 0x0f), cause);
    }
    return std::nullopt;
}

void
ScsiTargetPortGroups::Begin(uint16_t number,
                            ScsiAccessState state,
                            const std::optional<std::string>& cause)
{
    auto& group = m_groups.at(number);
    group.transition.Cancel();
    if (group.state == state)
    {
        return;
    }
    group.statusCode = cause ? BY_COMMAND : BY_TARGET;
    if (m_transitionTime.IsZero())
    {
        End(number, state, cause);
        return;
    }
    Enter(number, ScsiAccessState::TRANSITIONING);
    group.transition = Simulator::Schedule(m_transitionTime,
                                           &ScsiTargetPortGroups::End,
                                           this,
                                           number,
                                           state,
                                           cause);
}

void
ScsiTargetPortGroups::End(uint16_t number,
                          ScsiAccessState state,
                          const std::optional<std::string>& cause)
{
    Enter(number, state);
    for (const auto& listener : m_listeners)
    {
        listener(cause);
    }
}

void
ScsiTargetPortGroups::Enter(uint16_t number, ScsiAccessState state)
{
    const auto before = m_groups.at(number).state;
    m_groups.at(number).state = state;
    NS_LOG_INFO("target port group " << number << ": access state " << static_cast<int>(before)
                                     << " -> " << static_cast<int>(state));
    m_stateTrace(number, before, state);
}

void
ScsiTargetPortGroups::Join(const Listener& listener)
{
    m_listeners.push_back(listener);
}

void
ScsiTargetPortGroups::Leave(const Listener& listener)
{
    std::erase_if(m_listeners, [&listener](const auto& other) { return other.IsEqual(listener); });
}

} // namespace ns3

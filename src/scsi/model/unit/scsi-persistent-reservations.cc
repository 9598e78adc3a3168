/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-persistent-reservations.h"

#include "ns3/log.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-nexus-name.h"
#include "ns3/scsi-transport-id.h"

#include <algorithm>
#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiPersistentReservations");

namespace
{

/// To whom a reservation of one type leaves a command, other than its holder.
struct Allowed
{
    bool toRegistered; //!< to an initiator port that registered
    bool toOthers;     //!< to one that did not
};

/**
 * @param type type of the reservation
 * @param access what a command does
 * @return to whom it is left (SPC-4, 5.12.1; SBC-3, 4.16)
 */
Allowed
GetAllowed(ScsiReservationType type, ScsiAccess access)
{
    using enum ScsiReservationType;
    // The columns are READ and WRITE.
    static const std::map<ScsiReservationType, std::array<Allowed, 2>> TABLE{
        {WRITE_EXCLUSIVE, {{{true, true}, {false, false}}}},
        {EXCLUSIVE_ACCESS, {{{false, false}, {false, false}}}},
        {WRITE_EXCLUSIVE_REGISTRANTS_ONLY, {{{true, true}, {true, false}}}},
        {EXCLUSIVE_ACCESS_REGISTRANTS_ONLY, {{{true, false}, {true, false}}}},
        {WRITE_EXCLUSIVE_ALL_REGISTRANTS, {{{true, true}, {true, false}}}},
        {EXCLUSIVE_ACCESS_ALL_REGISTRANTS, {{{true, false}, {true, false}}}}};
    return TABLE.at(type)[access == ScsiAccess::WRITE ? 1 : 0];
}

/**
 * @param additional what is wrong with the parameter list
 * @param byte the byte at fault, if there is one
 * @return what becomes of the command
 */
ScsiReserveOutcome
MakeError(ScsiAdditionalSense additional, std::optional<ScsiFieldPointer> byte)
{
    ScsiReserveOutcome outcome;
    outcome.status = ScsiStatus::CHECK_CONDITION;
    outcome.sense = {ScsiSenseKey::ILLEGAL_REQUEST, additional, std::nullopt, byte};
    return outcome;
}

/**
 * @return the outcome RESERVATION CONFLICT
 */
ScsiReserveOutcome
MakeConflict()
{
    ScsiReserveOutcome outcome;
    outcome.status = ScsiStatus::RESERVATION_CONFLICT;
    return outcome;
}

} // namespace

bool
ScsiPersistentReservations::IsForAllRegistrants() const
{
    using enum ScsiReservationType;
    return m_type == WRITE_EXCLUSIVE_ALL_REGISTRANTS || m_type == EXCLUSIVE_ACCESS_ALL_REGISTRANTS;
}

bool
ScsiPersistentReservations::IsForRegistrants() const
{
    using enum ScsiReservationType;
    return IsForAllRegistrants() || m_type == WRITE_EXCLUSIVE_REGISTRANTS_ONLY ||
           m_type == EXCLUSIVE_ACCESS_REGISTRANTS_ONLY;
}

bool
ScsiPersistentReservations::IsHolder(const std::string& port) const
{
    return m_type && (IsForAllRegistrants() ? m_keys.contains(port) : m_holder == port);
}

bool
ScsiPersistentReservations::Forbids(const std::string& port, ScsiAccess access) const
{
    if (!m_type || access == ScsiAccess::NONE || IsHolder(port))
    {
        return false;
    }
    const auto allowed = GetAllowed(*m_type, access);
    return !(m_keys.contains(port) ? allowed.toRegistered : allowed.toOthers);
}

ScsiReserveOutcome
ScsiPersistentReservations::Execute(const std::string& port, const ScsiReserveOut& out)
{
    using enum ScsiReserveOutAction;
    NS_LOG_INFO("PERSISTENT RESERVE OUT: service action "
                << +static_cast<uint8_t>(out.action) << ", type " << +static_cast<uint8_t>(out.type)
                << ", initiator port " << port);
    if (out.action == REGISTER || out.action == REGISTER_AND_IGNORE_EXISTING_KEY)
    {
        return Register(port, out);
    }
    const auto found = m_keys.find(port);
    if (found == m_keys.end() || found->second != out.key)
    {
        return MakeConflict();
    }
    switch (out.action)
    {
    case RESERVE:
        return Reserve(port, out);
    case RELEASE:
        return Release(port, out);
    case CLEAR:
        return Clear(port);
    default:
        return Preempt(port, out);
    }
}

ScsiReserveOutcome
ScsiPersistentReservations::Register(const std::string& port, const ScsiReserveOut& out)
{
    const auto found = m_keys.find(port);
    const bool isKnown = found != m_keys.end();
    if (out.action == ScsiReserveOutAction::REGISTER && out.key != (isKnown ? found->second : 0))
    {
        return MakeConflict();
    }
    const bool isTaken = std::any_of(out.specified.begin(),
                                     out.specified.end(),
                                     [this](const auto& name) { return m_keys.contains(name); });
    if (isTaken)
    {
        return MakeConflict();
    }
    ScsiReserveOutcome outcome;
    if (!isKnown && out.actionKey == 0)
    {
        return outcome;
    }
    SetKey(port, out.actionKey, outcome);
    for (const auto* others : {&out.specified, &out.siblings})
    {
        for (const auto& name : *others)
        {
            SetKey(name, out.actionKey, outcome);
        }
    }
    ++m_generation;
    m_keepsAll = out.aptpl;
    return outcome;
}

void
ScsiPersistentReservations::SetKey(const std::string& port,
                                   uint64_t key,
                                   ScsiReserveOutcome& outcome)
{
    if (key != 0)
    {
        m_keys[port] = key;
    }
    else if (m_keys.contains(port))
    {
        Unregister(port, outcome);
    }
}

void
ScsiPersistentReservations::Unregister(const std::string& port, ScsiReserveOutcome& outcome)
{
    const bool wasHolder = IsHolder(port);
    m_keys.erase(port);
    if (!wasHolder || (IsForAllRegistrants() && !m_keys.empty()))
    {
        return;
    }
    if (IsForRegistrants())
    {
        NotifyOthers(ScsiAdditionalSense::RESERVATIONS_RELEASED, port, outcome);
    }
    m_type.reset();
}

ScsiReserveOutcome
ScsiPersistentReservations::Reserve(const std::string& port, const ScsiReserveOut& out)
{
    if (m_type)
    {
        return IsHolder(port) && m_type == out.type ? ScsiReserveOutcome() : MakeConflict();
    }
    m_type = out.type;
    m_holder = port;
    return {};
}

ScsiReserveOutcome
ScsiPersistentReservations::Release(const std::string& port, const ScsiReserveOut& out)
{
    ScsiReserveOutcome outcome;
    if (!IsHolder(port))
    {
        return outcome;
    }
    if (m_type != out.type)
    {
        return MakeError(ScsiAdditionalSense::INVALID_RELEASE_OF_RESERVATION, std::nullopt);
    }
    if (IsForRegistrants())
    {
        NotifyOthers(ScsiAdditionalSense::RESERVATIONS_RELEASED, port, outcome);
    }
    m_type.reset();
    return outcome;
}

ScsiReserveOutcome
ScsiPersistentReservations::Clear(const std::string& port)
{
    ScsiReserveOutcome outcome;
    NotifyOthers(ScsiAdditionalSense::RESERVATIONS_PREEMPTED, port, outcome);
    m_keys.clear();
    m_type.reset();
    ++m_generation;
    return outcome;
}

ScsiReserveOutcome
ScsiPersistentReservations::Preempt(const std::string& port, const ScsiReserveOut& out)
{
    const bool takes = m_type && (IsForAllRegistrants() ? out.actionKey == 0
                                                        : m_keys.at(m_holder) == out.actionKey);
    if (out.actionKey == 0 && !takes)
    {
        return MakeError(ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
                         ScsiFieldPointer{8, std::nullopt, false});
    }
    const bool isKnown = std::any_of(m_keys.begin(), m_keys.end(), [&out](const auto& item) {
        return item.second == out.actionKey;
    });
    if (!takes && !isKnown)
    {
        return MakeConflict();
    }
    ScsiReserveOutcome outcome;
    RemovePreempted(port, out, takes, outcome);
    if (takes)
    {
        if (m_type != out.type)
        {
            for (const auto& [name, key] : m_keys)
            {
                if (name != port)
                {
                    outcome.attentions.emplace_back(name,
                                                    ScsiAdditionalSense::RESERVATIONS_RELEASED);
                }
            }
        }
        m_type = out.type;
        m_holder = port;
    }
    else if (IsForAllRegistrants() && m_keys.empty())
    {
        m_type.reset();
    }
    ++m_generation;
    return outcome;
}

void
ScsiPersistentReservations::RemovePreempted(const std::string& port,
                                            const ScsiReserveOut& out,
                                            bool takes,
                                            ScsiReserveOutcome& outcome)
{
    for (auto item = m_keys.begin(); item != m_keys.end();)
    {
        const auto& [name, key] = *item;
        const bool isOwn = name == port;
        if ((out.actionKey != 0 && key != out.actionKey) || (isOwn && takes))
        {
            ++item;
            continue;
        }
        if (!isOwn)
        {
            outcome.attentions.emplace_back(name, ScsiAdditionalSense::REGISTRATIONS_PREEMPTED);
            outcome.preempted.push_back(name);
        }
        item = m_keys.erase(item);
    }
}

void
ScsiPersistentReservations::NotifyOthers(ScsiAdditionalSense additional,
                                         const std::string& cause,
                                         ScsiReserveOutcome& outcome) const
{
    for (const auto& [name, key] : m_keys)
    {
        if (name != cause)
        {
            outcome.attentions.emplace_back(name, additional);
        }
    }
}

void
ScsiPersistentReservations::LosePower()
{
    NS_LOG_INFO("power lost: " << m_keys.size() << " registrations "
                               << (m_keepsAll ? "kept" : "lost"));
    m_generation = 0;
    if (!m_keepsAll)
    {
        m_keys.clear();
        m_type.reset();
    }
}

std::vector<uint8_t>
ScsiPersistentReservations::MakeHead(std::size_t length) const
{
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 4, m_generation);
    AppendScsiNumber(bytes, 4, length);
    return bytes;
}

std::vector<uint8_t>
ScsiPersistentReservations::ReadKeys() const
{
    auto bytes = MakeHead(8 * m_keys.size());
    for (const auto& [name, key] : m_keys)
    {
        AppendScsiNumber(bytes, 8, key);
    }
    return bytes;
}

std::vector<uint8_t>
ScsiPersistentReservations::ReadReservation() const
{
    if (!m_type)
    {
        return MakeHead(0);
    }
    auto bytes = MakeHead(16);
    AppendScsiNumber(bytes, 8, IsForAllRegistrants() ? 0 : m_keys.at(m_holder));
    AppendScsiNumber(bytes, 5, 0);
    // SCOPE is zero: the logical unit.
    bytes.push_back(static_cast<uint8_t>(*m_type));
    AppendScsiNumber(bytes, 2, 0);
    return bytes;
}

std::vector<uint8_t>
ScsiPersistentReservations::ReportCapabilities() const
{
    // Byte 2: SIP_C, ATP_C and PTPL_C. Byte 3: TMV, which says that the type mask means something,
    // and PTPL_A.
    const uint8_t active = m_keepsAll ? 0x01 : 0x00;
    return {0, 8, 0x0d, static_cast<uint8_t>(0x80 | active), 0xea, 0x01, 0, 0};
}

std::vector<uint8_t>
ScsiPersistentReservations::ReadFullStatus() const
{
    std::vector<uint8_t> descriptors;
    for (const auto& [name, key] : m_keys)
    {
        const bool holds = IsHolder(name);
        const auto transportId = MakeScsiTransportId(GetScsiInitiatorPort(name));
        AppendScsiNumber(descriptors, 8, key);
        AppendScsiNumber(descriptors, 4, 0);
        // R_HOLDER, then SCOPE and TYPE.
        descriptors.push_back(holds ? 0x01 : 0x00);
        descriptors.push_back(holds ? static_cast<uint8_t>(*m_type) : 0x00);
        AppendScsiNumber(descriptors, 4, 0);
        AppendScsiNumber(descriptors, 2, GetScsiTargetPort(name));
        AppendScsiNumber(descriptors, 4, transportId.size());
        descriptors.insert(descriptors.end(), transportId.begin(), transportId.end());
    }
    auto bytes = MakeHead(descriptors.size());
    bytes.insert(bytes.end(), descriptors.begin(), descriptors.end());
    return bytes;
}

} // namespace ns3

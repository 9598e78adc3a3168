/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_PERSISTENT_RESERVATIONS_H
#define SCSI_PERSISTENT_RESERVATIONS_H

#include "scsi-access.h"

#include "ns3/scsi-sense.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// Service actions of PERSISTENT RESERVE OUT (SPC-4, 6.16.2) that are known here.
enum class ScsiReserveOutAction : uint8_t
{
    REGISTER = 0x00,
    RESERVE = 0x01,
    RELEASE = 0x02,
    CLEAR = 0x03,
    PREEMPT = 0x04,
    PREEMPT_AND_ABORT = 0x05,
    REGISTER_AND_IGNORE_EXISTING_KEY = 0x06
};

/**
 * @ingroup scsi-unit
 *
 * The request of a PERSISTENT RESERVE OUT: its CDB and parameter list (SPC-4, 6.16).
 */
struct ScsiReserveOut
{
    ScsiReserveOutAction action{ScsiReserveOutAction::REGISTER};    //!< what to do
    ScsiReservationType type{ScsiReservationType::WRITE_EXCLUSIVE}; //!< of the reservation
    uint64_t key{0};       //!< RESERVATION KEY: the one that the initiator port has registered
    uint64_t actionKey{0}; //!< SERVICE ACTION RESERVATION KEY: the one to register or to preempt
    bool aptpl{false};     //!< APTPL: keep all through a loss of power
    /// SPEC_I_PT: nexuses that REGISTER registers, too, and that may not be registered.
    std::vector<std::string> specified;
    /// ALL_TG_PT: nexuses of the same initiator ports through the other target ports, which go with
    /// those that are registered.
    std::vector<std::string> siblings;
};

/**
 * @ingroup scsi-unit
 *
 * The result of a PERSISTENT RESERVE OUT.
 */
struct ScsiReserveOutcome
{
    ScsiStatus status{ScsiStatus::GOOD}; //!< GOOD, RESERVATION CONFLICT or CHECK CONDITION
    std::optional<ScsiSense> sense;      //!< of a CHECK CONDITION
    /// Initiator ports to notify.
    std::vector<std::pair<std::string, ScsiAdditionalSense>> attentions;
    std::vector<std::string> preempted; //!< initiator ports whose tasks are to be aborted
};

/**
 * @ingroup scsi-unit
 *
 * The persistent reservation and the registrations of a logical unit (SPC-4, 5.12). Who registers
 * is a nexus (MakeScsiNexusName): an initiator port through one target port.
 */
class ScsiPersistentReservations
{
  public:
    /**
     * @return true if no initiator port has registered
     */
    bool IsEmpty() const
    {
        return m_keys.empty();
    }

    /**
     * @param port name of a nexus
     * @return true if it has registered
     */
    bool IsRegistered(const std::string& port) const
    {
        return m_keys.contains(port);
    }

    /**
     * @param port name of the initiator port that sent a command
     * @param access what the command does
     * @return true if the reservation forbids it
     */
    bool Forbids(const std::string& port, ScsiAccess access) const;

    /**
     * Carry out a PERSISTENT RESERVE OUT.
     *
     * @param port name of the initiator port that sent it
     * @param out what it asks
     * @return what becomes of it
     */
    ScsiReserveOutcome Execute(const std::string& port, const ScsiReserveOut& out);

    /**
     * The power was lost and came back.
     */
    void LosePower();

    /**
     * @return what READ KEYS returns (SPC-4, 6.15.2)
     */
    std::vector<uint8_t> ReadKeys() const;

    /**
     * @return what READ RESERVATION returns (SPC-4, 6.15.3)
     */
    std::vector<uint8_t> ReadReservation() const;

    /**
     * @return what REPORT CAPABILITIES returns (SPC-4, 6.15.4)
     */
    std::vector<uint8_t> ReportCapabilities() const;

    /**
     * @return what READ FULL STATUS returns (SPC-4, 6.15.5)
     */
    std::vector<uint8_t> ReadFullStatus() const;

  private:
    /// Registrations: keys by name of the initiator port.
    using Keys = std::map<std::string, uint64_t>;

    /**
     * @return true if all that registered hold the reservation
     */
    bool IsForAllRegistrants() const;

    /**
     * @return true if the reservation lets those read and write that registered
     */
    bool IsForRegistrants() const;

    /**
     * @param port name of an initiator port
     * @return true if it holds the reservation
     */
    bool IsHolder(const std::string& port) const;

    /**
     * REGISTER and REGISTER AND IGNORE EXISTING KEY (SPC-4, 5.12.7).
     *
     * @param port name of the initiator port that sent it
     * @param out what it asks
     * @return what becomes of it
     */
    ScsiReserveOutcome Register(const std::string& port, const ScsiReserveOut& out);

    /**
     * Enter or take back the registration of a nexus.
     *
     * @param port name of the nexus
     * @param key its key, zero to take it back
     * @param outcome the initiator ports to notify
     */
    void SetKey(const std::string& port, uint64_t key, ScsiReserveOutcome& outcome);

    /**
     * Take a registration back (SPC-4, 5.12.11.3).
     *
     * @param port name of an initiator port that registered
     * @param outcome the initiator ports to notify
     */
    void Unregister(const std::string& port, ScsiReserveOutcome& outcome);

    /**
     * RESERVE (SPC-4, 5.12.9).
     *
     * @param port name of the initiator port that sent it
     * @param out what it asks
     * @return what becomes of it
     */
    ScsiReserveOutcome Reserve(const std::string& port, const ScsiReserveOut& out);

    /**
     * RELEASE (SPC-4, 5.12.11.2).
     *
     * @param port name of the initiator port that sent it
     * @param out what it asks
     * @return what becomes of it
     */
    ScsiReserveOutcome Release(const std::string& port, const ScsiReserveOut& out);

    /**
     * CLEAR (SPC-4, 5.12.11.6).
     *
     * @param port name of the initiator port that sent it
     * @return what becomes of it
     */
    ScsiReserveOutcome Clear(const std::string& port);

    /**
     * PREEMPT and PREEMPT AND ABORT (SPC-4, 5.12.11.4 and 5.12.11.5).
     *
     * @param port name of the initiator port that sent it
     * @param out what it asks
     * @return what becomes of it
     */
    ScsiReserveOutcome Preempt(const std::string& port, const ScsiReserveOut& out);

    /**
     * Remove registrations for another initiator port.
     *
     * @param port name of the one that preempts; its own stays if it takes the reservation
     * @param out what it asks; a key of zero means all
     * @param takes true if it takes the reservation
     * @param outcome the initiator ports to notify
     */
    void RemovePreempted(const std::string& port,
                         const ScsiReserveOut& out,
                         bool takes,
                         ScsiReserveOutcome& outcome);

    /**
     * Tell those that registered.
     *
     * @param additional what happened
     * @param cause name of the one that did it, which is not told
     * @param outcome the initiator ports to notify
     */
    void NotifyOthers(ScsiAdditionalSense additional,
                      const std::string& cause,
                      ScsiReserveOutcome& outcome) const;

    /**
     * @param length bytes of what follows
     * @return what the data of PERSISTENT RESERVE IN begin with
     */
    std::vector<uint8_t> MakeHead(std::size_t length) const;

    Keys m_keys;                               //!< who registered
    std::optional<ScsiReservationType> m_type; //!< of the reservation; nothing if there is none
    std::string m_holder;                      //!< who holds it, unless all registrants do
    uint32_t m_generation{0};                  //!< PRGENERATION
    bool m_keepsAll{false};                    //!< true if all is kept through a loss of power
};

} // namespace ns3

#endif /* SCSI_PERSISTENT_RESERVATIONS_H */

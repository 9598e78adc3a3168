/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_RESERVATIONS_H
#define SAN_RESERVATIONS_H

#include "ns3/application-container.h"
#include "ns3/iscsi-header.h"
#include "ns3/packet.h"
#include "ns3/powered-device.h"
#include "ns3/san-report.h"
#include "ns3/san-violations.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

enum class ScsiOpcode : uint8_t;
enum class ScsiReservationType : uint8_t;
enum class ScsiReserveOutAction : uint8_t;

/**
 * @ingroup san-scenario
 *
 * Reserves logical units for hosts, and checks that reservations exclude: once one host has got
 * one, others read a block each, which must not succeed. It does not count if something may have
 * ended the reservation meanwhile: the end of a session, the loss of a drive's power, or a reset by
 * a task management function at any time before. summary.json has how many reads there were and how
 * many succeeded, if any.
 */
class SanReservations : public SanReport, private ScsiInitiatorClient
{
  public:
    /// A logical unit and the hosts that can reach it.
    struct Unit
    {
        uint32_t target{0};                        //!< number of its target
        uint16_t number{0};                        //!< its number there
        std::vector<Ptr<ScsiInitiatorPort>> ports; //!< of the hosts, which are ready
    };

    /**
     * Watch for what may end reservations.
     *
     * @param initiators the hosts' initiators
     * @param drives all disks behind logical units
     */
    void Attach(const ApplicationContainer& initiators,
                const std::vector<Ptr<PoweredDevice>>& drives);

    /**
     * Let all hosts send RESERVE(6) (SPC-2, 7.21).
     *
     * @param unit the unit
     */
    void Reserve(const Unit& unit);

    /**
     * Let all hosts send RELEASE(6) (SPC-2, 7.16).
     *
     * @param unit the unit
     */
    void Release(const Unit& unit);

    /**
     * Let hosts register and reserve by PERSISTENT RESERVE OUT (SPC-4, 6.16): all for exclusive
     * access; of units with odd numbers every other host, for exclusive access by those that are
     * registered.
     *
     * @param unit the unit
     */
    void ReservePersistently(const Unit& unit);

    /**
     * Let all hosts clear persistent reservations and registrations.
     *
     * @param unit the unit
     */
    void Clear(const Unit& unit);

    /**
     * @return how many reads a reservation should have refused and the first of them, one line;
     *         empty if there was none
     */
    std::string GetError() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /// What a command is for.
    enum class Purpose : uint8_t
    {
        RESERVE, //!< to get a reservation
        PROBE,   //!< a read of somebody who is excluded
        END,     //!< to end reservations
        OTHER    //!< something else
    };

    /// A command that has not ended.
    struct Command
    {
        Ptr<ScsiInitiatorPort> port;                    //!< that sent it
        Ptr<Packet> list{};                             //!< its parameters, null if it has none
        Purpose purpose{Purpose::OTHER};                //!< what it is for
        uint32_t tries{0};                              //!< how often it was tried before
        uint32_t target{0};                             //!< number of its target
        std::vector<Ptr<ScsiInitiatorPort>> excluded{}; //!< by the reservation
        uint64_t moment{0};                             //!< m_moment when it was sent
    };

    /**
     * Let a host clear persistent reservations and registrations.
     *
     * @param unit the unit
     * @param port of the host
     * @param tries how often it tried before
     */
    void ClearFrom(const Unit& unit, Ptr<ScsiInitiatorPort> port, uint32_t tries);

    /**
     * Let a host end its reservation.
     *
     * @param unit the unit
     * @param port of the host
     * @param tries how often it tried before
     */
    void ReleaseFrom(const Unit& unit, Ptr<ScsiInitiatorPort> port, uint32_t tries);

    /**
     * A command that was to end a reservation did not: try again, if it was not tried often.
     *
     * @param task the command
     * @param command what is known of it
     */
    void TryAgain(const ScsiTask& task, const Command& command);

    /**
     * @param port a host's port
     * @return the parameter list of its PERSISTENT RESERVE OUT
     */
    Ptr<Packet> MakeParameters(const Ptr<ScsiInitiatorPort>& port);

    /**
     * @param task the command, without the client
     * @param command what is known of it, without the moment
     */
    void Start(const Ptr<ScsiTask>& task, Command command);

    /**
     * A host has a reservation: those that it excludes try to read.
     *
     * @param held the command that got it
     * @param lun address of the unit
     */
    void Probe(const Command& held, uint64_t lun);

    /**
     * @param port a host's port
     * @return its reservation key, above 0
     */
    uint64_t GetKey(const Ptr<ScsiInitiatorPort>& port);

    /**
     * An initiator sends a PDU.
     *
     * @param pdu the PDU
     * @param opcode its opcode
     */
    void NoteSent(Ptr<const Packet> pdu, IscsiOpcode opcode);

    /**
     * A state machine of an initiator changes its state.
     *
     * @param machine such as "connection 1"
     * @param oldState what it was in
     * @param newState what it is in
     */
    void NoteState(const std::string& machine,
                   const std::string& oldState,
                   const std::string& newState);

    /**
     * A drive has power or has none.
     *
     * @param hasPower whether it has
     */
    void NotePower(bool hasPower);

    // From ScsiInitiatorClient
    void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void CommandCompleteReceived(Ptr<ScsiTask> task) override;

    std::map<Ptr<ScsiTask>, Command> m_commands;       //!< that have not ended
    std::map<Ptr<ScsiInitiatorPort>, uint64_t> m_keys; //!< of hosts
    uint64_t m_moment{0};                              //!< counts what may end reservations
    uint32_t m_ends{0};         //!< commands under way that end reservations when they like
    bool m_hasReset{false};     //!< whether one may end them at a moment that nobody knows
    uint64_t m_probes{0};       //!< reads that had to be refused
    SanViolations m_violations; //!< those that were not
};

} // namespace ns3

#endif /* SAN_RESERVATIONS_H */

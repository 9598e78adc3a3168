/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CHECKER_H
#define ISCSI_TARGET_CHECKER_H

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-target
 *
 * Watches the PDUs of a session at its target and says what its initiator cannot see: data that an
 * R2T asked for and that comes for a task when a task management function that ends several tasks
 * has been answered. Without FastAbort (RFC 7143, 4.2.3.4) the target waits for that data before it
 * answers (4.2.3.3), unless it has given it up because nothing of it came for some time.
 *
 * The target may have no other session at a time: PDUs are told apart by their task tags. PDUs that
 * arrived damaged are not to be given to it. A command takes memory until it has ended, and the
 * last ones that such a function ended do.
 */
class IscsiTargetChecker
{
  public:
    /// Called with a line for each violation.
    using Report = std::function<void(const std::string&)>;

    /**
     * @param report gets what is wrong
     * @param timeout after which the target gives up data of which nothing comes
     */
    IscsiTargetChecker(Report report, Time timeout);

    /**
     * The target sends a PDU.
     *
     * @param pdu header segments and data segment
     * @param opcode its opcode
     */
    void NoteSent(Ptr<const Packet> pdu, IscsiOpcode opcode);

    /**
     * The target has received a PDU that is not damaged.
     *
     * @param pdu header segments and data segment
     * @param opcode its opcode
     */
    void NoteReceived(Ptr<const Packet> pdu, IscsiOpcode opcode);

  private:
    /// Tasks that were ended and are kept in mind.
    static constexpr std::size_t KEPT = 1024;

    /// A command without a status.
    struct Command
    {
        uint32_t cmdSn; //!< its number
        uint64_t lun;   //!< its logical unit
        Time asked;     //!< when the last of its R2Ts was sent, or the last of its data came
    };

    /**
     * The target asks for data.
     *
     * @param tag of the task
     */
    void NoteRequest(uint32_t tag);

    /**
     * Data has come.
     *
     * @param tag of the task
     */
    void NoteData(uint32_t tag);

    /**
     * @param command a command
     * @return whether the target has given up its data by now
     */
    bool IsGivenUp(const Command& command) const;

    /**
     * A task management function is answered.
     *
     * @param pdu the answer
     */
    void NoteAnswer(const Ptr<const Packet>& pdu);

    /**
     * Check that data is not of a task whose end was reported.
     *
     * @param pdu a Data-Out PDU
     */
    void CheckDataOut(const Ptr<const Packet>& pdu) const;

    Report m_report;                                                  //!< gets what is wrong
    Time m_timeout;                                                   //!< of data
    std::map<uint32_t, Command> m_commands;                           //!< by task tag
    std::map<uint32_t, IscsiTaskManagementRequestHeader> m_functions; //!< by task tag
    std::map<uint32_t, uint32_t> m_ended; //!< CmdSN of tasks that functions ended, by task tag
    std::deque<uint32_t> m_endedOrder;    //!< their tags, as they ended
    bool m_isFast{false};                 //!< whether tasks are ended by FastAbort
};

} // namespace ns3

#endif /* ISCSI_TARGET_CHECKER_H */

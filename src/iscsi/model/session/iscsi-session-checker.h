/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SESSION_CHECKER_H
#define ISCSI_SESSION_CHECKER_H

#include "ns3/iscsi-bhs.h"
#include "ns3/iscsi-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-session
 *
 * @param pdu a Login Response
 * @return whether it says that tasks are ended by FastAbort (RFC 7143, 4.2.3.4)
 */
bool SaysIscsiFastAbort(const Ptr<const Packet>& pdu);

/**
 * @ingroup iscsi-session
 *
 * Watches the PDUs of a session at its initiator and says what breaks the rules of its numbers
 * (RFC 7143, 4.2.2), whichever side broke them. It knows nothing of either side's state:
 *
 * -# CmdSN: requests are numbered one after the other. One that is sent again has its tag and its
 *    number; immediate ones have the number of the next and take none. With a connection that is
 *    lost, requests may be lost that it had not sent; their numbers come later, or never. Cores of
 *    a host that deal with several connections (ExpectCores) may send them in another order.
 * -# ExpCmdSN: a target does not expect what is beyond the next request, and offers no window that
 *    ends before the number that it expects, less one.
 * -# Commands that have a number and no status yet, and the window that is offered, are together no
 *    more than the window at login, as long as a session has one connection, no status is lost, and
 *    nobody ends tasks by task management (ExpectAborts).
 * -# Task management functions that end several tasks are answered once these tasks have got the
 *    data that R2Ts asked for (4.2.3.3), as long as a session has one connection and does without
 *    FastAbort (4.2.3.4). This holds for tasks that no other session may have ended before.
 *    Without FastAbort these tasks have no status behind that answer, unless it is sent again or a
 *    connection is lost: the target waits until all earlier ones are acknowledged (4.2.3.3).
 * -# Initiator task tags: no two tasks at a time have the same.
 * -# Each command ends once: a status is of a command that was sent and has not ended. One that is
 *    sent again has its number, StatSN. So with other requests, but for immediate ones that were
 *    sent again: each may be answered.
 * -# StatSN, as long as a session has one connection: statuses are numbered one after the other
 * from its login on. A PDU that takes no number has that of the next status. What is sent again has
 *    its number, and no number has two statuses.
 * -# DataSN of Data-In: counted by each command from 0. One that is sent again has its number. As
 *    long as a session has one connection, no status is acknowledged (ExpStatSN) while one of its
 *    command's is missing (7.9).
 * -# DataSN of Data-Out: counted by each sequence from 0. Some may be sent when their command has
 *    ended, as they waited before.
 *
 * PDUs that arrived damaged are not to be given to it. Of tasks that a task management function
 * ended, statuses that are on their way may still come. A command takes memory until it has ended.
 */
class IscsiSessionChecker
{
  public:
    /// Called with a line for each violation.
    using Report = std::function<void(const std::string&)>;

    /**
     * @param report gets what is wrong
     */
    explicit IscsiSessionChecker(Report report);

    /**
     * The initiator sends a PDU.
     *
     * @param pdu header segments and data segment
     * @param opcode its opcode
     */
    void NoteSent(Ptr<const Packet> pdu, IscsiOpcode opcode);

    /**
     * The initiator has received a PDU that is not damaged.
     *
     * @param pdu header segments and data segment
     * @param opcode its opcode
     */
    void NoteReceived(Ptr<const Packet> pdu, IscsiOpcode opcode);

    /**
     * A state machine of the initiator changes its state, as the trace source StateTransition of
     * IscsiApplication says.
     *
     * @param machine such as "connection 1"
     * @param oldState what it was in
     * @param newState what it is in
     */
    void NoteState(const std::string& machine,
                   const std::string& oldState,
                   const std::string& newState);

    /**
     * Other sessions begin with functions of task management, or have had their answers. Until then
     * tasks may end without a status.
     *
     * @param mayEnd whether tasks may end from now on
     */
    void ExpectAborts(bool mayEnd);

    /**
     * The host has several cores: each hands requests of its connections to TCP in its own time, so
     * numbers are in order on each connection (4.2.2.1), but not among them.
     */
    void ExpectCores();

    /**
     * @return whether a task management function of the session has not been answered
     */
    bool HasOpenFunctions() const;

    /**
     * @return number of PDUs that it has seen
     */
    uint64_t GetPdus() const;

    /**
     * @return number of commands that have not ended, without those that were given up
     */
    std::size_t GetOpenCommands() const;

  private:
    /// Tasks that ended and are kept in mind.
    static constexpr std::size_t KEPT = 1024;

    /// Numbers of a command's Data-In PDUs, or of its R2Ts.
    struct Numbers
    {
        uint32_t next{0};         //!< all before it have come
        std::set<uint32_t> early; //!< what has come behind a gap

        /**
         * @param number of a PDU
         */
        void Note(uint32_t number);
    };

    /// The statuses of the only connection.
    struct Statuses
    {
        uint32_t next{0};                  //!< StatSN of the next
        std::map<uint32_t, uint32_t> tags; //!< tags of the last ones, by StatSN
        std::deque<uint32_t> order;        //!< their numbers, as they came
        bool isWhole{true};                //!< whether none has been skipped or asked for
    };

    /// A command's status.
    struct Status
    {
        uint32_t statSn;                   //!< its number
        std::optional<uint32_t> expDataSn; //!< how many Data-In PDUs it says there were, if it does
    };

    /// A task that has ended.
    struct Ended
    {
        uint32_t statSn; //!< number of its status, or of another answer
        uint32_t cmdSn;  //!< number of its request
    };

    /// A task that was sent.
    struct Task
    {
        IscsiOpcode opcode{};          //!< of its request
        uint32_t cmdSn{0};             //!< number of its request
        uint64_t lun{0};               //!< of the logical unit
        uint8_t function{0};           //!< of a task management request
        bool isImmediate{false};       //!< whether its request takes no number
        bool isGivenUp{false};         //!< whether it was to be ended before its status
        bool mayHaveEnded{false};      //!< whether another session may have ended it
        std::optional<uint32_t> fence; //!< StatSN of the answer to a function that ended it
        Numbers numbers;               //!< of Data-In PDUs and R2Ts
        bool hasDataIn{false};         //!< whether Data-In PDUs have come
        bool hasR2t{false};            //!< whether R2Ts have come
        std::map<uint32_t, uint32_t> nextDataOutSn; //!< by target transfer tag
        std::set<uint32_t> r2ts;      //!< transfer tags of those whose data is to come
        std::optional<Status> status; //!< what came while data were missing
    };

    /**
     * A request is sent that has a place in the command sequence.
     *
     * @param bhs its header
     * @param opcode its opcode
     */
    void NoteRequest(const IscsiBhs& bhs, IscsiOpcode opcode);

    /**
     * Check the number of a request that was not sent before.
     *
     * @param cmdSn its number
     * @param isImmediate whether it takes none
     */
    void CheckCmdSn(uint32_t cmdSn, bool isImmediate);

    /**
     * A Data-Out PDU is sent.
     *
     * @param bhs its header
     */
    void NoteDataOut(const IscsiBhs& bhs);

    /**
     * Check what a target says of the command window.
     *
     * @param bhs header of its PDU
     */
    void CheckWindow(const IscsiBhs& bhs);

    /**
     * Check that a target offers no more places than it has, when a PDU has been taken in.
     *
     * @param bhs header of its PDU
     */
    void CheckPlaces(const IscsiBhs& bhs);

    /**
     * Check that no data is to come for tasks that a task management function has ended.
     *
     * @param function the function, which is complete
     * @param statSn number of its answer
     */
    void CheckQuiet(const Task& function, uint32_t statSn);

    /**
     * Check that a task that a task management function has ended gets no status behind its answer.
     *
     * @param task the task
     * @param statSn number of its status
     */
    void CheckFence(const Task& task, uint32_t statSn) const;

    /**
     * Check the status number of a PDU that is no Login Response.
     *
     * @param bhs its header
     * @param opcode its opcode
     */
    void CheckStatSn(const IscsiBhs& bhs, IscsiOpcode opcode);

    /**
     * A Data-In PDU or an R2T has come.
     *
     * @param bhs its header
     * @param opcode its opcode
     */
    void NoteTransfer(const IscsiBhs& bhs, IscsiOpcode opcode);

    /**
     * A command has ended.
     *
     * @param bhs header of the PDU that has its status
     * @param expDataSn how many Data-In PDUs it had, if the status says so
     */
    void NoteStatus(const IscsiBhs& bhs, std::optional<uint32_t> expDataSn);

    /**
     * @param task a task
     * @param status its status
     * @return whether Data-In PDUs are missing, or too many have come
     */
    static bool IsIncomplete(const Task& task, const Status& status);

    /**
     * Check that what the initiator acknowledges is complete.
     *
     * @param expStatSn the next status that it expects
     */
    void CheckAcknowledged(uint32_t expStatSn);

    /**
     * Another request was answered.
     *
     * @param bhs header of the answer
     * @param opcode opcode of the answer
     */
    void NoteAnswer(const IscsiBhs& bhs, IscsiOpcode opcode);

    /**
     * @param bhs header of a status or of another answer
     * @return whether it has come before: it is sent again, with the same number
     */
    bool HasEnded(const IscsiBhs& bhs) const;

    /**
     * Keep in mind that a task has ended.
     *
     * @param tag its tag
     * @param statSn number of its status, or of another answer
     */
    void End(uint32_t tag, uint32_t statSn);

    /// All tasks that are open may end without a status.
    void GiveUpAll();

    /**
     * @param tag of a task
     * @param opcode of what came for it
     * @return the task; null if there is none, which is reported
     */
    Task* Find(uint32_t tag, IscsiOpcode opcode);

    Report m_report;                    //!< gets what is wrong
    std::optional<uint32_t> m_next;     //!< CmdSN of the next request, once one was sent
    bool m_hasLost{false};              //!< whether a connection was lost in this session
    bool m_hasCores{false};             //!< whether connections have cores of their own
    std::set<uint32_t> m_skipped;       //!< CmdSNs that were not sent when later ones were
    std::map<uint32_t, Task> m_tasks;   //!< by tag
    std::set<uint32_t> m_incomplete;    //!< tags of those whose status came before their data
    std::set<uint32_t> m_lateTags;      //!< of which PDUs may come when the task has ended
    std::map<uint32_t, Ended> m_ended;  //!< tasks that ended last, by tag
    std::deque<uint32_t> m_endedOrder;  //!< their tags, as they ended
    std::optional<Statuses> m_statuses; //!< null with several connections
    uint32_t m_places{0};               //!< window that was offered at login
    bool m_hasAborts{false};            //!< whether tasks may have ended without a status
    bool m_mayEnd{false};               //!< whether another session may end some now
    bool m_isFast{false};               //!< whether tasks are ended by FastAbort
    uint64_t m_pdus{0};                 //!< seen
};

} // namespace ns3

#endif /* ISCSI_SESSION_CHECKER_H */

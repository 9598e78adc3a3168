/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_COMMAND_SENDER_H
#define ISCSI_INITIATOR_COMMAND_SENDER_H

#include "iscsi-initiator-task.h"

#include "ns3/iscsi-scsi-command-header.h"

#include <cstdint>
#include <list>

namespace ns3
{

class IscsiInitiatorTransfer;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator-task
 *
 * Sends the SCSI commands of an initiator's session: they wait for the command window in the order
 * of submission, are numbered across the whole session, and each uses the connection chosen for it
 * (RFC 7143, 4.2.2.1 and 4.2.5.1).
 */
class IscsiInitiatorCommandSender
{
  public:
    /**
     * @param context what the session's parts share; outlives this
     * @param transfer sends and asks for data; outlives this
     */
    IscsiInitiatorCommandSender(IscsiInitiatorContext& context, IscsiInitiatorTransfer& transfer);

    /**
     * Put a command behind those that wait.
     */
    void Add(const Ptr<IscsiInitiatorTask>& task);

    /**
     * Send the commands that wait, as far as the window reaches.
     */
    void SendPending();

    /**
     * Send a command once more as it was sent before (RFC 7143, 7.2.1), as soon as the data that
     * go with it are there. The connection may be another.
     */
    void Resend(const Ptr<IscsiInitiatorTask>& task);

    /**
     * @param task a task
     * @return true if its command waits for data to be sent once more
     */
    bool IsResending(const Ptr<IscsiInitiatorTask>& task) const;

    /**
     * Take a command out that waits.
     *
     * @param scsi the client's task
     * @return its task, or null if it does not wait
     */
    Ptr<IscsiInitiatorTask> Withdraw(const ScsiTask* scsi);

    /**
     * Take all commands out that wait.
     *
     * @return their tasks, the oldest first
     */
    std::list<Ptr<IscsiInitiatorTask>> WithdrawAll();

    /**
     * @return commands that wait
     */
    uint32_t GetLength() const;

  private:
    /**
     * Send the first of the commands that are sent once more.
     *
     * @return false if there is none, or if it waits for data
     */
    bool SendAgain();

    /**
     * Send the first of the commands that were not sent yet.
     *
     * @return false if there is none, or if it must wait
     */
    bool SendNew();

    /**
     * Get all data that go without an R2T. Only then may the command leave, so that the data of one
     * command never come between or behind those of the next (RFC 7143, 4.2.5.2).
     *
     * @param task the command's task, the first in line
     * @return true if the command can go, false if the client has yet to give the data
     */
    bool PrepareData(const Ptr<IscsiInitiatorTask>& task);

    /**
     * Ensure that a command that is first in line has a connection.
     */
    void AssignConnection(const Ptr<IscsiInitiatorTask>& task) const;

    /**
     * @param task a task with its connection
     * @return bytes of data its command PDU carries
     */
    uint32_t GetImmediateLength(const IscsiInitiatorTask& task) const;

    /**
     * @param task a task with its connection
     * @param immediate bytes of immediate data
     * @return bytes of data that go before any R2T, immediate data included
     */
    uint32_t GetUnsolicitedLength(const IscsiInitiatorTask& task, uint32_t immediate) const;

    /**
     * @param task a task with its connection, whose data are prepared
     */
    void Send(const Ptr<IscsiInitiatorTask>& task);

    /**
     * Put a command on the wire, and behind it the data that go without an R2T.
     *
     * @param task its task, numbered, whose data are prepared
     */
    void Transmit(const Ptr<IscsiInitiatorTask>& task);

    /**
     * @param task a task
     * @return the header of its command but for flags, segments and ExpStatSN
     */
    static IscsiScsiCommandHeader MakeHeader(const IscsiInitiatorTask& task);

    IscsiInitiatorContext& m_context;   //!< what the session's parts share
    IscsiInitiatorTransfer& m_transfer; //!< sends the data of writes

    std::list<Ptr<IscsiInitiatorTask>> m_pending; //!< commands not sent yet
    std::list<Ptr<IscsiInitiatorTask>> m_again;   //!< commands to be sent once more
    Ptr<Packet> m_immediate;                      //!< immediate data of the first in line
    bool m_isSending{false};                      //!< inside SendPending
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_COMMAND_SENDER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_COMMAND_SEQUENCER_H
#define ISCSI_TARGET_COMMAND_SEQUENCER_H

#include "iscsi-target-task.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-header.h"
#include "ns3/iscsi-observer.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

class IscsiTargetConnection;

/**
 * @ingroup iscsi-target-task
 *
 * The order and the window of the commands of a target's session (RFC 7143, 4.2.2.1). It grants a
 * window of numbers, holds requests that arrive out of order, whatever their connection, and knows
 * which is next.
 *
 * The window is a fixed number of task slots, of which the free ones are offered. MaxCmdSN never
 * decreases, because a slot is taken by the same command that advances ExpCmdSN. The observer is
 * notified when the window moves.
 */
class IscsiTargetCommandSequencer
{
  public:
    /// Unsolicited data of a write.
    struct Data
    {
        IscsiDataOutHeader header; //!< the PDU's header
        Ptr<Packet> data;          //!< its data segment
    };

    /// A request that is in the order.
    struct Command
    {
        IscsiTargetConnection* connection{nullptr}; //!< where it came in
        IscsiOpcode opcode{IscsiOpcode::NOP_OUT};   //!< what it is
        IscsiScsiCommandHeader
            header;               //!< the fields that requests share, as a SCSI Command has them
        Ptr<Packet> pdu;          //!< the PDU, null if its number only counts as received
        std::vector<Data> data{}; //!< what came behind it without an R2T
        uint32_t dataLength{0};   //!< how much that is, bytes
    };

    /**
     * Begin a session.
     *
     * @param cmdSn the number of the first request
     * @param slots tasks the target works on at a time, at least 1
     * @param observer notified of the window; outlives this part, null for nobody
     */
    IscsiTargetCommandSequencer(uint32_t cmdSn, uint32_t slots, IscsiObserver* observer);

    /**
     * @param cmdSn a number
     * @return true if a command of this number lies in the window
     */
    bool Contains(uint32_t cmdSn) const;

    /**
     * @return the next number expected
     */
    uint32_t GetExpCmdSn() const;

    /**
     * @return the last number on offer
     */
    uint32_t GetMaxCmdSn() const;

    /**
     * The number that is due counts as received: ExpCmdSN moves on.
     */
    void Advance();

    /**
     * @return true if a task may begin without more of them than there are slots
     */
    bool HasFreeSlot() const;

    /**
     * A task begins: it takes a slot. An immediate command may take one more than there are.
     */
    void AcquireSlot(IscsiTargetTask& task);

    /**
     * A task is over as far as the command window is concerned. Nothing happens if it was before.
     */
    void FreeSlot(IscsiTargetTask& task);

    /**
     * @param cmdSn number of a request that has just come
     * @return true if it is its turn
     */
    bool IsNext(uint32_t cmdSn) const;

    /**
     * Keep a request until its turn comes. One whose number is there already is dropped.
     *
     * @param command the request, whose number lies in the window
     */
    void Keep(const Command& command);

    /**
     * Keep data that came without an R2T behind a command that is not yet in order.
     *
     * @param connection where both came in
     * @param data the data
     * @param most most bytes of a command that may come so: FirstBurstLength
     * @return false if there is no such command, or if it is too much
     */
    bool KeepData(const IscsiTargetConnection* connection, const Data& data, uint32_t most);

    /**
     * @return true if the next request in order has come before it
     */
    bool HasNext() const;

    /**
     * Take out the next request in order. Its number counts as received only with Advance.
     *
     * @param command filled in
     * @return true if there is one
     */
    bool TakeNext(Command& command);

    /**
     * Let a number count as received although its request is no longer needed (RFC 7143,
     * 11.6.1).
     *
     * @param cmdSn the number, in the window
     */
    void Plug(uint32_t cmdSn);

    /**
     * Let all numbers that are missing before another count as received (RFC 7143, 4.2.3.3 b).
     *
     * @param cmdSn the number behind them
     */
    void PlugBefore(uint32_t cmdSn);

    /**
     * Drop what arrived over one connection and is not yet in order (RFC 7143, 11.14).
     */
    void DiscardOf(const IscsiTargetConnection* connection);

    /**
     * Hold back requests from a number on, until told otherwise.
     *
     * @param cmdSn the number, nothing to hold back none
     */
    void HoldFrom(std::optional<uint32_t> cmdSn);

  private:
    /**
     * @param cmdSn a number
     * @return true if requests of this number are held back
     */
    bool IsHeld(uint32_t cmdSn) const;

    /**
     * Offer the slots that are free, unless more was offered before, and notify the observer.
     */
    void Offer();

    const uint32_t m_slots;              //!< task slots
    uint32_t m_taken{0};                 //!< those taken
    uint32_t m_expCmdSn;                 //!< next number expected
    uint32_t m_maxCmdSn;                 //!< last number on offer
    std::map<uint32_t, Command> m_early; //!< requests before their turn, by CmdSN
    std::optional<uint32_t> m_hold;      //!< requests from here on wait
    IscsiObserver* const m_observer;     //!< notified of the window, or null
};

} // namespace ns3

#endif /* ISCSI_TARGET_COMMAND_SEQUENCER_H */

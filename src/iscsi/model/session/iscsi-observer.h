/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_OBSERVER_H
#define ISCSI_OBSERVER_H

#include "ns3/iscsi-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-session
 *
 * Notified of the events of sessions and connections: the application that owns them, which turns
 * the events into trace sources and counters.
 */
class IscsiObserver
{
  public:
    virtual ~IscsiObserver() = default;

    /**
     * A PDU was handed to TCP.
     *
     * @param pdu header segments and data segment, without padding
     * @param opcode its opcode
     */
    virtual void PduSent(Ptr<const Packet> pdu, IscsiOpcode opcode) = 0;

    /**
     * A PDU is taken in: it has arrived, and the host has spent its time on it. What was behind a
     * PDU that ended its connection is not.
     *
     * @param pdu header segments and data segment, without padding
     * @param opcode its opcode
     */
    virtual void PduReceived(Ptr<const Packet> pdu, IscsiOpcode opcode) = 0;

    /**
     * A state machine made a transition.
     *
     * @param machine which: "session" or "connection" and its CID
     * @param oldState state before, as RFC 7143, chapter 8, names it
     * @param newState state after
     */
    virtual void StateChanged(const std::string& machine,
                              const std::string& oldState,
                              const std::string& newState) = 0;

    /**
     * The command window moved.
     *
     * @param cmdSn number of the initiator's next command; at a target the same as expCmdSn
     * @param expCmdSn next number the target expects
     * @param maxCmdSn last number the target accepts
     */
    virtual void CommandWindowChanged(uint32_t cmdSn, uint32_t expCmdSn, uint32_t maxCmdSn) = 0;

    /**
     * The peer broke the protocol, or a login failed.
     *
     * @param what what it did, as text
     */
    virtual void ProtocolErrorSeen(const std::string& what) = 0;

    /**
     * Something was done to recover from an error (RFC 7143, chapter 7).
     *
     * @param action what was done, as text: "SNACK sent", "task reassigned"
     */
    virtual void RecoveryTaken(const std::string& action) = 0;
};

} // namespace ns3

#endif /* ISCSI_OBSERVER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_COMMAND_SEQUENCER_H
#define ISCSI_TARGET_COMMAND_SEQUENCER_H

#include "iscsi-target-command-window.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-header.h"
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
 * @ingroup iscsi
 *
 * Orders the requests of a session by CmdSN, whatever their connection (RFC 7143, 4.2.2.1): it
 * holds those that arrive out of order and knows which is next.
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
        IscsiTargetConnection* connection; //!< where it came in
        IscsiOpcode opcode;                //!< what it is
        Ptr<Packet> pdu;                   //!< the PDU, null if its number only counts as received
        std::vector<Data> data{};          //!< what came behind it without an R2T
        uint32_t dataLength{0};            //!< how much that is, bytes
    };

    /**
     * Begin a session.
     *
     * @param cmdSn the number of the first request
     * @param slots tasks the target works on at a time, at least 1
     */
    IscsiTargetCommandSequencer(uint32_t cmdSn, uint32_t slots);

    /**
     * @return the command window
     */
    const IscsiTargetCommandWindow& GetWindow() const;

    /**
     * @return the command window, for taking and freeing slots
     */
    IscsiTargetCommandWindow& GetWindow();

    /**
     * @param cmdSn number of a request that has just come
     * @return true if it is its turn
     */
    bool IsNext(uint32_t cmdSn) const;

    /**
     * Keep a request until its turn comes. One whose number is there already is dropped.
     *
     * @param cmdSn its number, in the window
     * @param command the request
     */
    void Keep(uint32_t cmdSn, const Command& command);

    /**
     * Keep data that came without an R2T behind a command whose turn has not come.
     *
     * @param connection where both came in
     * @param data the data
     * @param most most bytes of a command that may come so: FirstBurstLength
     * @return false if there is no such command, or if it is too much
     */
    bool KeepData(const IscsiTargetConnection* connection, const Data& data, uint32_t most);

    /**
     * @return true if the request whose turn it is has come before it
     */
    bool HasNext() const;

    /**
     * Take out the request whose turn it is. Its number counts as received only with Advance.
     *
     * @param command filled in
     * @return true if there is one
     */
    bool Take(Command& command);

    /**
     * The number that is due counts as received.
     */
    void Advance();

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
     * Drop what one connection brought and whose turn has not come (RFC 7143, 11.14).
     *
     * @param connection the connection
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

    IscsiTargetCommandWindow m_commandWindow; //!< the command window
    std::map<uint32_t, Command> m_early;      //!< requests before their turn, by CmdSN
    std::optional<uint32_t> m_hold;           //!< requests from here on wait
};

} // namespace ns3

#endif /* ISCSI_TARGET_COMMAND_SEQUENCER_H */

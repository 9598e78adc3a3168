/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_COMMAND_WINDOW_H
#define ISCSI_INITIATOR_COMMAND_WINDOW_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The command window of a session at its initiator (RFC 7143, 4.2.2.1): the numbers assigned to
 * commands and the limit set by the target.
 */
class IscsiInitiatorCommandWindow
{
  public:
    /**
     * Begin a session.
     *
     * @param cmdSn the number of the first command; the window is open for it alone
     */
    explicit IscsiInitiatorCommandWindow(uint32_t cmdSn);

    /**
     * @return true if the target takes one more command
     */
    bool IsOpen() const;

    /**
     * Number a command. The window must be open.
     *
     * @return the command's CmdSN
     */
    uint32_t Take();

    /**
     * Learn what a PDU of the target says. Numbers older than those known, or that contradict each
     * other, are ignored.
     *
     * @param expCmdSn its ExpCmdSN
     * @param maxCmdSn its MaxCmdSN
     * @return true if anything changed
     */
    bool Update(uint32_t expCmdSn, uint32_t maxCmdSn);

    /**
     * @return the number of the next command, which an immediate command shows without taking it
     */
    uint32_t GetCmdSn() const;

    /**
     * @return the next number the target expects
     */
    uint32_t GetExpCmdSn() const;

    /**
     * @return the last number the target takes
     */
    uint32_t GetMaxCmdSn() const;

  private:
    uint32_t m_cmdSn;    //!< number of the next command
    uint32_t m_expCmdSn; //!< next the target expects
    uint32_t m_maxCmdSn; //!< last the target takes
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_COMMAND_WINDOW_H */

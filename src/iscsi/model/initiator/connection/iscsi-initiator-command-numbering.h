/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_COMMAND_NUMBERING_H
#define ISCSI_INITIATOR_COMMAND_NUMBERING_H

#include "iscsi-initiator-connection-settings.h"

#include "ns3/iscsi-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * The order and the window of the commands of an initiator's session (RFC 7143, 4.2.2.1): shared by
 * all its connections and parts, and updated from the target's responses. During a reset no command
 * is numbered.
 */
class IscsiInitiatorCommandNumbering
{
  public:
    /**
     * @param settings name the observer of the window, if any; outlive this
     */
    explicit IscsiInitiatorCommandNumbering(const IscsiInitiatorConnectionSettings& settings);

    /**
     * Begin a session. The window holds its first command alone until the target says more.
     *
     * @param cmdSn the number of that command
     */
    void Start(uint32_t cmdSn = 1);

    /**
     * @return true if a command can be numbered now
     */
    bool IsOpen() const;

    /**
     * Number a command. The command window must be open.
     *
     * @return the command's CmdSN
     */
    uint32_t AllocateNumber();

    /**
     * Update the command window from a PDU.
     */
    void Update(const IscsiResponseHeader& header);

    /**
     * Update the command window. Numbers that contradict each other are ignored, and old ones
     * change nothing (RFC 7143, 4.2.2.1).
     *
     * @param expCmdSn the next number that the target expects
     * @param maxCmdSn the last number that it accepts
     * @return true if the window moved
     */
    bool Update(uint32_t expCmdSn, uint32_t maxCmdSn);

    /**
     * Hold commands back until a reset is over: they may find another state of things.
     */
    void BeginReset();

    /**
     * A reset is over.
     */
    void EndReset();

    /**
     * @return the number of the next command
     */
    uint32_t GetCmdSn() const;

    /**
     * @return the next number that the target expects
     */
    uint32_t GetExpCmdSn() const;

    /**
     * @return the last number that the target accepts
     */
    uint32_t GetMaxCmdSn() const;

  private:
    /**
     * Notify who follows the command window.
     */
    void NotifyWindow() const;

    const IscsiInitiatorConnectionSettings& m_settings; //!< name the observer
    uint32_t m_cmdSn{1};                                //!< number of the next command
    uint32_t m_expCmdSn{1};                             //!< next that the target expects
    uint32_t m_maxCmdSn{1};                             //!< last that the target accepts
    uint32_t m_resets{0};                               //!< resets under way
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_COMMAND_NUMBERING_H */

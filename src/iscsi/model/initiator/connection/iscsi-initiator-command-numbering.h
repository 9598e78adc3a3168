/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_COMMAND_NUMBERING_H
#define ISCSI_INITIATOR_COMMAND_NUMBERING_H

#include "iscsi-initiator-command-window.h"
#include "iscsi-initiator-connection-settings.h"

#include "ns3/iscsi-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The numbers of the commands of an initiator's session (RFC 7143, 4.2.2.1): shared by all its
 * connections and parts, and updated from the target's responses. During a reset no command is
 * numbered.
 */
class IscsiInitiatorCommandNumbering
{
  public:
    /**
     * @param settings name who is told of the command window; outlive this
     */
    explicit IscsiInitiatorCommandNumbering(const IscsiInitiatorConnectionSettings& settings);

    /**
     * Begin a session: its first command gets the number 1.
     */
    void Start();

    /**
     * @return true if a command can be numbered now
     */
    bool IsOpen() const;

    /**
     * Number a command. The command window must be open.
     *
     * @return the command's CmdSN
     */
    uint32_t Take();

    /**
     * Learn the command window that a PDU tells.
     *
     * @param header its header
     */
    void Update(const IscsiResponseHeader& header);

    /**
     * Hold commands back until a reset is over: they may find another state of things.
     */
    void BeginReset();

    /**
     * A reset is over.
     */
    void EndReset();

    /**
     * @return the command window
     */
    const IscsiInitiatorCommandWindow& GetWindow() const;

  private:
    /**
     * Tell who follows the command window.
     */
    void NotifyWindow() const;

    const IscsiInitiatorConnectionSettings& m_settings; //!< name who is told
    IscsiInitiatorCommandWindow m_window{1};            //!< the command window
    uint32_t m_resets{0};                               //!< resets under way
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_COMMAND_NUMBERING_H */

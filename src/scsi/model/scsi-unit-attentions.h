/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_UNIT_ATTENTIONS_H
#define SCSI_UNIT_ATTENTIONS_H

#include "scsi-sense.h"
#include "scsi-task.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup scsi
 *
 * The unit attention conditions of a logical unit (SAM-5, 5.14): what each initiator port is still
 * to be told. An initiator port is known from its first command on.
 */
class ScsiUnitAttentions
{
  public:
    /**
     * @param task a command
     * @return what the initiator port that sent it is still to be told; to be emptied by who tells
     *         it
     */
    std::optional<ScsiAdditionalSense>& Find(const ScsiTask& task);

    /**
     * Something changed that all known initiator ports must be told but the one that did it.
     *
     * @param additional what changed
     * @param cause the command that did it
     */
    void Establish(ScsiAdditionalSense additional, const ScsiTask& cause);

  private:
    /**
     * @param task a command
     * @return the name of the initiator port that sent it, empty if it has none
     */
    static const std::string& GetName(const ScsiTask& task);

    /// What is to be told, by name of the initiator port.
    std::unordered_map<std::string, std::optional<ScsiAdditionalSense>> m_pending;
};

} // namespace ns3

#endif /* SCSI_UNIT_ATTENTIONS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_UNIT_ATTENTIONS_H
#define SCSI_UNIT_ATTENTIONS_H

#include "ns3/scsi-sense.h"
#include "ns3/scsi-task.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi
 *
 * @param port name of an initiator port, or null
 * @return the name, empty for null
 */
const std::string& GetScsiPortName(const std::shared_ptr<const std::string>& port);

/**
 * @ingroup scsi
 *
 * The unit attention conditions of a logical unit (SAM-5, 5.14): those pending for each initiator
 * port, the oldest first, without duplicates. An initiator port is known from its first command on.
 * A reset replaces all earlier conditions.
 */
class ScsiUnitAttentions
{
  public:
    /**
     * @param port name of the initiator port that sent a command, which is known from now on
     * @return the first thing that it is still to be told, which is told now; or nothing
     */
    std::optional<ScsiAdditionalSense> Take(const std::string& port);

    /**
     * Something happened that one initiator port must be told, if it is known.
     *
     * @param additional what happened
     * @param port its name
     */
    void EstablishFor(ScsiAdditionalSense additional, const std::string& port);

    /**
     * Something happened that all known initiator ports must be told but one.
     *
     * @param additional what happened
     * @param cause name of the one that did it
     */
    void EstablishForOthers(ScsiAdditionalSense additional, const std::string& cause);

    /**
     * Something happened that all known initiator ports must be told.
     *
     * @param additional what happened
     */
    void EstablishForAll(ScsiAdditionalSense additional);

    /**
     * @param name name of an initiator port, or of an iSCSI node, which means all its ports that
     * are known
     * @return the names of the initiator ports, in order
     */
    std::vector<std::string> GetInitiatorPorts(const std::string& name) const;

  private:
    /// What is to be told, the oldest first.
    using Queue = std::vector<ScsiAdditionalSense>;

    /**
     * @param queue what an initiator port is still to be told
     * @param additional what it is to be told, too
     */
    static void Add(Queue& queue, ScsiAdditionalSense additional);

    std::unordered_map<std::string, Queue> m_pending; //!< by name of the initiator port
};

} // namespace ns3

#endif /* SCSI_UNIT_ATTENTIONS_H */

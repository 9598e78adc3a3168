/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_UNIT_ATTENTIONS_H
#define SCSI_UNIT_ATTENTIONS_H

#include "ns3/scsi-sense.h"
#include "ns3/scsi-task.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-unit
 *
 * @param port name of an initiator port, or null
 * @return the name, empty for null
 */
const std::string& GetScsiPortName(const std::shared_ptr<const std::string>& port);

/**
 * @ingroup scsi-unit
 *
 * The unit attention conditions of a logical unit (SAM-5, 5.14): those pending for each initiator
 * port, the oldest first, without duplicates. An initiator port is known from its first command on.
 * A reset replaces all earlier conditions. Of ports whose nexus was lost, and which have sent no
 * command since, those are known that were lost last: a host may come with another name each time.
 */
class ScsiUnitAttentions
{
  public:
    static constexpr std::size_t MAX_LOST = 1024; //!< lost ports that are known

    /**
     * @param port name of the initiator port that sent a command, which is known from now on
     * @return the first thing that is still to be reported to it, and is reported now; or nothing
     */
    std::optional<ScsiAdditionalSense> Take(const std::string& port);

    /**
     * The nexus of an initiator port is lost, which is to be told if it comes back (SAM-5, 6.3.4).
     *
     * @param port its name
     */
    void Lose(const std::string& port);

    /**
     * Something happened of which one initiator port must be notified, if it is known.
     *
     * @param additional what happened
     * @param port its name
     */
    void EstablishFor(ScsiAdditionalSense additional, const std::string& port);

    /**
     * Something happened of which all known initiator ports must be notified but one.
     *
     * @param additional what happened
     * @param cause name of the one that did it
     */
    void EstablishForOthers(ScsiAdditionalSense additional, const std::string& cause);

    /**
     * Something happened of which all known initiator ports must be notified.
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
    /// What is to be reported, the oldest first.
    using Queue = std::vector<ScsiAdditionalSense>;

    /// An initiator port.
    struct Port
    {
        Queue queue;      //!< what to report to it
        uint64_t loss{0}; //!< number of the loss of its nexus, 0 if it has sent a command since
    };

    /**
     * @param queue what is still to be reported to an initiator port
     * @param additional what to report to it, too
     */
    static void Add(Queue& queue, ScsiAdditionalSense additional);

    /// Forget the port that was lost first, unless it came back.
    void ForgetOldest();

    std::unordered_map<std::string, Port> m_ports;       //!< by name of the initiator port
    std::deque<std::pair<std::string, uint64_t>> m_lost; //!< names and numbers of losses
    uint64_t m_losses{0};                                //!< number of the last loss
};

} // namespace ns3

#endif /* SCSI_UNIT_ATTENTIONS_H */

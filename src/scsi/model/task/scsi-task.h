/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TASK_H
#define SCSI_TASK_H

#include "ns3/io-timeline.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class ScsiInitiatorClient;
class ScsiTargetPort;

/// The status byte of a SCSI command (SAM-5, 5.3.1).
enum class ScsiStatus : uint8_t
{
    GOOD = 0x00,
    CHECK_CONDITION = 0x02,
    CONDITION_MET = 0x04,
    BUSY = 0x08,
    RESERVATION_CONFLICT = 0x18,
    TASK_SET_FULL = 0x28,
    ACA_ACTIVE = 0x30,
    TASK_ABORTED = 0x40
};

/// The order of a command in its task set (SAM-5, 8.6). The numbers are iSCSI's
/// (RFC 7143, 11.3.1).
enum class ScsiTaskAttribute : uint8_t
{
    UNTAGGED = 0,
    SIMPLE = 1,
    ORDERED = 2,
    HEAD_OF_QUEUE = 3,
    ACA = 4
};

/// What became of the transport of a command (SAM-5, 5.1: service delivery or target failure).
enum class ScsiServiceResponse : uint8_t
{
    COMMAND_COMPLETE, //!< there is a status
    DELIVERY_FAILURE  //!< the nexus was lost or the target failed; there is no status
};

/**
 * @ingroup scsi-task
 *
 * One SCSI command in progress: the request of the application client and the response of the
 * device server (SAM-5, 5.1, Execute Command). At the initiator the client creates it; at the
 * target the port creates an equal one from the received command.
 */
class ScsiTask : public SimpleRefCount<ScsiTask>
{
  public:
    virtual ~ScsiTask() = default;

    /**
     * Stamp a stage of the timeline with the current time. It has no effect if nothing records.
     *
     * @param stage the stage just passed
     */
    void Stamp(IoStage stage);

    uint64_t lun{0}; //!< logical unit number, the eight bytes of SAM-5 4.7 as a number
    std::array<uint8_t, 16> cdb{}; //!< command descriptor block, padded with zeros; or the first 16
                                   //!< bytes of a longer one
    std::vector<uint8_t> extendedCdb; //!< the bytes of the CDB from the 17th on, empty as a rule
    ScsiTaskAttribute attribute{ScsiTaskAttribute::SIMPLE}; //!< task attribute
    // A bidirectional command has both buffers.
    uint32_t dataInLength{0};  //!< data-in buffer size: most bytes the initiator takes
    uint32_t dataOutLength{0}; //!< data-out buffer size: bytes the initiator has to give
    /// Name of the initiator port, one text for all tasks of a nexus; null at the initiator itself.
    /// Through a second target port it tells that, too (MakeScsiNexusName).
    std::shared_ptr<const std::string> initiatorPort;

    ScsiServiceResponse response{ScsiServiceResponse::COMMAND_COMPLETE}; //!< service response
    ScsiStatus status{ScsiStatus::GOOD};                                 //!< status
    std::vector<uint8_t> sense; //!< sense data of a CHECK CONDITION (SPC-4, 4.5), else empty
    int64_t residual{0}; //!< bytes of the buffer not used (above 0, underflow), or bytes the device
                         //!< had beyond it (below 0, overflow); of the data-out buffer where
                         //!< there are both
    int64_t dataInResidual{0}; //!< the same of the data-in buffer of a bidirectional command

    ScsiInitiatorClient* client{nullptr}; //!< at the initiator: who gets the answers
    ScsiTargetPort* port{nullptr};        //!< at the target: the port that brought the task
    Ptr<IoTimeline> timeline;             //!< the stamps, null if nothing records
};

} // namespace ns3

#endif /* SCSI_TASK_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_COMMAND_HEADER_H
#define FCP_COMMAND_HEADER_H

#include "ns3/header.h"
#include "ns3/scsi-task.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-fcp
 *
 * The task attributes as an FCP_CMND carries them (FCP-4). The numbers are not iSCSI's.
 */
enum class FcpTaskAttribute : uint8_t
{
    SIMPLE = 0,        //!< simple
    HEAD_OF_QUEUE = 1, //!< head of queue
    ORDERED = 2,       //!< ordered
    ACA = 4,           //!< ACA
    UNTAGGED = 5,      //!< untagged
};

/**
 * @param attribute a task attribute of SAM-5
 * @return the same in an FCP_CMND
 */
FcpTaskAttribute ToFcpTaskAttribute(ScsiTaskAttribute attribute);

/**
 * @param attribute a task attribute of an FCP_CMND, any value
 * @return the same of SAM-5; SIMPLE for a reserved value
 */
ScsiTaskAttribute ToScsiTaskAttribute(FcpTaskAttribute attribute);

/**
 * @ingroup fcal-fcp
 *
 * FCP_CMND (FCP-4): a SCSI command, or a task management function if one of its flags is set.
 *
 * If there are fewer bytes than the unit claims to have, Deserialize changes nothing and returns 0.
 */
class FcpCommandHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 32;                //!< bytes without additional CDB
    static constexpr uint32_t MAX_ADDITIONAL_CDB = 252; //!< most bytes of additional CDB

    // Task management flags.
    static constexpr uint8_t ABORT_TASK_SET = 0x02;     //!< end this initiator's tasks of the unit
    static constexpr uint8_t CLEAR_TASK_SET = 0x04;     //!< end everybody's tasks of the unit
    static constexpr uint8_t LOGICAL_UNIT_RESET = 0x10; //!< reset the unit
    static constexpr uint8_t TARGET_RESET = 0x20;       //!< reset all units of the target
    static constexpr uint8_t CLEAR_ACA = 0x40;          //!< end an auto contingent allegiance

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    uint64_t lun{0};                                      //!< FCP_LUN, as in ScsiTask::lun
    uint8_t commandReference{0};                          //!< CRN: order of precise delivery, or 0
    FcpTaskAttribute attribute{FcpTaskAttribute::SIMPLE}; //!< task attribute, 3 bits
    uint8_t taskManagement{0};                            //!< task management flags, at most one
    bool readData{false};                                 //!< RDDATA: data-in is expected
    bool writeData{false};                                //!< WRDATA: data-out is expected
    std::array<uint8_t, 16> cdb{};                        //!< CDB, filled up with zeros
    std::vector<uint8_t> additionalCdb; //!< bytes 17 and on of a longer CDB, in whole words
    uint32_t dataLength{0};             //!< FCP_DL: bytes expected to be transferred
};

} // namespace ns3

#endif /* FCP_COMMAND_HEADER_H */

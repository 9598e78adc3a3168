/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_RESPONSE_HEADER_H
#define FCP_RESPONSE_HEADER_H

#include "ns3/header.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-fcp
 *
 * What FCP itself says about a command or task management function (FCP-4, RSP_CODE).
 */
enum class FcpResponseCode : uint8_t
{
    COMPLETE = 0x00,            //!< task management function complete, or no failure
    DATA_LENGTH_DIFFERS = 0x01, //!< FCP_DATA is not what FCP_BURST_LEN asked for
    COMMAND_INVALID = 0x02,     //!< fields of the FCP_CMND are invalid
    OFFSET_DIFFERS = 0x03,      //!< FCP_DATA's offset is not FCP_DATA_RO
    FUNCTION_REJECTED = 0x04,   //!< task management function rejected
    FUNCTION_FAILED = 0x05,     //!< task management function failed
    FUNCTION_SUCCEEDED = 0x08,  //!< task management function succeeded
    INCORRECT_LUN = 0x09,       //!< task management function: no such logical unit
};

/**
 * @ingroup fcal-fcp
 *
 * FCP_RSP (FCP-4): how a command or task management function ended, with sense data. The fields
 * that are present determine the flags: responseCode sets FCP_RSP_LEN_VALID, sense sets
 * FCP_SNS_LEN_VALID.
 *
 * If there are fewer bytes than the unit claims to have, or the length of its response information
 * is invalid, Deserialize changes nothing and returns 0.
 */
class FcpResponseHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 24;              //!< bytes without information and sense
    static constexpr uint32_t RESPONSE_INFO_SIZE = 8; //!< bytes of response information sent

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

    bool confirmationRequested{false};   //!< FCP_CONF_REQ: the target waits for an FCP_CONF
    bool underflow{false};               //!< FCP_RESID_UNDER: residual bytes were not transferred
    bool overflow{false};                //!< FCP_RESID_OVER: residual bytes had no room in FCP_DL
    ScsiStatus status{ScsiStatus::GOOD}; //!< SCSI status
    uint32_t residual{0};                //!< FCP_RESID, bytes

    /// RSP_CODE, if there is response information: after a task management function or a failure
    std::optional<FcpResponseCode> responseCode;

    std::vector<uint8_t> sense; //!< FCP_SNS_INFO, sense data; empty for none
};

} // namespace ns3

#endif /* FCP_RESPONSE_HEADER_H */

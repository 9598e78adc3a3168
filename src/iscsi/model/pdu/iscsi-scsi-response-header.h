/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SCSI_RESPONSE_HEADER_H
#define ISCSI_SCSI_RESPONSE_HEADER_H

#include "iscsi-header.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The iSCSI response code of a SCSI command (RFC 7143, 11.4.3).
 */
enum class IscsiScsiResponseCode : uint8_t
{
    COMPLETED = 0x00,      //!< command completed at target; the status is valid
    TARGET_FAILURE = 0x01, //!< the target could not carry it out
};

/**
 * @ingroup iscsi
 *
 * SCSI Response (RFC 7143, 11.4). The data segment is sense and response data.
 */
class IscsiScsiResponseHeader : public IscsiResponseHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiScsiResponseHeader();

    /// o bit: overflow of the read part of a bidirectional command
    bool bidirectionalOverflow{false};

    /// u bit: underflow of the read part of a bidirectional command
    bool bidirectionalUnderflow{false};

    /// O bit: residualCount bytes were not transferred for lack of room
    bool overflow{false};

    /// U bit: residualCount bytes were expected and not transferred
    bool underflow{false};

    /// iSCSI's own answer
    IscsiScsiResponseCode response{IscsiScsiResponseCode::COMPLETED};

    uint8_t status{0};     //!< SCSI status (SAM-5, 5.3.1)
    uint32_t snackTag{0};  //!< tag of an R-Data SNACK that was answered, or 0
    uint32_t expDataSn{0}; //!< number of R2T and Data-In PDUs sent for the command
    uint32_t bidirectionalReadResidualCount{0}; //!< residual of the read part, bytes
    uint32_t residualCount{0};                  //!< residual, bytes

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

} // namespace ns3

#endif /* ISCSI_SCSI_RESPONSE_HEADER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SCSI_RESPONSE_HEADER_H
#define ISCSI_SCSI_RESPONSE_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * The iSCSI response code of a SCSI command (RFC 7143, 11.4.3).
 */
enum class IscsiScsiResponseCode : uint8_t
{
    COMPLETED = 0x00,      //!< command completed at target; the status is valid
    TARGET_FAILURE = 0x01, //!< the target could not carry it out
};

/**
 * @ingroup iscsi-pdu
 *
 * SCSI Response (RFC 7143, 11.4). The data segment is sense and response data.
 */
class IscsiScsiResponseHeader
    : public IscsiFieldHeader<IscsiScsiResponseHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiScsiResponseHeader"; //!< its name for ns-3

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

    uint8_t status{0};                          //!< SCSI status (SAM-5, 5.3.1)
    uint32_t snackTag{0};                       //!< tag of an R-Data SNACK that was answered, or 0
    uint32_t expDataSn{0};                      //!< number of Data-In PDUs sent for the command
    uint32_t bidirectionalReadResidualCount{0}; //!< residual of the read part, bytes
    uint32_t residualCount{0};                  //!< residual, bytes

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Flag(1, 0x10, "o", header.bidirectionalOverflow);
        fields.Flag(1, 0x08, "u", header.bidirectionalUnderflow);
        fields.Flag(1, 0x04, "O", header.overflow);
        fields.Flag(1, 0x02, "U", header.underflow);
        fields.Number(2, "Response", header.response);
        fields.Number(3, "Status", header.status);
        fields.Tag(20, "SNACKTag", header.snackTag);
        fields.Number(36, "ExpDataSN", header.expDataSn);
        fields.Number(40, "BidirectionalReadResidualCount", header.bidirectionalReadResidualCount);
        fields.Number(44, "ResidualCount", header.residualCount);
    }
};

extern template class IscsiFieldHeader<IscsiScsiResponseHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_SCSI_RESPONSE_HEADER_H */

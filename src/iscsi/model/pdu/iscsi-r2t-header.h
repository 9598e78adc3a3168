/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_R2T_HEADER_H
#define ISCSI_R2T_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Ready To Transfer (RFC 7143, 11.8): the target requests a part of a write's data. It consumes no
 * StatSN and carries the next one.
 */
class IscsiR2tHeader : public IscsiFieldHeader<IscsiR2tHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiR2tHeader"; //!< its name for ns-3

    IscsiR2tHeader();

    /// tag the Data-Out PDUs must carry; never RESERVED_TAG
    uint32_t targetTransferTag{RESERVED_TAG};

    uint32_t r2tSn{0};                     //!< place among the R2T and Data-In PDUs of the command
    uint32_t bufferOffset{0};              //!< first byte wanted, offset in the data-out buffer
    uint32_t desiredDataTransferLength{0}; //!< bytes wanted, 1 to MaxBurstLength

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Tag(20, "TTT", header.targetTransferTag);
        fields.Number(36, "R2TSN", header.r2tSn);
        fields.Number(40, "BufferOffset", header.bufferOffset);
        fields.Number(44, "DesiredDataTransferLength", header.desiredDataTransferLength);
    }
};

extern template class IscsiFieldHeader<IscsiR2tHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_R2T_HEADER_H */

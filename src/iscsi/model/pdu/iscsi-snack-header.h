/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SNACK_HEADER_H
#define ISCSI_SNACK_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * What a SNACK Request requests (RFC 7143, 11.16.1).
 */
enum class IscsiSnackType : uint8_t
{
    DATA_R2T = 0, //!< Data-In or R2T PDUs again
    STATUS = 1,   //!< status PDUs again
    DATA_ACK = 2, //!< nothing: it acknowledges Data-In PDUs
    R_DATA = 3,   //!< data again, in new segments
};

/**
 * @ingroup iscsi-pdu
 *
 * SNACK Request (RFC 7143, 11.16).
 */
class IscsiSnackHeader : public IscsiFieldHeader<IscsiSnackHeader, IscsiInitiatorHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiSnackHeader"; //!< its name for ns-3

    IscsiSnackHeader();

    IscsiSnackType type{IscsiSnackType::DATA_R2T}; //!< what is asked for, 4 bits

    /// from the Data-In acknowledged, or the SNACK tag of an R-Data
    uint32_t targetTransferTag{RESERVED_TAG};

    uint32_t begRun{0};    //!< first number missing, or next expected for a DataACK
    uint32_t runLength{0}; //!< how many are missing, 0 for all from begRun on

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiInitiatorHeader::VisitFields(fields, header);
        fields.Bits(1, 0x0f, "Type", header.type);
        fields.Tag(20, "TTT", header.targetTransferTag);
        fields.Number(40, "BegRun", header.begRun);
        fields.Number(44, "RunLength", header.runLength);
    }
};

extern template class IscsiFieldHeader<IscsiSnackHeader, IscsiInitiatorHeader>;

} // namespace ns3

#endif /* ISCSI_SNACK_HEADER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_DATA_HEADER_H
#define ISCSI_DATA_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * SCSI Data-In (RFC 7143, 11.7): data of a read, and with the S bit its status as well. Without the
 * S bit, statSn and status have no meaning.
 */
class IscsiDataInHeader : public IscsiFieldHeader<IscsiDataInHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiDataInHeader"; //!< its name for ns-3

    IscsiDataInHeader();

    /// A bit: the initiator is to acknowledge by a DataACK SNACK
    bool acknowledge{false};

    bool overflow{false};      //!< O bit, valid with statusPresent
    bool underflow{false};     //!< U bit, valid with statusPresent
    bool statusPresent{false}; //!< S bit: status, statSn and residual are in this PDU
    uint8_t status{0};         //!< SCSI status, valid with statusPresent
    uint32_t targetTransferTag{RESERVED_TAG}; //!< tag for the DataACK, or RESERVED_TAG
    uint32_t dataSn{0};        //!< place among the Data-In and R2T PDUs of the command
    uint32_t bufferOffset{0};  //!< where the data belongs in the data-in buffer, bytes
    uint32_t residualCount{0}; //!< residual, bytes, valid with statusPresent

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Flag(1, 0x40, "A", header.acknowledge);
        fields.Flag(1, 0x04, "O", header.overflow);
        fields.Flag(1, 0x02, "U", header.underflow);
        fields.Flag(1, 0x01, "S", header.statusPresent);
        fields.Number(3, "Status", header.status);
        fields.Tag(20, "TTT", header.targetTransferTag);
        fields.Number(36, "DataSN", header.dataSn);
        fields.Number(40, "BufferOffset", header.bufferOffset);
        fields.Number(44, "ResidualCount", header.residualCount);
    }
};

extern template class IscsiFieldHeader<IscsiDataInHeader, IscsiResponseHeader>;

/**
 * @ingroup iscsi-pdu
 *
 * SCSI Data-Out (RFC 7143, 11.7): data of a write, solicited by an R2T or unsolicited.
 */
class IscsiDataOutHeader : public IscsiFieldHeader<IscsiDataOutHeader, IscsiInitiatorHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiDataOutHeader"; //!< its name for ns-3

    IscsiDataOutHeader();

    /// tag of the R2T, RESERVED_TAG if unsolicited
    uint32_t targetTransferTag{RESERVED_TAG};

    uint32_t dataSn{0}; //!< place among the PDUs of this sequence

    /// where the data comes from in the data-out buffer, bytes
    uint32_t bufferOffset{0};

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiInitiatorHeader::VisitFields(fields, header);
        fields.Tag(20, "TTT", header.targetTransferTag);
        fields.Number(36, "DataSN", header.dataSn);
        fields.Number(40, "BufferOffset", header.bufferOffset);
    }
};

extern template class IscsiFieldHeader<IscsiDataOutHeader, IscsiInitiatorHeader>;

} // namespace ns3

#endif /* ISCSI_DATA_HEADER_H */

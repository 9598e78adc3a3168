/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_REJECT_HEADER_H
#define ISCSI_REJECT_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Why a PDU is rejected (RFC 7143, 11.17.1).
 */
enum class IscsiRejectReason : uint8_t
{
    DATA_DIGEST_ERROR = 0x02,        //!< data digest wrong; the original PDU may be sent again
    SNACK_REJECT = 0x03,             //!< SNACK cannot be served
    PROTOCOL_ERROR = 0x04,           //!< PDU not allowed here
    COMMAND_NOT_SUPPORTED = 0x05,    //!< opcode not supported
    IMMEDIATE_COMMAND_REJECT = 0x06, //!< too many immediate commands
    TASK_IN_PROGRESS = 0x07,         //!< task is already in progress
    INVALID_DATA_ACK = 0x08,         //!< DataACK for data not sent
    INVALID_PDU_FIELD = 0x09,        //!< a field of the PDU is invalid
    LONG_OPERATION_REJECT = 0x0a,    //!< no resources for a long operation
    NEGOTIATION_RESET = 0x0b,        //!< deprecated
    WAITING_FOR_LOGOUT = 0x0c,       //!< only a logout is accepted now
};

/**
 * @ingroup iscsi-pdu
 *
 * Reject (RFC 7143, 11.17). The data segment is the header of the rejected PDU.
 */
class IscsiRejectHeader : public IscsiFieldHeader<IscsiRejectHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiRejectHeader"; //!< its name for ns-3

    IscsiRejectHeader();

    IscsiRejectReason reason{IscsiRejectReason::PROTOCOL_ERROR}; //!< why
    uint32_t dataSn{0}; //!< next DataSN or R2TSN for a SNACK refused, else reserved

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Number(2, "Reason", header.reason);
        fields.Number(36, "DataSN", header.dataSn);
    }
};

extern template class IscsiFieldHeader<IscsiRejectHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_REJECT_HEADER_H */

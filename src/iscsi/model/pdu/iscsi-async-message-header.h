/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_ASYNC_MESSAGE_HEADER_H
#define ISCSI_ASYNC_MESSAGE_HEADER_H

#include "iscsi-header-fields.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Events of an Asynchronous Message (RFC 7143, 11.9.1). 248 to 255 are vendor-specific.
 */
enum class IscsiAsyncEvent : uint8_t
{
    SCSI_EVENT = 0,          //!< SCSI asynchronous event, sense in the data segment
    LOGOUT_REQUEST = 1,      //!< target asks for logout within parameter3 s
    CONNECTION_DROP = 2,     //!< connection parameter1 is dropped
    SESSION_DROP = 3,        //!< all connections of the session are dropped
    NEGOTIATION_REQUEST = 4, //!< target asks for text negotiation within parameter3 s
    TASK_TERMINATION = 5,    //!< tasks of a logical unit are ended, with FastAbort only
};

/**
 * @ingroup iscsi-pdu
 *
 * Asynchronous Message (RFC 7143, 11.9).
 */
class IscsiAsyncMessageHeader
    : public IscsiFieldHeader<IscsiAsyncMessageHeader, IscsiResponseHeader>
{
  public:
    static constexpr const char* NAME = "ns3::IscsiAsyncMessageHeader"; //!< its name for ns-3

    IscsiAsyncMessageHeader();

    IscsiAsyncEvent asyncEvent{IscsiAsyncEvent::SCSI_EVENT}; //!< what happened
    uint8_t asyncVCode{0};  //!< vendor's code, valid with a vendor's event
    uint16_t parameter1{0}; //!< connection identifier of the event, or reserved
    uint16_t parameter2{0}; //!< Time2Wait, s, or reserved
    uint16_t parameter3{0}; //!< Time2Retain or time limit, s, or reserved

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        IscsiResponseHeader::VisitFields(fields, header);
        fields.Number(36, "AsyncEvent", header.asyncEvent);
        fields.Number(37, "AsyncVCode", header.asyncVCode);
        fields.Number(38, "Parameter1", header.parameter1);
        fields.Number(40, "Parameter2", header.parameter2);
        fields.Number(42, "Parameter3", header.parameter3);
    }
};

extern template class IscsiFieldHeader<IscsiAsyncMessageHeader, IscsiResponseHeader>;

} // namespace ns3

#endif /* ISCSI_ASYNC_MESSAGE_HEADER_H */

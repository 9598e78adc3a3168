/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_ASYNC_MESSAGE_HEADER_H
#define ISCSI_ASYNC_MESSAGE_HEADER_H

#include "iscsi-header.h"

namespace ns3
{

/**
 * @ingroup iscsi
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
 * @ingroup iscsi
 *
 * Asynchronous Message (RFC 7143, 11.9).
 */
class IscsiAsyncMessageHeader : public IscsiResponseHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiAsyncMessageHeader();

    IscsiAsyncEvent asyncEvent{IscsiAsyncEvent::SCSI_EVENT}; //!< what happened
    uint8_t asyncVCode{0};  //!< vendor's code, valid with a vendor's event
    uint16_t parameter1{0}; //!< connection identifier of the event, or reserved
    uint16_t parameter2{0}; //!< Time2Wait, s, or reserved
    uint16_t parameter3{0}; //!< Time2Retain or time limit, s, or reserved

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

} // namespace ns3

#endif /* ISCSI_ASYNC_MESSAGE_HEADER_H */

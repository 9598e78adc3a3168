/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-scsi-response-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiScsiResponseHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiScsiResponseHeader);

IscsiScsiResponseHeader::IscsiScsiResponseHeader()
    : IscsiFieldHeader(IscsiOpcode::SCSI_RESPONSE, false)
{
}

} // namespace ns3

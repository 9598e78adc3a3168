/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-data-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiDataInHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiDataInHeader);

IscsiDataInHeader::IscsiDataInHeader()
    : IscsiFieldHeader(IscsiOpcode::SCSI_DATA_IN)
{
}

template class IscsiFieldHeader<IscsiDataOutHeader, IscsiInitiatorHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiDataOutHeader);

IscsiDataOutHeader::IscsiDataOutHeader()
    : IscsiFieldHeader(IscsiOpcode::SCSI_DATA_OUT)
{
}

} // namespace ns3

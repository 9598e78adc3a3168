/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-scsi-command-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiScsiCommandHeader, IscsiRequestHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiScsiCommandHeader);

IscsiScsiCommandHeader::IscsiScsiCommandHeader()
    : IscsiFieldHeader(IscsiOpcode::SCSI_COMMAND)
{
}

} // namespace ns3

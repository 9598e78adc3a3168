/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-reject-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiRejectHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiRejectHeader);

IscsiRejectHeader::IscsiRejectHeader()
    : IscsiFieldHeader(IscsiOpcode::REJECT, false)
{
}

} // namespace ns3

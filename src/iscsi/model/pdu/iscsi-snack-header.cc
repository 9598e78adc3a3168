/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-snack-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiSnackHeader, IscsiInitiatorHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiSnackHeader);

IscsiSnackHeader::IscsiSnackHeader()
    : IscsiFieldHeader(IscsiOpcode::SNACK_REQUEST)
{
}

} // namespace ns3

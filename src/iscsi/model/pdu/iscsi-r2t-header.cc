/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-r2t-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiR2tHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiR2tHeader);

IscsiR2tHeader::IscsiR2tHeader()
    : IscsiFieldHeader(IscsiOpcode::R2T)
{
}

} // namespace ns3

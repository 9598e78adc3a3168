/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-text-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiTextRequestHeader, IscsiRequestHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiTextRequestHeader);

IscsiTextRequestHeader::IscsiTextRequestHeader()
    : IscsiFieldHeader(IscsiOpcode::TEXT_REQUEST)
{
}

template class IscsiFieldHeader<IscsiTextResponseHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiTextResponseHeader);

IscsiTextResponseHeader::IscsiTextResponseHeader()
    : IscsiFieldHeader(IscsiOpcode::TEXT_RESPONSE)
{
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-nop-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiNopOutHeader, IscsiRequestHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiNopOutHeader);

IscsiNopOutHeader::IscsiNopOutHeader()
    : IscsiFieldHeader(IscsiOpcode::NOP_OUT)
{
}

template class IscsiFieldHeader<IscsiNopInHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiNopInHeader);

IscsiNopInHeader::IscsiNopInHeader()
    : IscsiFieldHeader(IscsiOpcode::NOP_IN)
{
}

} // namespace ns3

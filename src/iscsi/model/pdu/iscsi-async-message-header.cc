/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-async-message-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiAsyncMessageHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiAsyncMessageHeader);

IscsiAsyncMessageHeader::IscsiAsyncMessageHeader()
    : IscsiFieldHeader(IscsiOpcode::ASYNC_MESSAGE)
{
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-logout-header.h"

namespace ns3
{

template class IscsiFieldHeader<IscsiLogoutRequestHeader, IscsiRequestHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiLogoutRequestHeader);

IscsiLogoutRequestHeader::IscsiLogoutRequestHeader()
    : IscsiFieldHeader(IscsiOpcode::LOGOUT_REQUEST, false)
{
}

template class IscsiFieldHeader<IscsiLogoutResponseHeader, IscsiResponseHeader>;
NS_OBJECT_ENSURE_REGISTERED(IscsiLogoutResponseHeader);

IscsiLogoutResponseHeader::IscsiLogoutResponseHeader()
    : IscsiFieldHeader(IscsiOpcode::LOGOUT_RESPONSE, false)
{
}

} // namespace ns3

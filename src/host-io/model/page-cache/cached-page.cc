/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cached-page.h"

namespace ns3
{

CachedPage::CachedPage(MappingPages* owner, uint64_t number)
    : owner(owner),
      number(number)
{
}

CachedPage::~CachedPage() = default;

bool
CachedPage::IsEvictable() const
{
    return valid && !dirty && holds == 0 && pins == 0 && !IsUnderIo();
}

bool
CachedPage::IsUnderIo() const
{
    return reading || writing;
}

} // namespace ns3

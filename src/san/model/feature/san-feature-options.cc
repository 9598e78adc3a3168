/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-feature-options.h"

namespace ns3
{

SanFeatureOptions::SanFeatureOptions(ProgramOptions& list)
    : m_list(list)
{
}

const ProgramOptions&
SanFeatureOptions::GetList() const
{
    return m_list;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-unit-attentions.h"

namespace ns3
{

const std::string&
ScsiUnitAttentions::GetName(const ScsiTask& task)
{
    static const std::string NONE;
    return task.initiatorPort ? *task.initiatorPort : NONE;
}

std::optional<ScsiAdditionalSense>&
ScsiUnitAttentions::Find(const ScsiTask& task)
{
    return m_pending[GetName(task)];
}

void
ScsiUnitAttentions::Establish(ScsiAdditionalSense additional, const ScsiTask& cause)
{
    for (auto& [name, pending] : m_pending)
    {
        if (name != GetName(cause))
        {
            pending = additional;
        }
    }
}

} // namespace ns3

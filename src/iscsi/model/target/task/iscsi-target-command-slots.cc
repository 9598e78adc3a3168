/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-command-slots.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetCommandSlots");

IscsiTargetCommandSlots::IscsiTargetCommandSlots(IscsiTargetCommandSequencer& commands,
                                                 IscsiObserver& observer)
    : m_commands(commands),
      m_observer(observer)
{
}

void
IscsiTargetCommandSlots::Advance()
{
    m_commands.Advance();
    Trace();
}

bool
IscsiTargetCommandSlots::HasFree() const
{
    return m_commands.GetWindow().HasFreeSlot();
}

uint32_t
IscsiTargetCommandSlots::GetMaxCmdSn() const
{
    return m_commands.GetWindow().GetMaxCmdSn();
}

void
IscsiTargetCommandSlots::Take(IscsiTargetTask& task)
{
    m_commands.GetWindow().TakeSlot();
    task.hasSlot = true;
}

void
IscsiTargetCommandSlots::Free(IscsiTargetTask& task)
{
    if (task.hasSlot)
    {
        task.hasSlot = false;
        m_commands.GetWindow().FreeSlot();
        Trace();
    }
}

void
IscsiTargetCommandSlots::Trace() const
{
    const auto& window = m_commands.GetWindow();
    NS_LOG_DEBUG("command window: ExpCmdSN " << window.GetExpCmdSn() << ", MaxCmdSN "
                                             << window.GetMaxCmdSn());
    m_observer.CommandWindowChanged(window.GetExpCmdSn(),
                                    window.GetExpCmdSn(),
                                    window.GetMaxCmdSn());
}

} // namespace ns3

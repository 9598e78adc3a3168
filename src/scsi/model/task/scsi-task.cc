/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-task.h"

namespace ns3
{

void
ScsiTask::Stamp(IoStage stage)
{
    if (timeline)
    {
        timeline->Stamp(stage);
    }
}

} // namespace ns3

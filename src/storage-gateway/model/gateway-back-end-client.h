/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_BACK_END_CLIENT_H
#define GATEWAY_BACK_END_CLIENT_H

#include "ns3/ptr.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * The client of a back end, whose commands wait there: a drive.
 */
class GatewayBackEndClient
{
  public:
    virtual ~GatewayBackEndClient() = default;

    /**
     * The turn of a command has come: send it.
     *
     * @param task the command
     */
    virtual void Dispatch(Ptr<ScsiTask> task) = 0;
};

} // namespace ns3

#endif /* GATEWAY_BACK_END_CLIENT_H */

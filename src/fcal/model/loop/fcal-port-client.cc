/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-port-client.h"

namespace ns3
{

const char*
GetFcalPortStateName(FcalPortState state)
{
    switch (state)
    {
    case FcalPortState::OFFLINE:
        return "Offline";
    case FcalPortState::INITIALISING:
        return "Initialising";
    case FcalPortState::NONPARTICIPATING:
        return "Nonparticipating";
    case FcalPortState::BYPASSED:
        return "Bypassed";
    default:
        return "Online";
    }
}

void
FcalPortClient::ReceptionPlanned(Ptr<const FcReception> /* reception */)
{
}

void
FcalPortClient::SequenceSent(Ptr<FcSequence> /* sequence */)
{
}

void
FcalPortClient::SequenceFailed(Ptr<FcSequence> /* sequence */, FcalFailure /* failure */)
{
}

void
FcalPortClient::ReceptionFailed(Ptr<const FcReception> /* reception */)
{
}

void
FcalPortClient::PortStateChanged(FcalPortState /* state */)
{
}

} // namespace ns3

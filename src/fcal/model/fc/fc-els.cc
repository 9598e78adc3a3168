/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-els.h"

namespace ns3
{

std::string
GetFcElsCodeName(FcElsCode code)
{
    switch (code)
    {
    case FcElsCode::NONE:
        break;
    case FcElsCode::LS_RJT:
        return "LS_RJT";
    case FcElsCode::LS_ACC:
        return "LS_ACC";
    case FcElsCode::PLOGI:
        return "PLOGI";
    case FcElsCode::LOGO:
        return "LOGO";
    case FcElsCode::REC:
        return "REC";
    case FcElsCode::PRLI:
        return "PRLI";
    case FcElsCode::PRLO:
        return "PRLO";
    }
    return "Reserved";
}

FcElsCode
PeekFcElsCode(Ptr<const Packet> payload)
{
    uint8_t code = 0;
    if (payload)
    {
        payload->CopyData(&code, 1);
    }
    return static_cast<FcElsCode>(code);
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-negotiated-values.h"

#include "iscsi-key-definition.h"

namespace ns3
{

std::string
FormatIscsiNegotiatedValues(const IscsiSessionParameters& agreed)
{
    std::string text;
    for (const auto& definition : GetIscsiKeyDefinitions())
    {
        const auto value = agreed.GetText(definition.name);
        if (definition.IsNegotiated() && value && !value->empty())
        {
            text += definition.name + "=" + *value + ", ";
        }
    }
    return text + "MaxRecvDataSegmentLength=" + std::to_string(agreed.maxRecvDataSegmentLength) +
           " here and " + std::to_string(agreed.peerMaxRecvDataSegmentLength) + " there";
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-text.h"

namespace ns3
{

std::string
QuoteJson(const std::string& text)
{
    std::string json = "\"";
    for (const char c : text)
    {
        if (c == '"' || c == '\\')
        {
            json += '\\';
        }
        json += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return json + "\"";
}

} // namespace ns3

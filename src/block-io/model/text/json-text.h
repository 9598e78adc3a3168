/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <string>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * @param text any text
 * @return it as a JSON string (RFC 8259, 7), in which a control character is a space
 */
std::string QuoteJson(const std::string& text);

} // namespace ns3

#endif /* JSON_TEXT_H */

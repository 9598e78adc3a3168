/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <cstdarg>
#include <cstdio>
#include <string>

namespace ns3
{

/**
 * Append text as printf formats it.
 *
 * @param text where to
 * @param format how, a line of at most 200 characters
 */
[[gnu::format(printf, 2, 3)]] inline void
AppendReportText(std::string& text, const char* format, ...)
{
    char line[200];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    text += line;
}

} // namespace ns3

#endif /* REPORT_TEXT_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-trace-record.h"

#include "file-process.h"

#include <cstdio>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * @param path a path
 * @return the path without blanks
 */
std::string
Escape(const std::string& path)
{
    std::string text;
    for (const unsigned char letter : path)
    {
        if (letter <= ' ' || letter == '%' || letter == 0x7f)
        {
            char code[4];
            std::snprintf(code, sizeof(code), "%%%02x", static_cast<unsigned>(letter));
            text += code;
        }
        else
        {
            text += static_cast<char>(letter);
        }
    }
    return text;
}

/**
 * @param flags how a file is opened
 * @return the words
 */
std::string
FormatFlags(const FileOpenFlags& flags)
{
    std::string text;
    const auto add = [&text](bool flag, const char* word) {
        if (flag)
        {
            text += (text.empty() ? "" : ",") + std::string(word);
        }
    };
    add(flags.create, "create");
    add(flags.exclusive, "exclusive");
    add(flags.truncate, "truncate");
    add(flags.append, "append");
    add(flags.direct, "direct");
    add(flags.synchronous, "synchronous");
    add(flags.dataSynchronous, "data-synchronous");
    return text.empty() ? "-" : text;
}

/**
 * @param ns a time
 * @return the time in seconds
 */
std::string
FormatSeconds(int64_t ns)
{
    constexpr int64_t SECOND = 1000000000;
    char text[32];
    std::snprintf(text,
                  sizeof(text),
                  "%lld.%09lld",
                  static_cast<long long>(ns / SECOND),
                  static_cast<long long>(ns % SECOND));
    return text;
}

} // namespace

void
FileTraceRecord::AppendTo(std::string& text) const
{
    std::ostringstream line;
    line << FormatSeconds(startNs) << " " << FormatSeconds(durationNs) << " " << process << " "
         << operation;
    if (operation == FileOperation::OPEN)
    {
        line << " " << (descriptor == NO_DESCRIPTOR ? "-" : std::to_string(descriptor)) << " "
             << Escape(path) << " " << FormatFlags(flags);
    }
    else if (IsOnOpenFile(operation))
    {
        line << " " << descriptor;
    }
    else if (operation != FileOperation::SYNC_ALL)
    {
        line << " " << Escape(path);
    }
    if (operation == FileOperation::RENAME)
    {
        line << " " << Escape(newPath);
    }
    if (operation == FileOperation::READ || operation == FileOperation::WRITE)
    {
        line << " " << offset << " " << bytes;
    }
    if (operation == FileOperation::TRUNCATE)
    {
        line << " " << offset;
    }
    if (!error.empty())
    {
        line << " =" << error;
    }
    text += line.str() + "\n";
}

} // namespace ns3

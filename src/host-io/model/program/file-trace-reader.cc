/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-trace-reader.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

/// Nanoseconds in a second.
constexpr uint64_t SECOND_NS = 1000000000;

/// Most seconds of a time.
constexpr uint64_t MAX_SECONDS = 4000000000;

/// Fields before the arguments.
constexpr std::size_t FIXED_FIELDS = 4;

/**
 * @return the operations by the word of their system call
 */
const std::map<std::string, FileOperation, std::less<>>&
GetOperations()
{
    static const auto OPERATIONS = [] {
        std::map<std::string, FileOperation, std::less<>> operations;
        for (std::size_t i = 0; i < FILE_OPERATIONS; ++i)
        {
            std::ostringstream word;
            word << static_cast<FileOperation>(i);
            operations[word.str()] = static_cast<FileOperation>(i);
        }
        return operations;
    }();
    return OPERATIONS;
}

/**
 * @param operation an operation
 * @return number of its arguments
 */
std::size_t
CountArguments(FileOperation operation)
{
    switch (operation)
    {
    case FileOperation::SYNC_ALL:
        return 0;
    case FileOperation::OPEN:
    case FileOperation::READ:
    case FileOperation::WRITE:
        return 3;
    case FileOperation::TRUNCATE:
    case FileOperation::RENAME:
        return 2;
    default:
        return 1;
    }
}

} // namespace

FileTraceReader::FileTraceReader(std::unique_ptr<LineReader> reader)
    : m_reader(std::move(reader))
{
    m_reader->ReadComments();
}

const std::map<std::string, uint64_t>&
FileTraceReader::GetFilesBefore() const
{
    return m_filesBefore;
}

bool
FileTraceReader::NextLine()
{
    while (m_reader->Next())
    {
        if (!m_reader->GetLine().starts_with('#'))
        {
            return true;
        }
        ParseComment();
    }
    return false;
}

void
FileTraceReader::ParseComment()
{
    const auto& fields = m_reader->Split(" \t", false);
    if (fields.size() != 4 || fields[0] != "#" || fields[1] != "file" ||
        !fields[3].starts_with('/'))
    {
        return;
    }
    uint64_t bytes = 0;
    const auto* end = fields[2].data() + fields[2].size();
    const auto result = std::from_chars(fields[2].data(), end, bytes);
    if (result.ec == std::errc() && result.ptr == end)
    {
        m_filesBefore[ParsePath(fields[3])] = bytes;
    }
}

bool
FileTraceReader::Next(FileTraceRecord& record)
{
    if (!NextLine())
    {
        return false;
    }
    record = FileTraceRecord();
    auto fields = m_reader->Split(" \t", false);
    if (fields.size() > FIXED_FIELDS && fields.back().starts_with('='))
    {
        record.error = fields.back().substr(1);
        fields.pop_back();
    }
    if (fields.size() < FIXED_FIELDS)
    {
        m_reader->Fail("the line has " + std::to_string(fields.size()) +
                       " fields; it needs start, duration, process and operation");
    }
    record.startNs = m_reader->ParseScaled(fields[0], "start", SECOND_NS, MAX_SECONDS);
    record.durationNs = m_reader->ParseScaled(fields[1], "duration", SECOND_NS, MAX_SECONDS);
    record.process = m_reader->ParseInteger(fields[2], "process", FileTraceRecord::MAX_NUMBER);
    record.operation = ParseOperation(fields[3]);
    fields.erase(fields.begin(), fields.begin() + FIXED_FIELDS);
    ParseArguments(fields, record);
    m_starts.resize(std::max<std::size_t>(m_starts.size(), record.process + 1));
    if (record.startNs < std::exchange(m_starts[record.process], record.startNs))
    {
        m_reader->Fail("it starts before the operation of its process in front of it");
    }
    return true;
}

void
FileTraceReader::ParseArguments(const std::vector<std::string_view>& arguments,
                                FileTraceRecord& record) const
{
    if (arguments.size() != CountArguments(record.operation))
    {
        std::ostringstream message;
        message << record.operation << " has " << arguments.size() << " arguments; it needs "
                << CountArguments(record.operation);
        m_reader->Fail(message.str());
    }
    switch (record.operation)
    {
    case FileOperation::OPEN:
        record.descriptor =
            arguments[0] == "-" ? FileTraceRecord::NO_DESCRIPTOR : ParseDescriptor(arguments[0]);
        record.path = ParsePath(arguments[1]);
        record.flags = ParseFlags(arguments[2]);
        break;
    case FileOperation::READ:
    case FileOperation::WRITE:
        record.descriptor = ParseDescriptor(arguments[0]);
        record.offset = m_reader->ParseInteger(arguments[1], "offset");
        record.bytes = m_reader->ParseInteger(arguments[2], "bytes");
        break;
    case FileOperation::TRUNCATE:
        record.descriptor = ParseDescriptor(arguments[0]);
        record.offset = m_reader->ParseInteger(arguments[1], "bytes");
        break;
    case FileOperation::CLOSE:
    case FileOperation::SYNC:
    case FileOperation::SYNC_DATA:
        record.descriptor = ParseDescriptor(arguments[0]);
        break;
    case FileOperation::SYNC_ALL:
        break;
    case FileOperation::RENAME:
        record.newPath = ParsePath(arguments[1]);
        [[fallthrough]];
    default:
        record.path = ParsePath(arguments[0]);
        break;
    }
}

FileOperation
FileTraceReader::ParseOperation(std::string_view word) const
{
    const auto found = GetOperations().find(word);
    if (found == GetOperations().end())
    {
        std::string all;
        for (const auto& [known, operation] : GetOperations())
        {
            all += (all.empty() ? "" : ", ") + known;
        }
        m_reader->Fail("operation is '" + std::string(word) + "', none of " + all);
    }
    return found->second;
}

FileOpenFlags
FileTraceReader::ParseFlags(std::string_view text) const
{
    FileOpenFlags flags;
    const std::map<std::string_view, bool*> words{{"create", &flags.create},
                                                  {"exclusive", &flags.exclusive},
                                                  {"truncate", &flags.truncate},
                                                  {"append", &flags.append},
                                                  {"direct", &flags.direct},
                                                  {"synchronous", &flags.synchronous},
                                                  {"data-synchronous", &flags.dataSynchronous}};
    for (std::size_t begin = 0; text != "-" && begin <= text.size();)
    {
        const auto end = std::min(text.find(',', begin), text.size());
        const auto word = text.substr(begin, end - begin);
        const auto found = words.find(word);
        if (found == words.end())
        {
            m_reader->Fail("flag is '" + std::string(word) +
                           "', none of create, exclusive, truncate, append, direct, synchronous, "
                           "data-synchronous and -");
        }
        *found->second = true;
        begin = end + 1;
    }
    return flags;
}

std::string
FileTraceReader::ParsePath(std::string_view text) const
{
    std::string path;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (text[i] != '%')
        {
            path += text[i];
            continue;
        }
        uint8_t code = 0;
        const auto digits = text.substr(i + 1, 2);
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (digits.size() < 2 || result.ptr != digits.data() + 2)
        {
            m_reader->Fail("path has a % without two hexadecimal digits: " + std::string(text));
        }
        path += static_cast<char>(code);
        i += 2;
    }
    if (!path.starts_with('/'))
    {
        m_reader->Fail("path is '" + path + "', not an absolute one");
    }
    return path;
}

uint32_t
FileTraceReader::ParseDescriptor(std::string_view field) const
{
    return m_reader->ParseInteger(field, "descriptor", FileTraceRecord::MAX_NUMBER);
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "line-reader.h"

#include "user-error.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT: POSIX wants it declared here

namespace ns3
{

namespace
{

constexpr const char* BLANKS = " \t\r\n"; //!< what is around fields and at the end of lines

/**
 * @param text some text
 * @return it without blanks around it
 */
std::string_view
Trim(std::string_view text)
{
    const auto first = text.find_first_not_of(BLANKS);
    if (first == std::string_view::npos)
    {
        return {};
    }
    return text.substr(first, text.find_last_not_of(BLANKS) - first + 1);
}

} // namespace

LineReader::LineReader(const std::string& fileName)
    : m_fileName(fileName),
      m_file(std::fopen(fileName.c_str(), "re"))
{
    if (!m_file)
    {
        throw UserError(fileName + ": cannot be opened: " + std::strerror(errno));
    }
    unsigned char magic[2]{};
    const auto got = std::fread(magic, 1, sizeof(magic), m_file);
    if (std::ferror(m_file))
    {
        const auto* reason = std::strerror(errno);
        std::fclose(m_file);
        throw UserError(fileName + ": cannot be read: " + reason);
    }
    std::rewind(m_file);
    if (got == 2 && magic[0] == 0x1f && magic[1] == 0x8b)
    {
        StartGzip();
    }
}

LineReader::LineReader(const std::string& name, std::string_view text)
    : m_fileName(name),
      m_file(fmemopen(nullptr, text.size() + 1, "w+"))
{
    if (!m_file)
    {
        throw UserError(name + ": there is no memory to read it");
    }
    std::fwrite(text.data(), 1, text.size(), m_file);
    std::rewind(m_file);
}

LineReader::~LineReader()
{
    std::fclose(m_file);
    WaitForGzip();
    std::free(m_buffer); // NOLINT: getline's memory
}

void
LineReader::StartGzip()
{
    int ends[2]{-1, -1};
    int error = pipe(ends) == 0 ? 0 : errno;
    if (error == 0)
    {
        error = SpawnGzip(ends[0], ends[1]);
        close(ends[1]);
    }
    std::fclose(m_file);
    if (error != 0)
    {
        close(ends[0]);
        throw UserError(m_fileName +
                        ": gzip is needed to read it and cannot be run: " + std::strerror(error));
    }
    m_file = fdopen(ends[0], "r");
}

int
LineReader::SpawnGzip(int readEnd, int writeEnd)
{
    // Neither end may leak into this or another child, or the end of the text is never seen.
    fcntl(readEnd, F_SETFD, FD_CLOEXEC);
    fcntl(writeEnd, F_SETFD, FD_CLOEXEC);
    lseek(fileno(m_file), 0, SEEK_SET);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(m_file), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, writeEnd, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    char program[] = "gzip";
    char option[] = "-dc";
    char* arguments[] = {program, option, nullptr};
    const int error = posix_spawnp(&m_gzip, program, &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
    {
        m_gzip = 0;
    }
    return error;
}

int
LineReader::WaitForGzip()
{
    int status = 0;
    if (m_gzip > 0)
    {
        waitpid(m_gzip, &status, 0);
        m_gzip = 0;
    }
    return status;
}

void
LineReader::CheckEnd()
{
    if (std::ferror(m_file))
    {
        throw UserError(m_fileName + ": cannot be read: " + std::strerror(errno));
    }
    if (WaitForGzip() != 0)
    {
        throw UserError(m_fileName + ": gzip cannot decompress it: it is damaged or cut short");
    }
}

bool
LineReader::Next()
{
    while (true)
    {
        const auto length = getline(&m_buffer, &m_bufferSize, m_file);
        if (length < 0)
        {
            CheckEnd();
            return false;
        }
        ++m_lineNumber;
        const auto text = Trim({m_buffer, static_cast<std::size_t>(length)});
        if (!text.empty() && text.front() != '#')
        {
            m_line = text;
            return true;
        }
    }
}

const std::string&
LineReader::GetLine() const
{
    return m_line;
}

uint32_t
LineReader::GetLineNumber() const
{
    return m_lineNumber;
}

const std::string&
LineReader::GetFileName() const
{
    return m_fileName;
}

void
LineReader::Fail(const std::string& message) const
{
    throw UserError(m_fileName, m_lineNumber, message);
}

std::vector<std::string_view>
LineReader::Split(const char* separators, bool keepEmpty) const
{
    std::vector<std::string_view> fields;
    std::string_view rest = m_line;
    while (true)
    {
        const auto end = std::min(rest.find_first_of(separators), rest.size());
        const auto field = Trim(rest.substr(0, end));
        if (keepEmpty || !field.empty())
        {
            fields.push_back(field);
        }
        if (end == rest.size())
        {
            return fields;
        }
        rest.remove_prefix(end + 1);
    }
}

uint64_t
LineReader::ParseInteger(std::string_view field, const char* name, uint64_t max, int base) const
{
    uint64_t value = 0;
    const auto* end = field.data() + field.size();
    const auto result = std::from_chars(field.data(), end, value, base);
    if (result.ec != std::errc() || result.ptr != end || value > max)
    {
        Fail(std::string(name) + " is '" + std::string(field) + "', not a whole number from 0 to " +
             std::to_string(max));
    }
    return value;
}

long double
LineReader::ParseNumber(std::string_view field, const char* name, long double max) const
{
    // Only these characters, so that strtold takes neither a sign first, hexadecimal nor "inf".
    const bool plain = field.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
                       !field.empty() && field[0] != '-' && field[0] != '+';
    const std::string text(field);
    char* end = nullptr;
    const auto value = plain ? std::strtold(text.c_str(), &end) : -1;
    if (!plain || *end != '\0' || !(value <= max))
    {
        Fail(std::string(name) + " is '" + text + "', not a number from 0 to " +
             std::to_string(static_cast<uint64_t>(max)));
    }
    return value;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "line-reader.h"

#include "user-error.h"

#include "ns3/assert.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Bytes read at a time.
constexpr std::size_t READ_BYTES = 1 << 18;

/**
 * @param c a character
 * @return true if it is one of those around fields and at the end of lines
 */
constexpr bool
IsBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/**
 * @param begin the first character of a text
 * @param end the place behind its last
 * @return it without blanks around it
 */
std::string_view
Trim(const char* begin, const char* end)
{
    while (begin != end && IsBlank(*begin))
    {
        ++begin;
    }
    while (begin != end && IsBlank(end[-1]))
    {
        --end;
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

} // namespace

LineReader::LineReader(const std::string& fileName)
    : m_fileName(fileName),
      m_file(open(fileName.c_str(), O_RDONLY | O_CLOEXEC)),
      m_buffer(READ_BYTES)
{
    if (m_file < 0)
    {
        throw UserError(fileName + ": cannot be opened: " + std::strerror(errno));
    }
    try
    {
        // A pipe may give less at a time than is needed to tell.
        while (m_end < FileCompression::MAGIC_SIZE && Fill())
        {
        }
        m_compression = FileCompression::FindByContent({m_buffer.data(), m_end});
        if (m_compression)
        {
            StartDecompression(*m_compression);
        }
    }
    catch (const UserError&)
    {
        close(m_file);
        throw;
    }
}

LineReader::LineReader(const std::string& name, std::string_view text)
    : m_fileName(name),
      m_buffer(text.begin(), text.end()),
      m_end(text.size())
{
}

LineReader::~LineReader()
{
    if (m_file >= 0)
    {
        close(m_file);
    }
}

void
LineReader::StartDecompression(const FileCompression& compression)
{
    if (lseek(m_file, 0, SEEK_SET) != 0)
    {
        throw UserError(m_fileName + ": compressed by " + compression.program +
                        ", it must be a file and not a pipe");
    }
    // Neither end may leak into this or another child, or the end of the text is never seen.
    int ends[2]{-1, -1};
    int error = pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
    if (error == 0)
    {
        error = m_process.Start(compression.program, compression.unpackOption, m_file, ends[1]);
        close(ends[1]);
    }
    if (error != 0)
    {
        close(ends[0]);
        throw UserError(m_fileName + ": " + compression.program +
                        " is needed to read it and cannot be run: " + std::strerror(error));
    }
    close(m_file);
    m_file = ends[0];
    m_begin = 0;
    m_end = 0;
}

bool
LineReader::Fill()
{
    if (m_file < 0)
    {
        return false;
    }
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_end -= m_begin;
    m_begin = 0;
    if (m_end == m_buffer.size())
    {
        if (m_end > MAX_LINE)
        {
            throw UserError(m_fileName,
                            m_lineNumber + 1,
                            "the line is longer than " + std::to_string(MAX_LINE) + " bytes");
        }
        m_buffer.resize(2 * m_buffer.size());
    }
    ssize_t got = 0;
    do
    {
        got = read(m_file, m_buffer.data() + m_end, m_buffer.size() - m_end);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
    {
        throw UserError(m_fileName + ": cannot be read: " + std::strerror(errno));
    }
    m_end += got;
    return got > 0;
}

bool
LineReader::SetLine(std::size_t length)
{
    const auto* begin = m_buffer.data() + m_begin;
    m_begin += length;
    ++m_lineNumber;
    m_line = Trim(begin, begin + length);
    return !m_line.empty() && (m_readComments || m_line.front() != '#');
}

void
LineReader::ReadComments()
{
    m_readComments = true;
}

bool
LineReader::Next()
{
    while (true)
    {
        const auto* begin = m_buffer.data() + m_begin;
        const auto left = m_end - m_begin;
        const auto* end = left > 0 ? std::memchr(begin, '\n', left) : nullptr;
        if (end)
        {
            if (SetLine(static_cast<const char*>(end) - begin + 1))
            {
                return true;
            }
        }
        else if (!Fill())
        {
            // The last line may have no end.
            if (m_begin != m_end && SetLine(m_end - m_begin))
            {
                return true;
            }
            if (!m_process.Wait())
            {
                throw UserError(m_fileName + ": " + m_compression->program +
                                " cannot decompress it: it is damaged or cut short");
            }
            return false;
        }
    }
}

std::string_view
LineReader::Preview(std::size_t most)
{
    const std::size_t used = m_line.data() - m_buffer.data();
    const auto length = m_line.size();
    const auto behind = m_begin - used;
    // The current line stays in the buffer while it is filled.
    m_begin = used;
    bool isMore = true;
    while (isMore && m_end - m_begin < most)
    {
        isMore = Fill();
    }
    const std::string_view ahead(m_buffer.data() + m_begin, m_end - m_begin);
    m_line = ahead.substr(0, length);
    m_begin += behind;
    const auto last = ahead.rfind('\n');
    return isMore && last != std::string_view::npos ? ahead.substr(0, last) : ahead;
}

std::string_view
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

const std::vector<std::string_view>&
LineReader::Split(std::string_view separators, bool keepEmpty) const
{
    NS_ASSERT_MSG(!separators.empty() && separators.size() <= 3, "one to three separators");
    const char a = separators.front();
    const char b = separators[separators.size() / 2];
    const char c = separators.back();
    m_fields.clear();
    const auto* const last = m_line.data() + m_line.size();
    for (const auto* begin = m_line.data();; ++begin)
    {
        const auto* end = begin;
        while (end != last && *end != a && *end != b && *end != c)
        {
            ++end;
        }
        const auto field = Trim(begin, end);
        if (keepEmpty || !field.empty())
        {
            m_fields.push_back(field);
        }
        if (end == last)
        {
            return m_fields;
        }
        begin = end;
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

int64_t
LineReader::ParseScaled(std::string_view field,
                        const char* name,
                        uint64_t scale,
                        uint64_t max) const
{
    // A digit more than a scale of 10^9 needs, for rounding.
    static constexpr std::array<uint64_t, 11> POWERS{1ULL,
                                                     10ULL,
                                                     100ULL,
                                                     1000ULL,
                                                     10000ULL,
                                                     100000ULL,
                                                     1000000ULL,
                                                     10000000ULL,
                                                     100000000ULL,
                                                     1000000000ULL,
                                                     10000000000ULL};
    const auto* const end = field.data() + field.size();
    uint64_t whole = 0;
    const auto result = std::from_chars(field.data(), end, whole);
    if (result.ec == std::errc() && whole < max)
    {
        const auto* at = result.ptr;
        uint64_t fraction = 0;
        std::size_t digits = 0;
        if (at != end && *at == '.')
        {
            for (++at; at != end && *at >= '0' && *at <= '9'; ++at)
            {
                if (digits + 1 < POWERS.size())
                {
                    fraction = 10 * fraction + (*at - '0');
                    ++digits;
                }
            }
        }
        if (at == end)
        {
            const auto power = POWERS[digits];
            return static_cast<int64_t>(whole * scale + (fraction * scale + power / 2) / power);
        }
    }
    // Exponents, and what is wrong.
    return std::llround(ParseNumber(field, name, max) * scale);
}

} // namespace ns3

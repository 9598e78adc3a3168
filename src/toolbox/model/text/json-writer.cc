/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-writer.h"

#include "ns3/assert.h"

#include <cmath>
#include <cstdio>

namespace ns3
{

namespace
{

/**
 * @param c a character below U+0020
 * @return its escape sequence (RFC 8259, 7)
 */
std::string
EscapeControl(char c)
{
    switch (c)
    {
    case '\b':
        return "\\b";
    case '\f':
        return "\\f";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        char text[8];
        std::snprintf(text, sizeof(text), "\\u%04x", static_cast<unsigned>(c));
        return text;
    }
}

} // namespace

void
JsonWriter::BeginObject()
{
    Begin('{', '}');
}

void
JsonWriter::EndObject()
{
    End('}');
}

void
JsonWriter::BeginArray()
{
    Begin('[', ']');
}

void
JsonWriter::EndArray()
{
    End(']');
}

JsonWriter&
JsonWriter::BeginLine()
{
    m_beginsLine = true;
    return *this;
}

JsonWriter&
JsonWriter::Key(std::string_view name)
{
    NS_ASSERT_MSG(m_ends.ends_with('}') && m_last != Last::KEY, "no key can stand here: " << name);
    Separate();
    Quote(name);
    m_text += ": ";
    m_last = Last::KEY;
    return *this;
}

void
JsonWriter::String(std::string_view text)
{
    StartValue();
    Quote(text);
}

void
JsonWriter::Integer(uint64_t number)
{
    StartValue();
    m_text += std::to_string(number);
}

void
JsonWriter::Fixed(double number, int decimals)
{
    Number("%.*f", number, decimals);
}

void
JsonWriter::Significant(double number, int digits)
{
    Number("%.*g", number, digits);
}

void
JsonWriter::Boolean(bool isTrue)
{
    StartValue();
    m_text += isTrue ? "true" : "false";
}

void
JsonWriter::Null()
{
    StartValue();
    m_text += "null";
}

const std::string&
JsonWriter::GetText() const
{
    return m_text;
}

void
JsonWriter::Separate()
{
    const bool follows = m_last == Last::VALUE;
    m_text += follows ? "," : "";
    if (m_beginsLine)
    {
        m_text += '\n';
    }
    else if (follows)
    {
        m_text += ' ';
    }
    m_beginsLine = false;
}

void
JsonWriter::StartValue()
{
    NS_ASSERT_MSG(m_ends.empty() ? m_text.empty() : (m_last == Last::KEY) == m_ends.ends_with('}'),
                  "no value can stand here");
    Separate();
    m_last = Last::VALUE;
}

void
JsonWriter::Begin(char begin, char end)
{
    StartValue();
    m_text += begin;
    m_ends += end;
    m_last = Last::BEGIN;
}

void
JsonWriter::End(char end)
{
    NS_ASSERT_MSG(m_ends.ends_with(end) && m_last != Last::KEY, "nothing ends here");
    m_ends.pop_back();
    m_text += m_beginsLine ? "\n" : "";
    m_text += end;
    m_beginsLine = false;
    m_last = Last::VALUE;
}

void
JsonWriter::Quote(std::string_view text)
{
    m_text += '"';
    for (const char c : text)
    {
        if (static_cast<unsigned char>(c) < 0x20)
        {
            m_text += EscapeControl(c);
            continue;
        }
        m_text += c == '"' || c == '\\' ? "\\" : "";
        m_text += c;
    }
    m_text += '"';
}

void
JsonWriter::Number(const char* format, double number, int precision)
{
    if (!std::isfinite(number))
    {
        Null();
        return;
    }
    StartValue();
    // The greatest number has 309 digits before the point.
    char text[352];
    std::snprintf(text, sizeof(text), format, precision, number);
    m_text += text;
}

} // namespace ns3

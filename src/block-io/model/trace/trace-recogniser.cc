/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-recogniser.h"

#include "blkparse-trace-reader.h"
#include "column-trace-reader.h"
#include "fio-trace-reader.h"
#include "known-trace-columns.h"
#include "trace-sample.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <memory>

namespace ns3
{

namespace
{

/// Bytes that are looked at.
constexpr std::size_t SAMPLE_BYTES = 1 << 16;

/// Requests that are looked at.
constexpr std::size_t SAMPLE_RECORDS = 1000;

/**
 * @param lines a file, a line read
 * @param format a format
 * @return true if the line looks like it
 */
bool
LooksLike(const LineReader& lines, TraceFormat format)
{
    switch (format)
    {
    case TraceFormat::BLKPARSE:
        return BlkparseTraceReader::Recognises(lines);
    case TraceFormat::FIO2:
    case TraceFormat::FIO3:
        return FioTraceReader::Recognises(lines, format);
    case TraceFormat::COLUMNS:
        return false;
    default:
        return ColumnTraceReader::Recognises(lines, GetKnownTraceColumns(format));
    }
}

/**
 * @param format a format
 * @return true if nothing but columns without titles tells it
 */
bool
IsByNumbers(TraceFormat format)
{
    if (format == TraceFormat::BLKPARSE || format == TraceFormat::FIO2 ||
        format == TraceFormat::FIO3)
    {
        return false;
    }
    const auto header = GetKnownTraceColumns(format).header;
    return header == TraceColumns::Header::NONE || header == TraceColumns::Header::MAY;
}

/**
 * @param format a format
 * @return its name and what a line looks like
 */
std::string
Describe(TraceFormat format)
{
    const auto& info = TraceFormatInfo::Get(format);
    return info.name + std::string(" '") + info.layout + "' (" +
           GetKnownTraceColumns(format).GetUnits() + ")";
}

} // namespace

TraceRecogniser::TraceRecogniser(LineReader& lines)
    : m_lines(lines),
      m_sample(lines.Preview(SAMPLE_BYTES))
{
}

TraceFormat
TraceRecogniser::Recognise()
{
    FindCandidates();
    const auto guess = TraceFormatInfo::Guess(m_lines.GetFileName());
    if (m_candidates.empty())
    {
        // No known format, or a bad line of the one that the name tells. Files of any
        // comma-separated format are named .csv, and there are no columns without a map.
        const bool tells = guess != TraceFormat::CSV && guess != TraceFormat::COLUMNS;
        return tells ? guess : TraceFormat::RECOGNISED;
    }
    const auto told = std::find_if(m_candidates.begin(),
                                   m_candidates.end(),
                                   [guess](const Candidate& one) { return one.format == guess; });
    if (told != m_candidates.end())
    {
        return guess;
    }
    const auto certain =
        std::find_if(m_candidates.begin(), m_candidates.end(), [](const Candidate& one) {
            return !IsByNumbers(one.format);
        });
    return certain == m_candidates.end() ? ChooseByNumbers() : certain->format;
}

TraceFormat
TraceRecogniser::ChooseByNumbers()
{
    KeepLongest();
    for (auto& candidate : m_candidates)
    {
        Judge(candidate);
    }
    const auto makesSense = [](const Candidate& one) { return one.fault.empty(); };
    if (std::any_of(m_candidates.begin(), m_candidates.end(), makesSense))
    {
        std::erase_if(m_candidates, [](const Candidate& one) { return !one.fault.empty(); });
    }
    const auto isShorter = [](const Candidate& a, const Candidate& b) { return a.lines < b.lines; };
    const auto best = std::max_element(m_candidates.begin(), m_candidates.end(), isShorter);
    const auto equals =
        std::count_if(m_candidates.begin(), m_candidates.end(), [&](const Candidate& one) {
            return one.lines == best->lines;
        });
    if (equals > 1 || !best->fault.empty())
    {
        Refuse();
    }
    return best->format;
}

void
TraceRecogniser::FindCandidates()
{
    for (const auto& info : TraceFormatInfo::GetAll())
    {
        if (LooksLike(m_lines, info.format))
        {
            m_candidates.push_back({info.format, 0, ""});
        }
    }
}

void
TraceRecogniser::KeepLongest()
{
    std::size_t longest = 0;
    for (auto& candidate : m_candidates)
    {
        const auto columns = GetKnownTraceColumns(candidate.format);
        LineReader lines(m_lines.GetFileName(), m_sample);
        while (candidate.lines < SAMPLE_RECORDS && lines.Next() &&
               ColumnTraceReader::Recognises(lines, columns))
        {
            ++candidate.lines;
        }
        longest = std::max(longest, candidate.lines);
    }
    // Nine of ten: the last may be damaged, or of a kind that only another format has.
    std::erase_if(m_candidates,
                  [longest](const Candidate& one) { return 10 * one.lines < 9 * longest; });
}

void
TraceRecogniser::Judge(Candidate& candidate) const
{
    const auto columns = GetKnownTraceColumns(candidate.format);
    auto lines = std::make_unique<LineReader>(m_lines.GetFileName(), m_sample);
    lines->Next();
    TraceSample sample(columns);
    try
    {
        ColumnTraceReader reader(std::move(lines), candidate.format, columns);
        TraceRecord record;
        while (sample.GetSize() < candidate.lines && reader.Next(record))
        {
            sample.Add(record, reader.GetWidened());
        }
    }
    catch (const UserError&)
    {
        // Whoever reads the trace comes to this line again, and is notified.
    }
    candidate.fault = sample.FindFault(m_candidates.size() > 1);
}

void
TraceRecogniser::Refuse() const
{
    std::string text;
    for (const auto& candidate : m_candidates)
    {
        text += (text.empty() ? "" : "; and like ") + Describe(candidate.format) +
                (candidate.fault.empty() ? "" : ", but " + candidate.fault);
    }
    m_lines.Fail("it looks like " + text +
                 ": name the format, or give the columns and their units");
}

} // namespace ns3

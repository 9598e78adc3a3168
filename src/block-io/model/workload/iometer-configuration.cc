/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iometer-configuration.h"

#include "ns3/file-or-text.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <utility>

namespace ns3
{

namespace
{

constexpr auto MOST = std::numeric_limits<uint32_t>::max(); //!< of most numbers

/// Largest sector, so that no byte address overflows.
constexpr uint64_t MOST_SECTOR = uint64_t{1} << 54;

/**
 * @param line a line
 * @param begin how a line may begin, in lower case
 * @return true if it does, in whatever case
 */
bool
BeginsWith(std::string_view line, std::string_view begin)
{
    return line.size() >= begin.size() &&
           std::equal(begin.begin(), begin.end(), line.begin(), [](char known, unsigned char it) {
               return known == std::tolower(it);
           });
}

/**
 * @param names names
 * @return them, with semicolons between
 */
std::string
Join(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
    {
        text += (text.empty() ? "" : "; ") + name;
    }
    return text;
}

} // namespace

IometerConfiguration
IometerConfiguration::Read(const std::string& file)
{
    const auto lines = OpenFileOrText(file, "IOMeter file");
    IometerConfiguration made;
    made.fileName = lines->GetFileName();
    auto heading = Heading::OTHER;
    while (lines->Next())
    {
        const auto line = lines->GetLine();
        // Below a heading there may be titles of columns: an apostrophe and blanks.
        const bool isTitle = line.size() > 1 && line[0] == '\'' && std::isspace(line[1]) != 0;
        if (line.front() != '\'')
        {
            made.AddLine(heading, *lines);
        }
        else if (!isTitle)
        {
            heading = ParseHeading(line);
            if (heading == Heading::END_OF_WORKER)
            {
                made.EndWorker();
            }
        }
    }
    if (made.specifications.empty())
    {
        throw UserError(made.fileName +
                        ": it has no access specification, below 'ACCESS SPECIFICATIONS");
    }
    for (const auto& one : made.specifications)
    {
        one.Check(made.fileName);
    }
    return made;
}

IometerConfiguration::Heading
IometerConfiguration::ParseHeading(std::string_view line)
{
    using enum Heading;
    // The longer of two that begin alike comes first.
    static constexpr std::array<std::pair<std::string_view, Heading>, 12> HEADINGS{
        {{"'run time", RUN_TIME},
         {"'ramp up time", RAMP_TIME},
         {"'test type", TEST_TYPE},
         {"'access specification name", NAME},
         {"'access specifications", LINES},
         {"'size,", LINES},
         {"'worker type", WORKER_TYPE},
         {"'worker cycling", OTHER},
         {"'worker", WORKER},
         {"'number of outstanding ios", OUTSTANDING},
         {"'disk maximum size", AREA},
         {"'assigned access specs", ASSIGNED}}};
    if (BeginsWith(line, "'end worker"))
    {
        return END_OF_WORKER;
    }
    const auto* found = std::find_if(HEADINGS.begin(), HEADINGS.end(), [line](const auto& one) {
        return BeginsWith(line, one.first);
    });
    return found == HEADINGS.end() ? OTHER : found->second;
}

void
IometerConfiguration::AddLine(Heading heading, const LineReader& lines)
{
    const auto line = lines.GetLine();
    switch (heading)
    {
    case Heading::OTHER:
    case Heading::END_OF_WORKER:
        break;
    case Heading::RUN_TIME:
    case Heading::RAMP_TIME:
    case Heading::TEST_TYPE:
        AddSetup(heading, lines);
        break;
    case Heading::NAME:
        specifications.emplace_back();
        specifications.back().name = line.substr(0, line.rfind(','));
        break;
    case Heading::LINES:
        if (specifications.empty())
        {
            lines.Fail("a line of an access specification that has no name yet");
        }
        specifications.back().AddLine(lines);
        break;
    default:
        AddToWorker(heading, lines);
        break;
    }
}

void
IometerConfiguration::AddSetup(Heading heading, const LineReader& lines)
{
    const auto fields = lines.Split(" \t", false);
    const auto seconds = [&](std::size_t field, const char* name, uint32_t unit) {
        return Seconds(lines.ParseInteger(fields[field], name, 1000000) * unit);
    };
    if (heading == Heading::TEST_TYPE)
    {
        m_testType = lines.GetLine();
    }
    else if (heading == Heading::RAMP_TIME)
    {
        rampTime = seconds(0, "Ramp Up Time", 1);
    }
    else if (fields.size() != 3)
    {
        lines.Fail("expected hours, minutes and seconds of Run Time, found " +
                   std::to_string(fields.size()) + " numbers");
    }
    else
    {
        runTime = seconds(0, "hours", 3600) + seconds(1, "minutes", 60) + seconds(2, "seconds", 1);
    }
}

void
IometerConfiguration::AddToWorker(Heading heading, const LineReader& lines)
{
    const auto fields = lines.Split(",", true);
    switch (heading)
    {
    case Heading::WORKER:
        m_worker = {};
        m_isDisk = true;
        m_worker.name = lines.GetLine();
        break;
    case Heading::WORKER_TYPE:
        m_isDisk = BeginsWith(lines.GetLine(), "disk");
        break;
    case Heading::OUTSTANDING:
        m_worker.outstanding = lines.ParseInteger(fields[0], "Number of outstanding IOs", MOST);
        if (m_worker.outstanding == 0)
        {
            lines.Fail("Number of outstanding IOs is 0");
        }
        break;
    case Heading::AREA:
        m_worker.maxSectors = lines.ParseInteger(fields[0], "Disk maximum size", MOST_SECTOR);
        if (fields.size() > 1)
        {
            m_worker.startSector = lines.ParseInteger(fields[1], "starting sector", MOST_SECTOR);
        }
        break;
    default:
        m_worker.specifications.emplace_back(lines.GetLine());
        break;
    }
}

void
IometerConfiguration::EndWorker()
{
    if (m_isDisk)
    {
        workers.push_back(m_worker);
    }
    else
    {
        ++m_networkWorkers;
    }
}

const IometerSpecification&
IometerConfiguration::Choose(const std::string& name, const Worker* worker) const
{
    std::vector<std::string> names;
    for (const auto& one : specifications)
    {
        names.push_back(one.name);
    }
    auto wanted = name;
    if (wanted.empty())
    {
        const bool isAssigned = worker && !worker->specifications.empty();
        const auto& choice = isAssigned ? worker->specifications : names;
        if (choice.size() > 1)
        {
            throw UserError(fileName + (isAssigned ? ": worker \"" + worker->name + "\"" : ": it") +
                            " has several specifications; choose one by name: " + Join(choice));
        }
        wanted = choice.front();
    }
    const auto found = std::find(names.begin(), names.end(), wanted);
    if (found == names.end())
    {
        throw UserError(fileName + ": there is no specification \"" + wanted +
                        "\": " + Join(names));
    }
    return specifications[found - names.begin()];
}

std::vector<std::string>
IometerConfiguration::GetNotes() const
{
    std::vector<std::string> notes;
    if (!m_testType.empty() && !BeginsWith(m_testType, "normal"))
    {
        notes.push_back(fileName + ": Test Type " + m_testType +
                        " is ignored: workers, targets and queue depths do not cycle");
    }
    if (m_networkWorkers > 0)
    {
        notes.push_back(fileName + ": workers of networks are ignored, " +
                        std::to_string(m_networkWorkers));
    }
    return notes;
}

} // namespace ns3

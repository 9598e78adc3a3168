/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-job-reader.h"

#include "fio-engine.h"
#include "fio-files.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

/// The engine of a job that names none, on Linux.
constexpr const char* DEFAULT_ENGINE = "psync";

/**
 * @param names some names
 * @return them with commas between
 */
std::string
Join(const std::set<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
    {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

/// The lines of a job file that cannot be simulated.
class Refusal
{
  public:
    /**
     * @param option a line
     * @param outcome what became of it
     */
    void Add(const FioOption& option, FioKeyOutcome outcome)
    {
        const bool isValue = outcome == FioKeyOutcome::VALUE_UNSUPPORTED;
        const auto what = option.GetKey() + (isValue ? "=" + option.GetText() : "");
        auto& lists = outcome == FioKeyOutcome::UNKNOWN ? m_unknown : m_notHad;
        auto found = std::find_if(lists.begin(), lists.end(), [&](const auto& one) {
            return one.first == what;
        });
        if (found == lists.end())
        {
            found = lists.insert(lists.end(), {what, {}});
        }
        found->second.push_back(&option);
    }

    /**
     * @param file the name of the job file
     * @throw UserError naming all lines, if there are any
     */
    void Throw(const std::string& file) const
    {
        std::string text = GetText("not supported: ", m_notHad, file);
        const auto unknown = GetText("not known: ", m_unknown, file);
        text += (text.empty() || unknown.empty() ? "" : "; ") + unknown;
        if (!text.empty())
        {
            throw UserError(file + ": " + text);
        }
    }

  private:
    /// Keys, or keys with values, and the lines that have them.
    using List = std::vector<std::pair<std::string, std::vector<const FioOption*>>>;

    /**
     * @param title what to begin with
     * @param list some keys
     * @param file the name of the job file
     * @return them, or nothing if there are none
     */
    static std::string GetText(const std::string& title, const List& list, const std::string& file)
    {
        std::string text;
        for (const auto& [what, options] : list)
        {
            text += (text.empty() ? title : ", ") + what;
            text += options.size() == 1 ? " (line " : " (lines ";
            std::string lines;
            for (const auto* option : options)
            {
                lines += lines.empty() ? "" : ", ";
                lines += option->GetFile() == file ? "" : option->GetFile() + ":";
                lines += std::to_string(option->GetLine());
            }
            text += lines + ")";
        }
        return text;
    }

    List m_notHad;  //!< those of fio
    List m_unknown; //!< those that fio does not know
};

/**
 * Put together what several keys say of block sizes and of where requests begin.
 *
 * @param draft the job
 */
void
SetSizes(FioDraft& draft)
{
    for (const auto d : {FioJob::READ, FioJob::WRITE})
    {
        auto& direction = draft.job.directions[d];
        direction.sizes = draft.blockSplit[d];
        direction.range = direction.sizes.empty() ? draft.blockRange[d] : FioJob::SizeRange{};
        if (direction.range.least == direction.range.most && direction.range.least > 0)
        {
            direction.sizes.push_back({direction.range.least, 100});
            direction.range = {};
        }
        if (direction.sizes.empty() && direction.range.least == 0)
        {
            direction.sizes.push_back({draft.blockSizes[d], 100});
        }
        const auto least = direction.GetLeast();
        const bool isAligned = draft.job.isRandom && draft.alignment[d] > 0;
        direction.alignment = isAligned ? draft.alignment[d] : least;
        // fio's map is of blocks of the least size.
        draft.job.hasMap = draft.job.hasMap && direction.alignment == least;
    }
    draft.job.hasMap = draft.job.hasMap || draft.isEveryBlockOnce;
}

/**
 * Put together what the keys of zones say.
 *
 * @param draft the job
 */
void
SetZones(FioDraft& draft)
{
    auto& zones = draft.job.zones;
    if (draft.hasZoneMode && draft.hasZones != (zones.size > 0))
    {
        RejectFioJob(draft.job,
                     draft.hasZones ? "zonemode=strided needs a zonesize"
                                    : "zonemode=none has no zonesize");
    }
    zones.range = zones.range == 0 ? zones.size : zones.range;
}

/**
 * Check that the rates of a job do not contradict each other.
 *
 * @param job the job
 */
void
CheckRates(const FioJob& job)
{
    const auto has = [&job](double FioJob::Direction::* rate) {
        return std::any_of(job.directions.begin(), job.directions.end(), [rate](const auto& one) {
            return one.*rate > 0;
        });
    };
    if (has(&FioJob::Direction::rate) && has(&FioJob::Direction::byteRate))
    {
        RejectFioJob(job, "rate and rate_iops exclude each other");
    }
}

} // namespace

FioJobReader::FioJobReader(const std::string& job)
{
    const FioJobFile file(job);
    for (auto& draft : ReadJobs(file))
    {
        Finish(draft);
    }
    if (m_jobs.empty())
    {
        throw UserError(file.GetName() + ": it has no job, a section such as [name]");
    }
    NoteFile(file.GetName());
}

const std::vector<FioJob>&
FioJobReader::GetJobs() const
{
    return m_jobs;
}

const std::vector<std::string>&
FioJobReader::GetNotes() const
{
    return m_notes;
}

std::vector<FioDraft>
FioJobReader::ReadJobs(const FioJobFile& file)
{
    std::vector<FioDraft> drafts;
    FioDraft global;
    Refusal refusal;
    for (const auto& section : file.GetSections())
    {
        if (!section.isGlobal)
        {
            drafts.push_back(global);
            auto& job = drafts.back().job;
            job.file = section.file;
            job.line = section.line;
            job.name = section.name;
        }
        auto& draft = section.isGlobal ? global : drafts.back();
        for (const auto& option : section.options)
        {
            const auto outcome = ParseFioKey(option, draft);
            if (outcome == FioKeyOutcome::IGNORED)
            {
                m_ignored.insert(option.GetKey());
            }
            else if (outcome != FioKeyOutcome::PARSED)
            {
                refusal.Add(option, outcome);
            }
        }
    }
    refusal.Throw(file.GetName());
    return drafts;
}

void
FioJobReader::Finish(FioDraft& draft)
{
    auto& job = draft.job;
    if (!job.directions[FioJob::READ].used && !job.directions[FioJob::WRITE].used)
    {
        job.directions[FioJob::READ].used = true;
    }
    SetSizes(draft);
    SetZones(draft);
    SetEnd(draft);
    CheckRates(job);
    LimitDepth(draft);
    if (job.think.ioTime.IsStrictlyPositive() && !draft.hasThinkBlocks)
    {
        job.think.blocks = 0;
    }
    job.verify.isOn = job.verify.isOn && draft.hasVerifyPhase;
    CheckWait(job);
    m_jobs.push_back(job);
}

void
FioJobReader::CheckWait(const FioJob& job) const
{
    const auto isNamed = [&job](const auto& other) { return other.name == job.waitFor; };
    if (!job.waitFor.empty() &&
        (isNamed(job) || std::none_of(m_jobs.begin(), m_jobs.end(), isNamed)))
    {
        RejectFioJob(job, "wait_for is '" + job.waitFor + "', not the name of a job above it");
    }
}

void
FioJobReader::SetEnd(FioDraft& draft)
{
    auto& job = draft.job;
    if (job.isTimeBased && job.runTime.IsZero())
    {
        Note(job, "time_based has no effect without a runtime, as in fio");
        job.isTimeBased = false;
    }
}

void
FioJobReader::LimitDepth(FioDraft& draft)
{
    auto& job = draft.job;
    const auto& name = draft.engine.empty() ? DEFAULT_ENGINE : draft.engine;
    const auto* engine = FindFioEngine(name);
    if (engine->target == FioEngine::Target::SPECIFIC)
    {
        m_stores.insert(name);
    }
    if (engine->target == FioEngine::Target::NOTHING)
    {
        m_pretends.insert(name);
    }
    if (job.depth == 1)
    {
        return;
    }
    // With threads that submit, each waits for a request of its own.
    if (engine->kind == FioEngine::Kind::SYNCHRONOUS && !job.isOffload)
    {
        Note(job,
             (draft.engine.empty() ? "fio's engine without ioengine, " : "the engine ") + name +
                 (draft.engine.empty() ? "," : "") +
                 " has one request at a time, whatever iodepth says");
        job.depth = 1;
    }
    else if (name == "libaio" && !draft.isDirect)
    {
        Note(job, "without direct=1 libaio may wait for each request; here it has iodepth");
    }
}

void
FioJobReader::Note(const FioJob& job, const std::string& text)
{
    m_notes.push_back(job.file + ":" + std::to_string(job.line) + ": [" + job.name + "] " + text);
}

void
FioJobReader::NoteFile(const std::string& name)
{
    if (!m_ignored.empty())
    {
        m_notes.push_back(name + ": ignored in a simulation: " + Join(m_ignored));
    }
    if (!m_stores.empty())
    {
        m_notes.push_back(name + ": the simulated drives stand for the storage of " +
                          Join(m_stores));
    }
    if (!m_pretends.empty())
    {
        m_notes.push_back(name + ": requests of " + Join(m_pretends) +
                          ", which transfers nothing, go to the simulated drives");
    }
    if (std::any_of(m_jobs.begin(), m_jobs.end(), [](const auto& job) { return job.verify.isOn; }))
    {
        m_notes.push_back(name + ": verify reads back what was written, but compares nothing; the "
                                 "workload verify compares contents");
    }
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-file-system-checks.h"

#include "ns3/json-writer.h"
#include "ns3/log.h"
#include "ns3/page-mapping.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanFileSystemChecks");

void
SanFileSystemChecks::Attach(const std::string& name,
                            Ptr<ExtentFileSystem> files,
                            Ptr<PoweredDevice> drive)
{
    auto& watched = m_watched.emplace_back(Watched{name, drive, CreateObject<ExtentChecker>()});
    files->TraceConnectWithoutContext(
        "Commit",
        Callback<void, uint64_t, uint64_t>([this, &watched](uint64_t sequence, uint64_t) {
            watched.committed = sequence;
            NoteMoment(watched);
        }));
    drive->TraceConnectWithoutContext(
        "Complete",
        Callback<void, Ptr<const BlockRequest>>([this, &watched](Ptr<const BlockRequest> request) {
            const auto isFlush = request->operation == BlockOperation::FLUSH;
            if (watched.committed > 0 && (isFlush || request->forceUnitAccess))
            {
                NoteMoment(watched);
            }
        }));
    drive->TraceConnectWithoutContext("Power", Callback<void, bool>([&watched](bool hasPower) {
                                          watched.hasLostPower |= !hasPower;
                                      }));
}

void
SanFileSystemChecks::NoteMoment(Watched& watched)
{
    ++watched.moments;
    if (watched.moments <= FIRST_MOMENTS || watched.moments % FIRST_MOMENTS == 0)
    {
        Check(watched);
    }
}

void
SanFileSystemChecks::CheckAll()
{
    for (const auto& watched : m_watched)
    {
        if (watched.committed > 0)
        {
            Check(watched);
        }
    }
}

void
SanFileSystemChecks::Check(const Watched& watched)
{
    if (watched.hasLostPower)
    {
        return;
    }
    const auto& drive = *watched.drive;
    const auto perPage = PAGE_BYTES / drive.GetBlockSize();
    const auto problems = watched.checker->CheckContents(
        drive.GetBlockCount() / perPage,
        [&](uint64_t page, uint64_t count) {
            return drive.ReadDurable(page * perPage, static_cast<uint32_t>(count * perPage));
        });
    ++m_checks;
    const auto last = watched.checker->GetLastTransaction();
    NS_LOG_INFO(watched.name << ": " << problems.size() << " problems, transaction " << last
                             << " is the last of " << watched.committed);
    if (!problems.empty())
    {
        m_violations.Note(watched.name, problems.front());
    }
    else if (last < watched.committed)
    {
        m_violations.Note(watched.name,
                          "transaction " + std::to_string(watched.committed) +
                              " is committed, and the last on the medium is " +
                              std::to_string(last));
    }
}

std::string
SanFileSystemChecks::GetError() const
{
    return m_violations.GetError("checks of file systems");
}

void
SanFileSystemChecks::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_watched.empty())
    {
        return;
    }
    json.BeginLine().Key("file_system_checks").BeginObject();
    json.Key("checks").Integer(m_checks);
    json.Key("violations").Integer(m_violations.GetCount());
    json.EndObject();
}

} // namespace ns3

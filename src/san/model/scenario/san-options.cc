/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "san-former-names.h"

#include "ns3/user-error.h"

namespace ns3
{

SanOptions::SanOptions(const std::string& program, const std::string& usage)
    : m_list(program,
             usage + "\nUnits: times such as 5ms or 2s, rates such as 100Mbps, sizes in bytes.")
{
    for (const auto& [former, name] : GetSanFormerNames())
    {
        m_list.SetRenamed(former, name);
    }
}

void
SanOptions::AddPrograms()
{
    load.AddWorkload();
    host.AddArray();
    host.AddHost(load.GetProgramNeed());
    service.AddFileService(load.GetProgramNeed());
    fault.AddFaults();
    output.AddOutput();
    gateway.AddUse();
    storage.AddAccesses();
    host.AddCacheSeries();
    output.AddResults();
}

void
SanOptions::AddBlockSan()
{
    AddEnds();
    path.AddPath();
    AddBlockStorage();
    load.AddLiveWorkload();
    output.AddOutput();
    gateway.AddUse();
    output.AddResults(false);
}

void
SanOptions::AddEnds()
{
    m_list.BeginGroup("initiators");
    m_list.Add("initiators",
               "Number of initiators, each with a workload",
               initiators,
               IntegerRule("1", "1000"));
    m_list.BeginGroup("drives");
    m_list.Add("targets", "Number of targets", targets, IntegerRule("1", "1000"));
    storage.AddDrives();
}

void
SanOptions::AddBlockStorage()
{
    session.AddSessions();
    tcp.AddTcp();
    storage.AddUnits();
    gateway.AddGateway();
    gateway.AddLoops();
}

ProgramOptions&
SanOptions::ChangeList()
{
    return m_list;
}

const ProgramOptions&
SanOptions::GetList() const
{
    return m_list;
}

uint32_t
SanOptions::GetUsedUnits() const
{
    return session.units == 0 ? storage.GetUnits() : session.units;
}

bool
SanOptions::Parse(const std::vector<std::string>& words)
{
    if (!m_list.Parse(words))
    {
        return false;
    }
    Check();
    const auto* kind = load.GetBlockKind();
    output.storeData = output.storeData || (kind && kind->ChecksContents()) || ChecksFileSystems();
    return true;
}

bool
SanOptions::ChecksFileSystems() const
{
    const auto isOnDrive = (storage.device == "disk" || storage.device == "ssd") &&
                           storage.array == "none" && !host.HasArray() && !gateway.isUsed;
    return isOnDrive && !fault.faults.empty() && load.GetProgramKind() && host.fileSystem != "ext2";
}

void
SanOptions::Check() const
{
    tcp.CheckTcp(path.mtu);
    path.CheckPath(initiators, targets);
    wireless.CheckWireless(path);
    session.CheckPortals();
    session.CheckCores();
    storage.CheckArrays();
    host.CheckArray(initiators, targets * GetUsedUnits());
    CheckPrograms();
    load.Check();
}

void
SanOptions::CheckPrograms() const
{
    const bool isProgram = load.GetProgramKind() != nullptr;
    if (isProgram && host.cache == 0)
    {
        throw UserError("cache: 0, but " + load.workload +
                        " needs a file system, which needs a page cache, such as cache=64");
    }
    const auto units = host.HasArray() ? 1 : targets * GetUsedUnits();
    const auto* kind = load.GetBlockKind();
    const bool isPerDrive = kind && kind->IsPerDrive();
    if (isProgram && initiators > units)
    {
        throw UserError("initiators: " + std::to_string(initiators) + ", but each needs a " +
                        "drive of its own for its file system, and they see " +
                        std::to_string(units));
    }
    if (isPerDrive && initiators > units)
    {
        throw UserError("initiators: " + std::to_string(initiators) +
                        ", but each measures a drive of its own, and they see " +
                        std::to_string(units));
    }
}

} // namespace ns3

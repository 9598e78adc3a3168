/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disksim-importer.h"

#include "disksim-model-reader.h"
#include "disksim-parser.h"
#include "disksim-rules.h"

#include "ns3/disk-parameters-checker.h"
#include "ns3/log.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskSimImporter");

namespace
{

using Path = DiskSimControllerReader::Path;

/// Endings of the names of DiskSim files.
const std::set<std::string> EXTENSIONS{".parv", ".diskspecs", ".model"};

constexpr const char* DISK = "disksim_disk"; //!< type of a disk with its controller
/// Types of devices that are no disks.
constexpr std::array OTHERS{"disksim_simpledisk", "memsmodel_mems", "ssdmodel_ssd"};
constexpr const char* MODEL = "dm_disk"; //!< type of a disk without
constexpr double INTERLEAVED = 2;        //!< a bus that is never waited for

/**
 * @param block a block
 * @param name a parameter
 * @return its value, 0 if it is missing
 */
double
GetNumber(const DiskSimBlock& block, const std::string& name)
{
    const auto* value = block.Find(name);
    return value ? value->GetNumber(name, 0, 10000) : 0;
}

/**
 * @param block a block
 * @param name a parameter
 * @return its value, which is in milliseconds, 0 if it is missing
 */
Time
GetTime(const DiskSimBlock& block, const std::string& name)
{
    return NanoSeconds(llround(GetNumber(block, name) * 1e6));
}

/**
 * Refuse a parameter unless it is 0.
 *
 * @param block a block
 * @param name a parameter
 */
void
RequireZero(const DiskSimBlock& block, const std::string& name)
{
    const auto* value = block.Find(name);
    if (value && value->GetNumber(name, -1e9, 1e9) != 0)
    {
        value->place.Fail(name + " = " + value->text + " of " + block.type +
                          " is not supported, only 0");
    }
}

/**
 * Take a bus, or refuse it.
 *
 * @param bus the bus
 * @param isDrives whether it is the one that the drive is on
 * @param path gets what it adds
 */
void
TakeBus(const DiskSimBlock& bus, bool isDrives, Path& path)
{
    const auto isFree = GetNumber(bus, "type") == INTERLEAVED;
    if (!isDrives)
    {
        if (!isFree)
        {
            RequireZero(bus, "Arbitration time");
        }
        return;
    }
    path.arbitration = isFree ? Time(0) : GetTime(bus, "Arbitration time");
    path.readBlockTransfer =
        std::max(path.readBlockTransfer, GetTime(bus, "Read block transfer time"));
    path.writeBlockTransfer =
        std::max(path.writeBlockTransfer, GetTime(bus, "Write block transfer time"));
}

/**
 * Take a controller between two buses, or refuse it.
 *
 * @param controller the controller
 * @param path gets what it adds
 */
void
TakeController(const DiskSimBlock& controller, Path& path)
{
    const auto* type = controller.Find("type");
    if (type && type->GetInteger("type", UINT32_MAX) > 2)
    {
        type->place.Fail("type = " + type->text + " of " + controller.type +
                         " is not supported, only 1 and 2");
    }
    const auto block = GetTime(controller, "Bulk sector transfer time");
    path.readBlockTransfer = std::max(path.readBlockTransfer, block);
    path.writeBlockTransfer = std::max(path.writeBlockTransfer, block);
    RequireZero(controller, "Scale for delays");
}

} // namespace

DiskSimImporter::DiskSimImporter(const std::string& path)
    : DiskSimImporter(Split(path))
{
}

DiskSimImporter::DiskSimImporter(const Target& target)
    : DiskSimImporter(DiskSimLexer(target.path), target.path, target.disk)
{
}

DiskSimImporter::DiskSimImporter(DiskSimLexer lexer,
                                 const std::string& fileName,
                                 const std::string& disk)
    : m_fileName(fileName),
      m_disk(disk),
      m_tree(DiskSimParser(std::move(lexer)).Parse())
{
}

DiskSimImporter::Target
DiskSimImporter::Split(const std::string& path)
{
    const auto colon = path.rfind(':');
    const auto file = path.substr(0, colon);
    if (colon == std::string::npos ||
        !EXTENSIONS.contains(std::filesystem::path(file).extension().string()))
    {
        return {path, ""};
    }
    return {file, path.substr(colon + 1)};
}

std::vector<std::string>
DiskSimImporter::GetFileNames(const std::string& path)
{
    std::optional<DiskSimLexer> lexer;
    try
    {
        lexer.emplace(Split(path).path);
        while (!lexer->Next().text.empty())
        {
        }
    }
    catch (const UserError&)
    {
        // Who reads the drive is notified.
    }
    return lexer ? lexer->GetFileNames() : std::vector<std::string>();
}

bool
DiskSimImporter::IsDiskSimFile(const std::string& path)
{
    return EXTENSIONS.contains(std::filesystem::path(Split(path).path).extension().string());
}

const std::vector<std::string>&
DiskSimImporter::GetNotes() const
{
    return m_notes;
}

DiskParameters
DiskSimImporter::Import()
{
    const auto& disk = ChooseDisk();
    DiskParameters parameters;
    parameters.name = disk.name;
    try
    {
        const auto* model = disk.Find("Model");
        if (disk.type == DISK && !model)
        {
            disk.place.Fail("the disk " + disk.name + " lacks the parameter Model");
        }
        DiskSimModelReader(parameters, m_notes).Read(model ? model->GetBlock("Model") : disk);
        if (disk.type == DISK)
        {
            DiskSimControllerReader(parameters, m_notes).Read(disk, FindPath(disk));
        }
        DiskParametersChecker(parameters).Check();
    }
    catch (const UserError& error)
    {
        const std::string message = error.what();
        // Those of a line name their file, which may be one that this file sources.
        const auto named = message.find(": ") < message.find("drive ");
        throw UserError(named ? message : m_fileName + ": " + message);
    }
    for (const auto& note : m_notes)
    {
        NS_LOG_INFO(note);
    }
    return parameters;
}

std::vector<const DiskSimBlock*>
DiskSimImporter::FindDisks() const
{
    std::vector<const DiskSimBlock*> defined;
    std::vector<const DiskSimBlock*> instantiated;
    for (const auto& block : m_tree.blocks)
    {
        if (block->type != DISK && block->type != MODEL)
        {
            continue;
        }
        defined.push_back(block.get());
        if (std::any_of(m_tree.instances.begin(),
                        m_tree.instances.end(),
                        [&block](const auto& each) { return each.block == block->name; }))
        {
            instantiated.push_back(block.get());
        }
    }
    return instantiated.empty() || !m_disk.empty() ? defined : instantiated;
}

const DiskSimBlock&
DiskSimImporter::ChooseDisk() const
{
    const auto disks = FindDisks();
    std::string names;
    for (const auto* disk : disks)
    {
        if (disk->name == m_disk || (m_disk.empty() && disks.size() == 1))
        {
            return *disk;
        }
        names += (names.empty() ? "" : ", ") + disk->name;
    }
    if (disks.empty())
    {
        std::string other;
        for (const auto& block : m_tree.blocks)
        {
            const auto found = std::find(OTHERS.begin(), OTHERS.end(), block->type);
            if (other.empty() && found != OTHERS.end())
            {
                other = ", only " + block->type + " " + block->name;
            }
        }
        throw UserError(m_fileName + ": it has no block " + DISK + other);
    }
    throw UserError(m_fileName + ": " +
                    (m_disk.empty() ? "it has several disks, of which :NAME at the end of the path "
                                      "chooses one: "
                                    : "it has no disk " + m_disk + ", only ") +
                    names);
}

Path
DiskSimImporter::FindPath(const DiskSimBlock& disk)
{
    Path path;
    std::vector<const DiskSimBlock*> above;
    for (const auto& root : m_tree.topologies)
    {
        if (FindAbove(root, disk.name, above))
        {
            break;
        }
    }
    bool isDrives = true;
    for (const auto* block : above) // from the drive upwards
    {
        if (block->type == "disksim_bus")
        {
            TakeBus(*block, isDrives, path);
            isDrives = false;
        }
        else if (block->type == "disksim_ctlr")
        {
            TakeController(*block, path);
        }
        else if (block->type == "disksim_iodriver")
        {
            RequireZero(*block, "Constant access time");
        }
    }
    return path;
}

bool
DiskSimImporter::FindAbove(const DiskSimValue& node,
                           const std::string& type,
                           std::vector<const DiskSimBlock*>& above) const
{
    const auto* block = FindInstance(node.name);
    const bool found = (block && block->name == type) ||
                       std::any_of(node.items.begin(), node.items.end(), [&](const auto& item) {
                           return FindAbove(item, type, above);
                       });
    if (found && block && block->name != type)
    {
        above.push_back(block);
    }
    return found;
}

const DiskSimBlock*
DiskSimImporter::FindInstance(const std::string& instance) const
{
    for (const auto& instances : m_tree.instances)
    {
        const auto& names = instances.names;
        if (std::find(names.begin(), names.end(), instance) != names.end())
        {
            return m_tree.Find(instances.block);
        }
    }
    return nullptr;
}

} // namespace ns3

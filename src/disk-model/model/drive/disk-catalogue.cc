/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-catalogue.h"

#include "ns3/disk-file-format.h"
#include "ns3/disksim-importer.h"
#include "ns3/drive-file-reader.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskCatalogue");

namespace
{

using DiskReader = DriveFileReader<DiskDraft>; //!< reads files of disks

/**
 * Disks as a kind of drive.
 */
class DiskKind : public DriveKind
{
  public:
    DiskKind()
        : DriveKind("disk", "a disk", DiskFileFormat::Get().folders)
    {
    }

    bool Has(const std::string& model) const override
    {
        return DiskSimImporter::IsDiskSimFile(model) || DriveKind::Has(model);
    }

  private:
    std::vector<std::string> FindFileNames(const std::string& model) const override
    {
        return DiskSimImporter::IsDiskSimFile(model)
                   ? DiskSimImporter::GetFileNames(model)
                   : DiskReader::FindFileNames(DiskFileFormat::Get(), model);
    }

    void Read(const std::string& model, DriveCatalogueEntry& entry) const override
    {
        const auto disk = DiskCatalogue::Get(model);
        entry.drive = disk;
        entry.cylinders = disk.cylinders;
        entry.heads = disk.heads;
        entry.rpm = disk.rpm;
    }
};

} // namespace

DiskParameters
DiskCatalogue::Get(const std::string& model)
{
    NS_LOG_INFO("drive " << model);
    return DiskSimImporter::IsDiskSimFile(model)
               ? DiskSimImporter(model).Import()
               : DiskReader::ReadModel(DiskFileFormat::Get(), model);
}

const DriveKind&
DiskCatalogue::GetKind()
{
    static const DiskKind kind;
    return kind;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-catalogue.h"

#include "ssd-file-format.h"

#include "ns3/drive-file-reader.h"

namespace ns3
{

namespace
{

using SsdReader = DriveFileReader<SsdParameters>; //!< reads files of flash drives

/**
 * Flash drives as a kind of drive.
 */
class SsdKind : public DriveKind
{
  public:
    SsdKind()
        : DriveKind("ssd", "an SSD", SsdFileFormat::Get().folders)
    {
    }

  private:
    std::vector<std::string> FindFileNames(const std::string& model) const override
    {
        return SsdReader::FindFileNames(SsdFileFormat::Get(), model);
    }

    void Read(const std::string& model, DriveCatalogueEntry& entry) const override
    {
        entry.drive = SsdCatalogue::Get(model);
    }
};

} // namespace

SsdParameters
SsdCatalogue::Get(const std::string& model)
{
    return SsdReader::ReadModel(SsdFileFormat::Get(), model);
}

const DriveKind&
SsdCatalogue::GetKind()
{
    static const SsdKind kind;
    return kind;
}

} // namespace ns3

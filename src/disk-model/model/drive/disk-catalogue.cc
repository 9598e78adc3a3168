/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-catalogue.h"

#include "ns3/disk-parameters-reader.h"
#include "ns3/disksim-importer.h"
#include "ns3/log.h"
#include "ns3/user-error.h"

#include <filesystem>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskCatalogue");

DiskParameters
DiskCatalogue::Get(const std::string& model)
{
    if (DiskSimImporter::IsDiskSimFile(model))
    {
        return DiskSimImporter(model).Import();
    }
    if (model.find('/') != std::string::npos)
    {
        return DiskParametersReader(model).Read(std::filesystem::path(model).stem().string());
    }
    if (const auto path = DiskParametersReader::GetCatalogueFolders().FindFile(model);
        !path.empty())
    {
        NS_LOG_INFO("drive " << model << ": " << path);
        return DiskParametersReader(path).Read(model);
    }
    throw UserError(DiskParametersReader::GetCatalogueFolders().DescribeUnknown(model));
}

} // namespace ns3

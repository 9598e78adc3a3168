/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-catalogue-entry.h"

#include "disk-catalogue.h"

#include "ns3/disk-parameters-reader.h"
#include "ns3/disksim-importer.h"
#include "ns3/json-writer.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <fstream>

namespace ns3
{

namespace
{

/**
 * @param model a name of the catalogue or a path
 * @return the files that say what the drive is, as far as they can be read
 */
std::vector<std::string>
FindFileNames(const std::string& model)
{
    if (DiskSimImporter::IsDiskSimFile(model))
    {
        return DiskSimImporter::GetFileNames(model);
    }
    const bool isPath = model.find('/') != std::string::npos;
    const auto path = isPath ? model : DiskParametersReader::GetCatalogueFolders().FindFile(model);
    if (path.empty())
    {
        return {};
    }
    DiskParametersReader reader(path);
    try
    {
        reader.Read(model);
    }
    catch (const UserError&)
    {
        // Who reads the drive is notified.
    }
    return reader.GetFileNames();
}

/**
 * @param fileName a drive file
 * @return first sentence of the comment at its top, without the licence
 */
std::string
ReadAbout(const std::string& fileName)
{
    std::string comment;
    std::ifstream file(fileName);
    for (std::string line; std::getline(file, line) && line.starts_with('#');)
    {
        const auto begin = line.find_first_not_of("# \r");
        if (begin != std::string::npos && line.find("SPDX") == std::string::npos)
        {
            comment += (comment.empty() ? "" : " ") + line.substr(begin);
        }
    }
    return comment.substr(0, std::min(comment.find(". "), comment.find(": ")));
}

} // namespace

DiskCatalogueEntry::DiskCatalogueEntry(const std::string& model)
    : m_model(model)
{
    try
    {
        m_names = FindFileNames(model);
        m_about = m_names.empty() ? "" : ReadAbout(m_names.front());
        m_parameters = DiskCatalogue::Get(model);
    }
    catch (const UserError& error)
    {
        m_error = error.what();
    }
}

const std::vector<std::string>&
DiskCatalogueEntry::GetFileNames() const
{
    return m_names;
}

const std::string&
DiskCatalogueEntry::GetAbout() const
{
    return m_about;
}

const std::string&
DiskCatalogueEntry::GetError() const
{
    return m_error;
}

void
DiskCatalogueEntry::WriteTo(JsonWriter& json) const
{
    json.BeginObject();
    json.Key("name").String(m_model);
    json.Key("files").BeginArray();
    for (const auto& name : m_names)
    {
        json.String(name);
    }
    json.EndArray();
    json.Key("about").String(m_about);
    if (!m_error.empty())
    {
        json.Key("error").String(m_error);
        for (const auto* name : {"blocks", "block_size", "cylinders", "heads", "rpm"})
        {
            json.Key(name).Null();
        }
        json.EndObject();
        return;
    }
    json.Key("error").Null();
    json.Key("blocks").Integer(m_parameters.blocks);
    json.Key("block_size").Integer(m_parameters.blockSize);
    json.Key("cylinders").Integer(m_parameters.cylinders);
    json.Key("heads").Integer(m_parameters.heads);
    json.Key("rpm").Fixed(m_parameters.rpm, 2);
    json.EndObject();
}

} // namespace ns3

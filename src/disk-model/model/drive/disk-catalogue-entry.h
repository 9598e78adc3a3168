/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CATALOGUE_ENTRY_H
#define DISK_CATALOGUE_ENTRY_H

#include "ns3/disk-parameters.h"

#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup disk-model-drive
 *
 * What is known of a drive: what its file says of it, where that is, and what is wrong with it. A
 * drive that cannot be read has an entry, too.
 */
class DiskCatalogueEntry
{
  public:
    /**
     * Read a drive.
     *
     * @param model a name of the catalogue or a path, as DiskCatalogue::Get takes it
     */
    explicit DiskCatalogueEntry(const std::string& model);

    /**
     * @return the files that say what the drive is, its own first: with it the one of the drive
     *         that it is like, or those that a DiskSim file sources; none if there is no such drive
     */
    const std::vector<std::string>& GetFileNames() const;

    /**
     * @return first sentence of the comment at the top of its file, or nothing
     */
    const std::string& GetAbout() const;

    /**
     * @return why it cannot be read, as DiskCatalogue::Get says it; empty if it can
     */
    const std::string& GetError() const;

    /**
     * Write a JSON object: name, files, about, error, and blocks, block_size, cylinders, heads and
     * rpm, which are null if the drive cannot be read. Otherwise error is.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;

  private:
    std::string m_model;              //!< its name or path
    std::vector<std::string> m_names; //!< its files
    std::string m_about;              //!< first sentence of the comment at the top
    std::string m_error;              //!< why it cannot be read
    DiskParameters m_parameters;      //!< the drive, if it can be read
};

} // namespace ns3

#endif /* DISK_CATALOGUE_ENTRY_H */

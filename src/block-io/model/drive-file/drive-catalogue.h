/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_CATALOGUE_H
#define DRIVE_CATALOGUE_H

#include "drive-kind.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * The drives of several kinds. To add a drive, add a file.
 */
class DriveCatalogue
{
  public:
    /**
     * @param kinds the kinds, which stay longer than this; the first is that of a path whose ending
     *        does not say
     */
    explicit DriveCatalogue(std::vector<const DriveKind*> kinds);

    /**
     * @return all drives, by kind and then by name
     */
    std::vector<DriveCatalogueEntry> Describe() const;

    /**
     * @param model a name of the catalogue or a path
     * @return what is known of it, and of one that there is not, which drives there are
     */
    DriveCatalogueEntry Describe(const std::string& model) const;

    /**
     * Check what kind of drive one is. One of which nothing is known is not checked.
     *
     * @param model a name of the catalogue or a path
     * @param word the word of a kind
     * @throw UserError if it is of another kind, naming that and the drives of this one
     */
    void CheckKind(const std::string& model, const std::string& word) const;

  private:
    /**
     * @param model a name of the catalogue or a path
     * @return its kind, null if none has it
     */
    const DriveKind* Find(const std::string& model) const;

    std::vector<const DriveKind*> m_kinds; //!< the kinds
};

} // namespace ns3

#endif /* DRIVE_CATALOGUE_H */

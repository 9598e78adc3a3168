/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_KIND_H
#define DRIVE_KIND_H

#include "drive-catalogue-entry.h"
#include "drive-file-folders.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * A kind of drive that has files: what a module adds to a DriveCatalogue.
 */
class DriveKind
{
  public:
    virtual ~DriveKind();

    /**
     * @return one word for it, as in "disk"
     */
    const std::string& GetWord() const;

    /**
     * @return its name in a sentence, with its article, as in "a disk"
     */
    const std::string& GetName() const;

    /**
     * @return where its files are
     */
    const DriveFileFolders& GetFolders() const;

    /**
     * @param model a name of the catalogue or a path
     * @return whether it is a drive of this kind, by the catalogue or by the path's ending
     */
    virtual bool Has(const std::string& model) const;

    /**
     * Read a drive.
     *
     * @param model a name of the catalogue or a path
     * @return what is known of it
     */
    DriveCatalogueEntry Describe(const std::string& model) const;

  protected:
    /**
     * @param word one word for it
     * @param name its name in a sentence
     * @param folders where its files are; they stay longer than this
     */
    DriveKind(std::string word, std::string name, const DriveFileFolders& folders);

  private:
    /**
     * @param model a name of the catalogue or a path
     * @return the files that say what the drive is, its own first, as far as they can be read
     * @throw UserError if its own cannot be opened
     */
    virtual std::vector<std::string> FindFileNames(const std::string& model) const = 0;

    /**
     * Read a drive.
     *
     * @param model a name of the catalogue or a path
     * @param entry gets what holds of a drive that can be read
     * @throw UserError if it cannot be read
     */
    virtual void Read(const std::string& model, DriveCatalogueEntry& entry) const = 0;

    std::string m_word;                //!< one word for it
    std::string m_name;                //!< its name in a sentence
    const DriveFileFolders& m_folders; //!< where its files are
};

} // namespace ns3

#endif /* DRIVE_KIND_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_FILE_READER_H
#define DRIVE_FILE_READER_H

#include "drive-file-folders.h"
#include "drive-file-values.h"

#include "ns3/line-reader.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * What a keyword of drive files may have.
 */
struct DriveKeyword
{
    std::size_t least{1};   //!< least number of values
    std::size_t most{1};    //!< most values, 0 if there is no limit
    bool isRequired{false}; //!< whether each file must have it
    bool repeats{false};    //!< whether it may stand on more than one line
};

/**
 * @ingroup block-io-drive-file
 *
 * Reads drive files: text, a keyword and its values on each line. A file whose first keyword is
 * "like" contains only the differences from another drive of the catalogue. Which keywords there
 * are is up to the reader of a kind of drive.
 */
class DriveFileReader
{
  public:
    virtual ~DriveFileReader();

    /**
     * @return the file, and that of the drive which it is like once it was read
     */
    const std::vector<std::string>& GetFileNames() const;

  protected:
    /**
     * @param fileName a drive file
     * @throw UserError if it cannot be opened
     */
    explicit DriveFileReader(const std::string& fileName);

    /**
     * @param fileName what messages call the text
     * @param text a drive file
     */
    DriveFileReader(const std::string& fileName, std::string_view text);

    /**
     * Read the whole file.
     *
     * @throw UserError naming the file, and the line or the keyword
     */
    void ReadFile();

    /**
     * Read it for a drive that is like the one of this file.
     */
    void ReadForOther();

    /**
     * @param word a keyword
     * @return true if the file has it, or the one of the drive that it is like may have
     */
    bool HasSeen(const std::string& word) const;

  private:
    /**
     * @return the names of the keywords
     */
    virtual std::vector<std::string> GetWords() const = 0;

    /**
     * @param word a word
     * @return the keyword of that name, or null
     */
    virtual const DriveKeyword* Find(std::string_view word) const = 0;

    /**
     * Take a line.
     *
     * @param keyword as Find gave it
     * @param values its values, as many as it may have
     */
    virtual void Take(const DriveKeyword& keyword, const DriveFileValues& values) = 0;

    /**
     * Begin with all that another drive is.
     *
     * @param fileName its file
     */
    virtual void Begin(const std::string& fileName) = 0;

    /**
     * Check the drive, and do what depends on several lines.
     *
     * @throw UserError if it cannot be
     */
    virtual void Finish() = 0;

    /**
     * @return where the catalogue is
     */
    virtual const DriveFileFolders& GetFolders() const = 0;

    /**
     * Take the current line.
     */
    void ParseLine();

    /**
     * Begin with all that another drive is.
     *
     * @param model a model of the catalogue whose file is complete in itself
     */
    void BeginLike(const std::string& model);

    LineReader m_lines;               //!< the file
    std::vector<std::string> m_names; //!< it, and that of the drive which it is like
    std::set<std::string> m_seen;     //!< keywords read so far
    bool m_isLike{false};             //!< whether it began with another drive
    bool m_isOther{false};            //!< whether it is read for one that is like it
};

} // namespace ns3

#endif /* DRIVE_FILE_READER_H */

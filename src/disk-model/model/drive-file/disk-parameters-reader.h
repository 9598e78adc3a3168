/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_PARAMETERS_READER_H
#define DISK_PARAMETERS_READER_H

#include "disk-keywords.h"

#include "ns3/disk-parameters.h"
#include "ns3/line-reader.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-drive-file
 *
 * The reader of drive files. A drive file is text, a keyword and its values on each line; the
 * module's documentation lists the keywords. A file whose first keyword is "like" contains only the
 * differences from another drive of the catalogue.
 */
class DiskParametersReader
{
  public:
    /**
     * @param fileName a drive file
     * @throw UserError if it cannot be opened
     */
    explicit DiskParametersReader(const std::string& fileName);

    /**
     * @param fileName what messages call the text
     * @param text a drive file
     */
    DiskParametersReader(const std::string& fileName, std::string_view text);

    /**
     * Read the whole file.
     *
     * @param name the drive's name
     * @return the drive, checked
     * @throw UserError naming the file, and the line or the keyword
     */
    DiskParameters Read(const std::string& name);

    /**
     * @return the file, and that of the drive which it is like once it was read
     */
    const std::vector<std::string>& GetFileNames() const;

  private:
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

    /**
     * Apply what depends on other lines, and check the drive.
     */
    void Finish();

    LineReader m_lines;               //!< the file
    std::vector<std::string> m_names; //!< it, and that of the drive which it is like
    std::set<std::string> m_seen;     //!< keywords read so far
    DiskDraft m_draft;                //!< what was read so far
    bool m_isLike{false};             //!< whether it began with another drive
    bool m_isOther{false};            //!< whether it is read for one that is like it
};

} // namespace ns3

#endif /* DISK_PARAMETERS_READER_H */

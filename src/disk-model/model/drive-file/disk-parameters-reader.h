/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_PARAMETERS_READER_H
#define DISK_PARAMETERS_READER_H

#include "disk-keywords.h"

#include "ns3/disk-parameters.h"
#include "ns3/drive-file-reader.h"

#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-drive-file
 *
 * The reader of files of disk drives; the module's documentation lists the keywords.
 */
class DiskParametersReader : public DriveFileReader
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
     * @return where the files of disk drives are
     */
    static const DriveFileFolders& GetCatalogueFolders();

  private:
    // From DriveFileReader
    std::vector<std::string> GetWords() const override;
    const DriveKeyword* Find(std::string_view word) const override;
    void Take(const DriveKeyword& keyword, const DriveFileValues& values) override;
    void Begin(const std::string& fileName) override;
    void Finish() override;
    const DriveFileFolders& GetFolders() const override;

    DiskDraft m_draft; //!< what was read so far
};

} // namespace ns3

#endif /* DISK_PARAMETERS_READER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_PARAMETERS_READER_H
#define SSD_PARAMETERS_READER_H

#include "ns3/drive-file-reader.h"
#include "ns3/ssd-parameters.h"

#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-drive-file
 *
 * The reader of files of flash drives; the module's documentation lists the keywords.
 */
class SsdParametersReader : public DriveFileReader
{
  public:
    /**
     * @param fileName a drive file
     * @throw UserError if it cannot be opened
     */
    explicit SsdParametersReader(const std::string& fileName);

    /**
     * @param fileName what messages call the text
     * @param text a drive file
     */
    SsdParametersReader(const std::string& fileName, std::string_view text);

    /**
     * Read the whole file.
     *
     * @param name the drive's name
     * @return the drive, checked
     * @throw UserError naming the file, and the line or the keyword
     */
    SsdParameters Read(const std::string& name);

    /**
     * Read a drive.
     *
     * @param model a name of the catalogue, or the path of a drive file, which has a slash in it
     * @return the drive
     * @throw UserError if there is no such drive, naming it and the known ones, or if its file does
     *        not hold a drive
     */
    static SsdParameters ReadModel(const std::string& model);

    /**
     * @return where the files of flash drives are
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

    SsdParameters m_parameters; //!< what was read so far
};

} // namespace ns3

#endif /* SSD_PARAMETERS_READER_H */

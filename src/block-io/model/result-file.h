/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include <cstdio>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * A result file that is there whole or not at all: it is written under its name with ".part"
 * added, and gets its own name when it is committed. If it is destroyed before that (an error ended
 * the run), what was written is removed and an older file of its name stays.
 */
class ResultFile
{
  public:
    /**
     * @param fileName the file; its folder is made if need be
     * @throw UserError if it cannot be created
     */
    explicit ResultFile(const std::string& fileName);
    ~ResultFile();
    ResultFile(const ResultFile&) = delete;
    ResultFile& operator=(const ResultFile&) = delete;

    /**
     * @param text what to add to the file
     */
    void Write(std::string_view text);

    /**
     * Give the file its name. Nothing can be written after that.
     *
     * @throw UserError if not everything could be written
     */
    void Commit();

  private:
    std::string m_fileName;     //!< final name
    std::string m_partName;     //!< name until then
    std::FILE* m_file{nullptr}; //!< null once committed
};

} // namespace ns3

#endif /* RESULT_FILE_H */

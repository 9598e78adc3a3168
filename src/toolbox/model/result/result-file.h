/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include "result-target.h"

#include "ns3/file-compression.h"

#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup toolbox-result
 *
 * A result file that is written completely or not at all: it gets its name when it is committed. If
 * it is destroyed before (an error ended the run), nothing is left of it and an existing file of
 * its name stays. Devices, FIFOs and the like are written directly, block by block (see
 * ResultTarget). If the name ends in .gz or .zst, the program gzip or zstd compresses the
 * file.
 */
class ResultFile
{
  public:
    /**
     * @param fileName the file; its folder is made if need be
     * @throw UserError if it cannot be created, or needs gzip or zstd and that is not
     * installed
     */
    explicit ResultFile(const std::string& fileName);
    ~ResultFile();
    ResultFile(const ResultFile&) = delete;
    ResultFile& operator=(const ResultFile&) = delete;

    /**
     * @param text what to add to the file, which need not be text
     * @throw UserError if there is no room for it, or its reader is gone
     */
    void Write(std::string_view text);

    /**
     * Give the file its name. Nothing can be written after that.
     *
     * @throw UserError if not everything could be written
     */
    void Commit();

  private:
    /**
     * Compress what is written from now on.
     *
     * @param compression how
     */
    void StartCompression(const FileCompression& compression);

    /// Write what waits.
    void Flush();

    /**
     * @return the error number of what made the compressing process fail
     */
    int FindCompressionError() const;

    std::string m_fileName;           //!< its name
    ResultTarget m_target;            //!< where it goes
    std::string m_waiting;            //!< what was not written yet
    int m_socket{-1};                 //!< where text to compress goes; -1 if it is not compressed
    FileCompressionProcess m_process; //!< what compresses it
};

} // namespace ns3

#endif /* RESULT_FILE_H */

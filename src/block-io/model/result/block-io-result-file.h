/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_IO_RESULT_FILE_H
#define BLOCK_IO_RESULT_FILE_H

#include "block-io-result-target.h"

#include "ns3/block-file-compression.h"

#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * A result file that is written completely or not at all: it gets its name when it is committed. If
 * it is destroyed before (an error ended the run), nothing is left of it and an existing file of
 * its name stays. Devices, FIFOs and the like are written directly, block by block (see
 * BlockIoResultTarget). If the name ends in .gz or .zst, the program gzip or zstd compresses the
 * file.
 */
class BlockIoResultFile
{
  public:
    /**
     * @param fileName the file; its folder is made if need be
     * @throw BlockIoUserError if it cannot be created, or needs gzip or zstd and that is not
     * installed
     */
    explicit BlockIoResultFile(const std::string& fileName);
    ~BlockIoResultFile();
    BlockIoResultFile(const BlockIoResultFile&) = delete;
    BlockIoResultFile& operator=(const BlockIoResultFile&) = delete;

    /**
     * @param text what to add to the file, which need not be text
     * @throw BlockIoUserError if there is no room for it, or its reader is gone
     */
    void Write(std::string_view text);

    /**
     * Give the file its name. Nothing can be written after that.
     *
     * @throw BlockIoUserError if not everything could be written
     */
    void Commit();

  private:
    /**
     * Compress what is written from now on.
     *
     * @param compression how
     */
    void StartCompression(const BlockFileCompression& compression);

    /// Write what waits.
    void Flush();

    /**
     * @return the error number of what made the compressing process fail
     */
    int FindCompressionError() const;

    std::string m_fileName;       //!< its name
    BlockIoResultTarget m_target; //!< where it goes
    std::string m_waiting;        //!< what was not written yet
    int m_socket{-1};             //!< where text to compress goes; -1 if it is not compressed
    BlockFileCompressionProcess m_process; //!< what compresses it
};

} // namespace ns3

#endif /* BLOCK_IO_RESULT_FILE_H */

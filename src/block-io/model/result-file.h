/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include "compression.h"

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
 * the run), what was written is removed and an older file of its name stays. A name that ends in
 * .gz or .zst makes it compressed, by the program gzip or zstd.
 */
class ResultFile
{
  public:
    /**
     * @param fileName the file; its folder is made if need be
     * @throw UserError if it cannot be created, or needs gzip or zstd and that is not installed
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
    /**
     * Compress what is written from now on.
     *
     * @param compression how
     */
    void StartCompression(const Compression& compression);

    /**
     * Write to the compressing process, where one runs.
     *
     * @param text what to write
     */
    void Send(std::string_view text);

    std::string m_fileName;       //!< final name
    std::string m_partName;       //!< name until then
    std::FILE* m_file{nullptr};   //!< null once committed
    int m_socket{-1};             //!< where text to compress goes; -1 if it is not compressed
    int m_error{0};               //!< first error of sending it there
    CompressionProcess m_process; //!< what compresses it
};

} // namespace ns3

#endif /* RESULT_FILE_H */

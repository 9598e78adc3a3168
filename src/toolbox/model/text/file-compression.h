/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_COMPRESSION_H
#define FILE_COMPRESSION_H

#include <cstddef>
#include <string_view>
#include <sys/types.h>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * A method of compressing files: gzip or zstd. The program of that name does the work, in a
 * separate process.
 */
struct FileCompression
{
    /// Bytes at the beginning of a file that are enough to tell.
    static constexpr std::size_t MAGIC_SIZE = 4;

    const char* program;      //!< what compresses and decompresses
    std::string_view magic;   //!< how a compressed file begins
    std::string_view suffix;  //!< how its name ends
    const char* packOption;   //!< compress standard input to standard output, always to equal bytes
    const char* unpackOption; //!< decompress standard input to standard output

    /**
     * @param content the beginning of a file, MAGIC_SIZE bytes if it has them
     * @return how the file is compressed; null if it is not
     */
    static const FileCompression* FindByContent(std::string_view content);

    /**
     * @param fileName a file's name
     * @return how a file of that name should be compressed; null if it should not
     */
    static const FileCompression* FindByName(std::string_view fileName);
};

/**
 * @ingroup toolbox-text
 *
 * A process that compresses or decompresses what it reads.
 */
class FileCompressionProcess
{
  public:
    FileCompressionProcess() = default;
    ~FileCompressionProcess();
    FileCompressionProcess(const FileCompressionProcess&) = delete;
    FileCompressionProcess& operator=(const FileCompressionProcess&) = delete;

    /**
     * Start it. Its error output goes nowhere.
     *
     * @param program the program
     * @param option what it is told
     * @param input the descriptor that becomes its standard input
     * @param output the descriptor that becomes its standard output
     * @return 0, or the error number
     */
    int Start(const char* program, const char* option, int input, int output);

    /**
     * Wait for its end, if it was started.
     *
     * @return true unless it failed
     */
    bool Wait();

  private:
    pid_t m_process{0}; //!< process number, 0 if it does not run
};

} // namespace ns3

#endif /* FILE_COMPRESSION_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINE_READER_H
#define LINE_READER_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Reads a text file that a user gave, plain or gzip (known by its first two bytes), line by line.
 * Gzip is read through the program of that name, so that no library is needed.
 */
class LineReader
{
  public:
    /**
     * @param fileName the file
     * @throw UserError if it cannot be opened, or needs gzip and that is not installed
     */
    explicit LineReader(const std::string& fileName);

    /**
     * Read a text instead of a file.
     *
     * @param name what messages call it
     * @param text the text, which is never gzip
     */
    LineReader(const std::string& name, std::string_view text);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    /**
     * Go on to the next line that is neither blank nor a comment (# first).
     *
     * @return false at the end of the file
     * @throw UserError if reading fails: the gzip file is damaged, say
     */
    bool Next();

    /**
     * @return the present line, without its end
     */
    const std::string& GetLine() const;

    /**
     * @return the number of the present line, counted from 1
     */
    uint32_t GetLineNumber() const;

    /**
     * @return the file's name as it was given
     */
    const std::string& GetFileName() const;

    /**
     * Refuse the present line.
     *
     * @param message what is wrong with it
     * @throw UserError always, naming file and line
     */
    [[noreturn]] void Fail(const std::string& message) const;

    /**
     * Split the present line into fields.
     *
     * @param separators the characters between fields
     * @param keepEmpty true if two separators side by side have an empty field between them
     * @return the fields without blanks around them, valid until the next line
     */
    std::vector<std::string_view> Split(const char* separators, bool keepEmpty) const;

    /**
     * @param field a field of the present line
     * @param name what it is called in the error message
     * @param max the largest value allowed
     * @param base 10 or 16
     * @return its value
     * @throw UserError unless it is a whole number from 0 to max
     */
    uint64_t ParseInteger(std::string_view field,
                          const char* name,
                          uint64_t max = UINT64_MAX,
                          int base = 10) const;

    /**
     * @param field a field of the present line
     * @param name what it is called in the error message
     * @param max the largest value allowed
     * @return its value
     * @throw UserError unless it is a decimal number from 0 to max
     */
    long double ParseNumber(std::string_view field, const char* name, long double max) const;

  private:
    /**
     * Run gzip on the open file and read its output instead.
     */
    void StartGzip();

    /**
     * Start the process of gzip on the open file.
     *
     * @param readEnd the pipe's end for this process
     * @param writeEnd the pipe's end for gzip
     * @return 0, or the error number
     */
    int SpawnGzip(int readEnd, int writeEnd);

    /**
     * Wait for gzip, if it runs.
     *
     * @return its wait status, 0 if it did not run
     */
    int WaitForGzip();

    /**
     * Check that the end of the file was reached in good order.
     */
    void CheckEnd();

    std::string m_fileName;      //!< as it was given
    std::FILE* m_file{nullptr};  //!< where the text comes from
    pid_t m_gzip{0};             //!< process number of gzip, 0 if it does not run
    std::string m_line;          //!< the present line
    char* m_buffer{nullptr};     //!< memory of getline
    std::size_t m_bufferSize{0}; //!< bytes of that memory
    uint32_t m_lineNumber{0};    //!< of the present line
};

} // namespace ns3

#endif /* LINE_READER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINE_READER_H
#define LINE_READER_H

#include "file-compression.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * Reads a user's text file line by line, plain or compressed by gzip or zstd (detected from its
 * first bytes). The programs of these names decompress it, so that no library is needed. Memory is
 * bounded: a block of the file, or the longest line, at most MAX_LINE.
 */
class LineReader
{
  public:
    /// Bytes of the longest line that is read.
    static constexpr std::size_t MAX_LINE = 1 << 20;

    /**
     * @param fileName the file
     * @throw UserError if it cannot be read, or needs gzip or zstd and that is not installed
     */
    explicit LineReader(const std::string& fileName);

    /**
     * Read a text instead of a file.
     *
     * @param name what messages call it
     * @param text the text, which is never compressed
     */
    LineReader(const std::string& name, std::string_view text);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    /**
     * Continue to the next line that is neither blank nor, unless ReadComments was called, a
     * comment (# first).
     *
     * @return false at the end of the file
     * @throw UserError if reading fails: the compressed file is damaged, say
     */
    bool Next();

    /**
     * Give comments as lines, too, from now on.
     */
    void ReadComments();

    /**
     * Look ahead.
     *
     * @param most bytes to give at most, unless more have been read already
     * @return the file from the current line on: whole lines, or up to its end; valid until the
     *         next line
     * @throw UserError if reading fails
     */
    std::string_view Preview(std::size_t most);

    /**
     * @return the current line without blanks around it, valid until the next
     */
    std::string_view GetLine() const;

    /**
     * @return the number of the current line, counted from 1
     */
    uint32_t GetLineNumber() const;

    /**
     * @return the file's name as it was given
     */
    const std::string& GetFileName() const;

    /**
     * Refuse the current line.
     *
     * @param message what is wrong with it
     * @throw UserError always, naming file and line
     */
    [[noreturn]] void Fail(const std::string& message) const;

    /**
     * Split the current line into fields.
     *
     * @param separators the characters between fields, one to three
     * @param keepEmpty true if two separators side by side have an empty field between them
     * @return the fields without blanks around them, valid until the next line or call
     */
    const std::vector<std::string_view>& Split(std::string_view separators, bool keepEmpty) const;

    /**
     * @param field a field of the current line
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
     * @param field a field of the current line
     * @param name what it is called in the error message
     * @param max the largest value allowed
     * @return its value
     * @throw UserError unless it is a decimal number from 0 to max
     */
    long double ParseNumber(std::string_view field, const char* name, long double max) const;

    /**
     * Read a decimal number exactly and scale it, to the nearest whole number.
     *
     * @param field a field of the current line
     * @param name what it is called in the error message
     * @param scale what it is multiplied by, at most 10^9
     * @param max the largest value allowed before that; max times scale is at most 4 10^18
     * @return the product
     * @throw UserError unless it is a decimal number from 0 to max
     */
    int64_t ParseScaled(std::string_view field,
                        const char* name,
                        uint64_t scale,
                        uint64_t max) const;

  private:
    /**
     * Decompress the open file and read that instead.
     *
     * @param compression how it is compressed
     */
    void StartDecompression(const FileCompression& compression);

    /**
     * Read more of the file behind what is not used up.
     *
     * @return false at the end of the file
     */
    bool Fill();

    /**
     * Take a line that begins at the first byte not used up.
     *
     * @param length its length
     * @return true if it is to be read: neither blank nor an unwanted comment
     */
    bool SetLine(std::size_t length);

    std::string m_fileName; //!< as it was given
    int m_file{-1};         //!< descriptor of what is read; -1 for a text
    const FileCompression* m_compression{
        nullptr};                     //!< how the file is compressed; null if it is not
    FileCompressionProcess m_process; //!< what decompresses it
    std::vector<char> m_buffer;       //!< a block of the file
    std::size_t m_begin{0};           //!< place in it of the first byte not used up
    std::size_t m_end{0};             //!< place behind the last byte read
    std::string_view m_line;          //!< the current line
    uint32_t m_lineNumber{0};         //!< of the current line
    bool m_readComments{false};       //!< true if comments are lines
    mutable std::vector<std::string_view> m_fields; //!< of the current line
};

} // namespace ns3

#endif /* LINE_READER_H */

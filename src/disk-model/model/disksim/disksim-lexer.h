/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_LEXER_H
#define DISKSIM_LEXER_H

#include "disksim-value.h"

#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-disksim
 *
 * Splits a DiskSim file into words and marks, without comments. "source FILE" is replaced by the
 * words of that file, whose name is relative to the folder of the including file.
 */
class DiskSimLexer
{
  public:
    /// A word or mark.
    struct Token
    {
        std::string text;   //!< the word, or the mark; empty at the end of the file
        DiskSimPlace place; //!< where it begins
        bool isWord{false}; //!< whether it is a word
    };

    /**
     * @param fileName the file
     * @throw UserError if it cannot be read
     */
    explicit DiskSimLexer(const std::string& fileName);

    /**
     * @param name what messages call the text, and where its sources are looked for
     * @param text the text
     */
    DiskSimLexer(const std::string& name, std::string text);

    /**
     * @return the next word or mark; at the end of the file an empty one each time
     * @throw UserError if a source cannot be read
     */
    Token Next();

    /**
     * @return the file, and those that it sourced so far, each once
     */
    const std::vector<std::string>& GetFileNames() const;

  private:
    /// A file in reading.
    struct File
    {
        DiskSimPlace place;      //!< name and current line
        std::string text;        //!< all of it
        std::size_t position{0}; //!< first character not yet read
    };

    /**
     * @param fileName a file
     * @return what is in it
     * @throw UserError if it cannot be read
     */
    static std::string ReadFile(const std::string& fileName);

    /**
     * Begin to read a file.
     *
     * @param name its name
     * @param text all of it
     */
    void Push(const std::string& name, std::string text);

    /**
     * Open the file that the present file names next.
     */
    void OpenSource();

    /**
     * Pass blanks and comments of the present file.
     */
    void SkipBlanks();

    /**
     * @return the word or mark that begins at the present character
     */
    Token Take();

    std::vector<File> m_files;        //!< the file, and those it is sourcing
    std::vector<std::string> m_names; //!< the file, and those it sourced so far
};

} // namespace ns3

#endif /* DISKSIM_LEXER_H */

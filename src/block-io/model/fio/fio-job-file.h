/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_JOB_FILE_H
#define FIO_JOB_FILE_H

#include "fio-option.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class LineReader;

/**
 * @ingroup block-io-fio
 *
 * The sections of a job file of fio and the lines in each. A ; or # begins a comment, at the start
 * of a line or within it. A line "include FILE" stands for the lines of that file, which has no
 * sections; its name is relative to the folder of the file that includes it.
 *
 * It knows nothing of what the lines mean.
 */
class FioJobFile
{
  public:
    /// A section.
    struct Section
    {
        std::string file;               //!< the job file
        uint32_t line{0};               //!< line of its head
        std::string name;               //!< what is in its brackets
        bool isGlobal{false};           //!< true if it is for the sections after it
        std::vector<FioOption> options; //!< its lines
    };

    /**
     * @param job the file, or, if there is a line break in it, its text
     * @throw UserError naming file and line if something is wrong
     */
    explicit FioJobFile(const std::string& job);

    /**
     * @return what messages call the file
     */
    const std::string& GetName() const;

    /**
     * @return the sections in the order of the file
     */
    const std::vector<Section>& GetSections() const;

  private:
    /**
     * Read a file to its end.
     *
     * @param lines the reader, before its first line
     * @param depth how many files include it
     */
    void Read(LineReader& lines, uint32_t depth);

    /**
     * Begin a section.
     *
     * @param lines the reader, at its head
     */
    void BeginSection(const LineReader& lines);

    /**
     * Read a file in place of a line.
     *
     * @param lines the reader, at the line
     * @param depth how many files include its file
     */
    void Include(const LineReader& lines, uint32_t depth);

    std::string m_name;              //!< what messages call the file
    std::vector<Section> m_sections; //!< so far
};

} // namespace ns3

#endif /* FIO_JOB_FILE_H */

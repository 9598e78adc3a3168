/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PROGRAM_FIGURES_H
#define SAN_PROGRAM_FIGURES_H

#include "ns3/file-phase.h"
#include "ns3/result-file.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup san-load-programs
 *
 * The figures that programs print themselves: programs.csv, and a part of summary.json.
 */
class SanProgramFigures
{
  public:
    /// Gives the figures of a program.
    using Source = std::function<std::vector<FileProgramResult>()>;

    /**
     * @param folder where programs.csv goes
     */
    explicit SanProgramFigures(const std::string& folder);

    /**
     * Take in a program.
     *
     * @param source gives the program's figures, when it has ended
     * @param initiator number of its initiator
     * @param drive number of its drive there
     * @throw UserError if programs.csv cannot be created
     */
    void Attach(const Source& source, uint32_t initiator, uint32_t drive);

    /**
     * Write programs.csv, if there are programs: initiator, drive, process, figure, unit and value,
     * a row for each value. The process is empty if the figure is of the whole program.
     *
     * @throw UserError if it cannot be written
     */
    void Write();

    /**
     * Write the figures of all programs as a JSON array.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;

  private:
    /// A program and where it runs.
    struct Entry
    {
        Source source;      //!< gives its figures
        uint32_t initiator; //!< number of its initiator
        uint32_t drive;     //!< number of its drive there
    };

    std::string m_folder;               //!< where programs.csv goes
    std::vector<Entry> m_programs;      //!< in the order in which they were attached
    std::unique_ptr<ResultFile> m_file; //!< programs.csv, null without programs
};

} // namespace ns3

#endif /* SAN_PROGRAM_FIGURES_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PROGRAM_FIGURES_H
#define SAN_PROGRAM_FIGURES_H

#include "ns3/file-phase.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"

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
 * The figures that programs print themselves: a part of summary.json, and programs.csv with
 * initiator, drive, process, figure, unit and value, a row for each value. The process is empty if
 * the figure is of the whole program. There is no file without programs.
 */
class SanProgramFigures : public SanReport
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

    // From SanReport
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

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

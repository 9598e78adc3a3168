/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FIO_KIND_H
#define SAN_FIO_KIND_H

#include "ns3/fio-job-helper.h"
#include "ns3/san-block-kind.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-load-fio
 *
 * The jobs of a job file of fio: all of them on each initiator, or some of its sections on some
 * initiators and others on others.
 */
class SanFioKind : public SanBlockKind
{
  public:
    SanFioKind();

    void AddOptions(ProgramOptions& list) override;
    void Check() const override;
    ApplicationContainer Install(const Place& place) const override;
    std::vector<std::string> GetNotes() const override;

  private:
    /**
     * @return what has read the file, at the first call
     */
    const FioJobHelper& Read() const;

    /**
     * @param place where a workload runs
     * @return names of the sections that run there; empty for all
     * @throw UserError if the option names more than there are initiators
     */
    std::vector<std::string> GetSections(const Place& place) const;

    std::string m_jobs;                           //!< the file or its text
    std::string m_sections;                       //!< of each initiator; empty for all
    mutable std::optional<FioJobHelper> m_helper; //!< has read it
};

} // namespace ns3

#endif /* SAN_FIO_KIND_H */

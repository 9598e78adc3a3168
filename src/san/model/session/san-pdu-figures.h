/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PDU_FIGURES_H
#define SAN_PDU_FIGURES_H

#include "ns3/application-container.h"
#include "ns3/iscsi-header.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup san-session
 *
 * How many PDUs of each kind initiators and targets sent, which pdus.csv has, too.
 */
class SanPduFigures : public SanReport
{
  public:
    /**
     * @param fileName pdus.csv, empty for none
     * @throw UserError if it cannot be created
     */
    explicit SanPduFigures(const std::string& fileName);

    /**
     * Take in ends of sessions.
     *
     * @param ends initiators or targets
     */
    void Attach(const ApplicationContainer& ends);

    // From SanReport
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /**
     * @return how many PDUs of each kind were sent, of those that were sent, by opcode
     */
    std::map<IscsiOpcode, uint64_t> GetCounts() const;

    std::unique_ptr<ResultFile> m_file; //!< pdus.csv, null for none
    ApplicationContainer m_ends;        //!< initiators and targets
};

} // namespace ns3

#endif /* SAN_PDU_FIGURES_H */

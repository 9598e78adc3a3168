/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_CALL_FIGURES_H
#define SAN_CALL_FIGURES_H

#include "ns3/file-service-client.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup san-file-service
 *
 * The calls of clients of a file service: a part of summary.json, and calls.csv with initiator,
 * drive, procedure, calls, replies and the mean time from call to reply, a row for each procedure
 * of each client. There is no file without clients.
 */
class SanCallFigures : public SanReport
{
  public:
    /**
     * @param folder where calls.csv goes
     */
    explicit SanCallFigures(const std::string& folder);

    /**
     * Take in a client.
     *
     * @param client the client
     * @param initiator number of its initiator
     * @param drive number of the drive whose files it reaches
     * @throw UserError if calls.csv cannot be created
     */
    void Attach(Ptr<FileServiceClient> client, uint32_t initiator, uint32_t drive);

    // From SanReport
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /// A client and where it is.
    struct Entry
    {
        Ptr<FileServiceClient> client; //!< the client
        uint32_t initiator;            //!< number of its initiator
        uint32_t drive;                //!< number of the drive whose files it reaches
    };

    std::string m_folder;               //!< where calls.csv goes
    std::vector<Entry> m_clients;       //!< in the order in which they were attached
    std::unique_ptr<ResultFile> m_file; //!< calls.csv, null without clients
};

} // namespace ns3

#endif /* SAN_CALL_FIGURES_H */

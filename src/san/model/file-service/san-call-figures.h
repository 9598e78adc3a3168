/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_CALL_FIGURES_H
#define SAN_CALL_FIGURES_H

#include "ns3/file-service-client.h"
#include "ns3/result-file.h"

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
 * The calls of clients of a file service, by procedure: calls.csv, and a part of summary.json.
 */
class SanCallFigures
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

    /**
     * @return whether there is a client
     */
    bool IsAny() const;

    /**
     * Write calls.csv, if there are clients: initiator, drive, procedure, calls, replies and the
     * mean time from call to reply, a row for each procedure of each client.
     *
     * @throw UserError if it cannot be written
     */
    void Write();

    /**
     * Write the calls of all clients as a JSON object.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;

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

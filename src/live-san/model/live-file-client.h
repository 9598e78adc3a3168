/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_FILE_CLIENT_H
#define LIVE_FILE_CLIENT_H

#include "live-side.h"

#include "ns3/file-program.h"
#include "ns3/file-request.h"
#include "ns3/file-service-client.h"
#include "ns3/san-results.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

class LiveOptions;
class SanNetwork;

/**
 * @ingroup live-san
 *
 * A simulated client of a real file server: mounts its export or share, and runs a program on the
 * files there.
 */
class LiveFileClient : public LiveSide
{
  public:
    /**
     * @param network the simulated network
     * @param o the options, with a file service and a program
     * @throw UserError naming what is wrong
     */
    LiveFileClient(const SanNetwork& network, const LiveOptions& o);

    // From LiveSide
    uint32_t GetSessionCount() const override;
    ApplicationContainer GetApplications() const override;
    std::map<std::string, uint64_t> GetCalls() const override;
    std::vector<std::string> Describe() const override;
    LiveFigures& GetFigures() override;
    void End() override;
    bool Finish() override;
    std::vector<std::string> GetFailures() const override;
    std::string GetError() const override;

  private:
    /**
     * Make the client.
     *
     * @param network the simulated network
     * @param o the options
     */
    void MakeClient(const SanNetwork& network, const LiveOptions& o);

    /**
     * Tell the client what to mount, and as whom.
     *
     * @param o the options
     */
    void NameShare(const LiveOptions& o);

    /**
     * Make the program and what prepares its files.
     *
     * @param o the options
     */
    void MakeProgram(const LiveOptions& o);

    /// The server's files can be used.
    void Mounted();

    /**
     * Run a program.
     *
     * @param program the program
     * @param ended called at its end
     */
    void Run(Ptr<FileProgram> program, Callback<void> ended);

    /// The program's files are there.
    void Prepared();

    /// The program has ended.
    void ProgramEnded();

    /**
     * All that the program wrote is at the server, or could not be written.
     *
     * @param request what did it
     */
    void WrittenBack(Ptr<FileRequest> request);

    /**
     * The server cannot be used.
     *
     * @param reason why, in words
     */
    void GivenUp(const std::string& reason);

    /**
     * A request of the program ended.
     *
     * @param request the request
     */
    void RequestCompleted(Ptr<const FileRequest> request);

    SanResults m_results;            //!< what is written
    bool m_mayFail;                  //!< whether failures make the run none
    Ptr<Node> m_node;                //!< the client's host
    std::string m_server;            //!< the server, in words
    Ptr<FileServiceClient> m_client; //!< reaches the files
    Ptr<FileProgram> m_preparation;  //!< makes files before, null for nothing
    Ptr<FileProgram> m_program;      //!< works on files
    LiveFigures m_figures;           //!< what was done
    bool m_isDone{false};            //!< whether all is written back
    bool m_isEnding{false};          //!< whether the connection is closed
};

} // namespace ns3

#endif /* LIVE_FILE_CLIENT_H */

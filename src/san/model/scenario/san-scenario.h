/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_SCENARIO_H
#define SAN_SCENARIO_H

#include "ns3/block-workload.h"
#include "ns3/file-program.h"
#include "ns3/file-service-client.h"
#include "ns3/file-service-server.h"
#include "ns3/io-summary.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target.h"
#include "ns3/nstime.h"
#include "ns3/san-benchmark-figures.h"
#include "ns3/storage-gateway.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class RunInterrupt;
class SanBlockLoad;
class SanFailures;
class SanFaults;
class SanHostFaults;
class SanLoad;
class SanNetwork;
class SanOptions;
class SanProgramLoad;
class SanResults;
class SanSessions;
class SanStates;
class SanTargets;
class SanVerification;

/**
 * @ingroup san-scenario
 *
 * A storage area network: iSCSI initiators, a path, iSCSI targets or storage gateways with disk
 * drives, and a workload. There is one at a time in a simulation.
 *
 *     initiator 0 --+                        +-- target 0: drives 0, 1, ... are its LUNs
 *     initiator 1 --+-- switch ---- switch --+-- target 1
 *          ...      |           path         |     ...
 *
 * Every initiator logs in to every target and sees all drives; each runs a workload of its own.
 * With a file service the targets' nodes are file servers, and there is no iSCSI. A path of several
 * links has switches and links of hosts for each; a session's connections take them in turn, or
 * with multipath I/O each has a session of its own. Into the output folder go requests.csv, one row
 * per request with the time it spent in each stage, summary.json, pdus.csv or calls.csv,
 * connections.csv, and on request tcp-series.csv, cache-series.csv, san.pcap and
 * loop-use-GATEWAY-LOOP.csv.
 */
class SanScenario
{
  public:
    /**
     * Build the network.
     *
     * @param options words of a command line of iscsi-san, without the program
     * @throw UserError naming the option or attribute that is wrong
     */
    explicit SanScenario(const std::vector<std::string>& options);

    /**
     * Build the network.
     *
     * @param o the options
     * @throw UserError naming the option or attribute that is wrong
     */
    explicit SanScenario(const SanOptions& o);
    ~SanScenario();
    SanScenario(const SanScenario&) = delete;
    SanScenario& operator=(const SanScenario&) = delete;

    /**
     * Run the workloads, write the results and destroy the simulation, also after an error. The
     * folder of the results belongs to this run meanwhile (ResultFolder).
     *
     * @param interrupt what may end the simulation early, null for nothing; then the results are
     * those until that moment, and summary.json says so
     * @return false if not every workload ran to its end, as something failed or interrupted it
     * @throw UserError if another run has the folder; if a file cannot be written, or
     * nothing may fail and a target or a logical unit cannot be reached; then nothing is written
     */
    bool Run(const RunInterrupt* interrupt = nullptr);

    /**
     * @return when the simulation was interrupted; nothing if it was not
     */
    const std::optional<Time>& GetInterruption() const;

    /**
     * @return what failed and why, a line for each target, logical unit, initiator or program
     */
    const std::vector<std::string>& GetFailures() const;

    /**
     * @return why the run is a failure, one line: contents that cannot have been there, PDUs that
     *         break a rule, sessions, memory or requests that are left at the end, an initiator or
     * program that got nothing done where nothing may fail, or a workload that was to check
     * contents and checked none; empty if it is none
     */
    std::string GetError() const;

    /**
     * @return the figures of all requests so far
     */
    const IoSummary& GetSummary() const;

    /**
     * @return what summary.json says, after Run
     */
    const std::string& GetSummaryText() const;

    /**
     * @return which share of the load is done, 0 to 1; nothing if that is not known
     */
    std::optional<double> GetShareDone() const;

    /**
     * @return name and figures of each job of fio, none without a job file
     */
    const std::vector<std::pair<std::string, IoSummary>>& GetJobs() const;

    /**
     * @return the benchmarks, one for each drive; none with another workload
     */
    const std::vector<SanBenchmark>& GetBenchmarks() const;

    /**
     * @return what workloads find that check contents
     */
    const SanVerification& GetVerification() const;

    /**
     * @return what a user should know, a line each: of the job file, and after the run of results
     * of earlier runs that stay
     */
    const std::vector<std::string>& GetNotes() const;

    /**
     * @param i number of a workload: one for each initiator node, as many as a job file has jobs
     *          and clones of them, or one for each drive that is benchmarked
     * @return the workload
     */
    Ptr<BlockWorkload> GetWorkload(uint32_t i) const;

    /**
     * @return number of programs on files, one for each drive; 0 with another workload
     */
    uint32_t GetNPrograms() const;

    /**
     * @param i number of a program, initiator by initiator
     * @return the program
     */
    Ptr<FileProgram> GetProgram(uint32_t i) const;

    /**
     * @param i number of a program, initiator by initiator
     * @return its client of the file service, null without one
     */
    Ptr<FileServiceClient> GetFileClient(uint32_t i) const;

    /**
     * @param i number of a file system, target by target; there must be a file service
     * @return its server
     */
    Ptr<FileServiceServer> GetFileServer(uint32_t i) const;

    /**
     * @param i number of an initiator node
     * @param target number of a target
     * @param path number of a path, 0 without multipath I/O
     * @return the node's end of their session over the path
     */
    Ptr<IscsiInitiator> GetInitiator(uint32_t i, uint32_t target, uint32_t path = 0) const;

    /**
     * @param i number of a target
     * @return the target
     */
    Ptr<IscsiTarget> GetTarget(uint32_t i) const;

    /**
     * @param i number of a target
     * @return the gateway that it is
     */
    Ptr<StorageGateway> GetGateway(uint32_t i) const;

  private:
    /**
     * Build all parts.
     *
     * @param o the options
     */
    void Build(const SanOptions& o);

    /**
     * Watch what is checked where contents are, or something is to go wrong.
     *
     * @param o the options
     */
    void AttachChecks(const SanOptions& o);

    /**
     * Watch file systems that lie on a drive alone.
     *
     * @param o the options
     */
    void AttachFileSystemChecks(const SanOptions& o);

    /**
     * Have the faults that the options ask for.
     *
     * @param o the options
     */
    void AddFaults(const SanOptions& o);

    /// Let faults note which states they meet.
    void WatchStates();

    /**
     * Add what is reported, in the order of summary.json.
     *
     * @param o the options
     */
    void AddReports(const SanOptions& o);

    /**
     * Report the TCP connections, PDUs and processors of all sessions, and the drives of file
     * servers.
     *
     * @param o the options
     */
    void AttachEnds(const SanOptions& o);

    /**
     * @return what the initiators do
     */
    SanLoad& GetLoad() const;

    /// The load has ended: log out.
    void EndSessions();

    /// All have logged out: see that nothing is left.
    void CheckLeftovers();

    /// All is at rest: see that the members of arrays agree.
    void CheckArrays();

    std::unique_ptr<SanNetwork> m_network;       //!< nodes and links
    std::unique_ptr<SanTargets> m_targets;       //!< what is behind the path
    std::unique_ptr<SanResults> m_results;       //!< what is written
    std::unique_ptr<SanFaults> m_faults;         //!< what goes wrong, null for nothing
    std::unique_ptr<SanHostFaults> m_hostFaults; //!< what hosts do then, null for nothing
    std::unique_ptr<SanFailures> m_failures;     //!< what could not be reached
    std::unique_ptr<SanSessions> m_sessions;     //!< between initiators and targets
    std::unique_ptr<SanStates> m_states;         //!< what faults meet, null without faults
    std::unique_ptr<SanBlockLoad> m_blocks;      //!< null with programs
    std::unique_ptr<SanProgramLoad> m_programs;  //!< null with block requests
    std::string m_output;                        //!< folder of results
    std::optional<Time> m_interruption;          //!< when the simulation was interrupted
    std::vector<uint32_t> m_lostSessions;        //!< of each target, when all were to log out
    std::string m_leftover;                      //!< what is left at the end and should not be
    std::vector<std::string> m_notes;            //!< what a user should know
};

} // namespace ns3

#endif /* SAN_SCENARIO_H */

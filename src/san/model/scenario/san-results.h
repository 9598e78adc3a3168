/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_RESULTS_H
#define SAN_RESULTS_H

#include "ns3/application-container.h"
#include "ns3/fcal-use-recorder.h"
#include "ns3/file-program.h"
#include "ns3/io-recorder.h"
#include "ns3/iscsi-header.h"
#include "ns3/result-file.h"
#include "ns3/san-benchmark-figures.h"
#include "ns3/san-cache-series.h"
#include "ns3/san-call-figures.h"
#include "ns3/san-capture.h"
#include "ns3/san-job-figures.h"
#include "ns3/san-program-figures.h"
#include "ns3/san-stage-figures.h"
#include "ns3/san-steady-rate.h"
#include "ns3/san-tcp-connections.h"
#include "ns3/san-unit-figures.h"
#include "ns3/san-verification.h"
#include "ns3/san-wireless-figures.h"
#include "ns3/storage-gateway.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;
class SanOptions;
class SanPathErrors;

/**
 * @ingroup san-scenario
 *
 * What a run writes into its folder: requests.csv, summary.json, pdus.csv, connections.csv, with
 * programs programs.csv, with contents that are checked mismatches.csv, with benchmarks
 * h2benchw-zones.csv and h2benchw-accesses.csv, with a wireless network stations.csv, with a file
 * service calls.csv instead of pdus.csv, and on request tcp-series.csv, cache-series.csv, use of
 * loops and a capture.
 */
class SanResults
{
  public:
    /**
     * @param o the options
     * @throw UserError if a file cannot be created
     */
    explicit SanResults(const SanOptions& o);

    /**
     * Record the requests of a workload.
     *
     * @param workload the workload
     */
    void Attach(Ptr<BlockWorkload> workload);

    /**
     * Record the requests to a drive, whoever issues them.
     *
     * @param drive the drive
     * @param phase tells the phase of the program that uses it, which the requests have
     */
    void AttachDrive(Ptr<BlockDevice> drive, IoRecorder::Phase phase);

    /**
     * Record what a page cache holds and does over time, if the options say so.
     *
     * @param cache the page cache
     * @param initiator number of the initiator that uses it
     * @param drive number of the drive behind it
     */
    void AttachCache(Ptr<PageCache> cache, uint32_t initiator, uint32_t drive);

    /**
     * Report what a logical unit of a target reads and writes.
     *
     * @param unit the drive or array behind it
     */
    void AttachUnit(Ptr<BlockDevice> unit);

    /**
     * Report the figures of a program on files.
     *
     * @param program the program
     * @param initiator number of its initiator
     * @param drive number of its drive there
     */
    void AttachProgram(Ptr<FileProgram> program, uint32_t initiator, uint32_t drive);

    /**
     * Record the requests of a benchmark of a drive, and report its figures.
     *
     * @param benchmark the benchmark
     * @throw UserError if a file cannot be created
     */
    void Attach(const SanBenchmark& benchmark);

    /**
     * Report the calls of a client of a file service, and record its TCP connection.
     *
     * @param client the client
     * @param initiator number of its initiator
     * @param drive number of the drive whose files it reaches
     */
    void AttachClient(Ptr<FileServiceClient> client, uint32_t initiator, uint32_t drive);

    /**
     * Record what a gateway does, and who uses its loops if the options say so.
     *
     * @param gateway the gateway
     */
    void Attach(Ptr<StorageGateway> gateway);

    /**
     * Record the TCP connections of an end.
     *
     * @param end an initiator, a target, or a client or server of files
     * @param sender on which side it is
     */
    void AttachConnections(Ptr<Object> end, SanTcpConnections::Sender sender);

    /**
     * Capture a link if the options say so.
     *
     * @param device an end of the link
     * @throw UserError if the file cannot be created
     */
    void Attach(Ptr<NetDevice> device);

    /**
     * Report what happens to packets on the path.
     *
     * @param errors that
     */
    void Attach(const SanPathErrors& errors);

    /**
     * Report what the stations of a wireless network do.
     *
     * @param stations their radios, none with cables
     */
    void Attach(const std::vector<SanStation>& stations);

    /**
     * Finish the files, when the simulation is over and not yet destroyed.
     *
     * @param ends the initiators and targets, whose PDUs are counted
     * @param failures what failed and why, a line each
     * @param interruption when the simulation was interrupted, nothing if it was not
     * @throw UserError if a file cannot be written
     */
    void Write(const ApplicationContainer& ends,
               const std::vector<std::string>& failures,
               const std::optional<Time>& interruption = std::nullopt);

    /**
     * @return the figures of all requests
     */
    const IoSummary& GetSummary() const;

    /**
     * @return the figures of each job of fio
     */
    const SanJobFigures::Jobs& GetJobs() const;

    /**
     * @return the benchmarks
     */
    const std::vector<SanBenchmark>& GetBenchmarks() const;

    /**
     * @return what workloads find that check contents
     */
    const SanVerification& GetVerification() const;

  private:
    /// How many PDUs of each kind were sent, of those that were sent.
    using Pdus = std::map<IscsiOpcode, uint64_t>;

    /**
     * Write the PDUs that initiators and targets sent, by opcode.
     *
     * @param pdus the PDUs
     */
    void WritePdus(const Pdus& pdus);

    /**
     * Write summary.json.
     *
     * @param pdus the PDUs that were sent
     * @param ends the initiators and targets
     * @param failures what failed and why, a line each
     * @param interruption when the simulation was interrupted, nothing if it was not
     */
    void WriteSummary(const Pdus& pdus,
                      const ApplicationContainer& ends,
                      const std::vector<std::string>& failures,
                      const std::optional<Time>& interruption);

    /**
     * Write what the gateways did as a JSON array.
     *
     * @param json where to
     */
    void WriteGateways(JsonWriter& json) const;

    std::string m_folder;                        //!< where files go
    bool m_use;                                  //!< whether use of loops is written
    bool m_pcap;                                 //!< whether a link is captured
    int32_t m_snapLength;                        //!< bytes kept of a packet, as in the options
    Time m_useInterval;                          //!< interval of that
    Ptr<IoRecorder> m_recorder;                  //!< records requests
    SanSteadyRate m_steady;                      //!< throughput after the warm-up
    SanStageFigures m_stages;                    //!< distribution of the stages' times
    SanJobFigures m_jobs;                        //!< figures of jobs of fio
    SanProgramFigures m_programs;                //!< figures of programs
    SanBenchmarkFigures m_benchmarks;            //!< zones and accesses of benchmarks
    SanVerification m_verification;              //!< blocks that differ
    SanUnitFigures m_units;                      //!< what logical units of targets do
    SanCallFigures m_calls;                      //!< calls of clients of a file service
    std::vector<Ptr<FcalUseRecorder>> m_uses;    //!< one for each loop
    std::vector<Ptr<StorageGateway>> m_gateways; //!< the gateways
    std::unique_ptr<SanCapture> m_capture;       //!< null for none
    const SanPathErrors* m_pathErrors{nullptr};  //!< what happens to packets on the path
    std::unique_ptr<ResultFile> m_pdus;          //!< pdus.csv, null without iSCSI
    ResultFile m_summary;                        //!< summary.json
    SanTcpConnections m_connections;             //!< TCP connections

    std::unique_ptr<SanCacheSeries> m_caches;       //!< of page caches, null for none
    std::unique_ptr<SanWirelessFigures> m_wireless; //!< what stations do, null with cables
};

} // namespace ns3

#endif /* SAN_RESULTS_H */

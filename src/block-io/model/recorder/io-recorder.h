/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_RECORDER_H
#define IO_RECORDER_H

#include "io-summary.h"

#include "ns3/block-device.h"
#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/result-file.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

class BlockWorkload;

/**
 * @ingroup block-io-recorder
 *
 * What rows call a connection and its ends.
 */
struct IoConnectionNumbers
{
    uint32_t initiator;  //!< number of the host that sent the command
    uint32_t target;     //!< number of the target
    uint32_t connection; //!< number of the connection
};

/**
 * @ingroup block-io-recorder
 *
 * Records the requests of workloads, or those to devices: one CSV row each, in order of
 * completion, and a summary.
 *
 * The columns are time_s (when it was issued), device, operation, lba, bytes, latency_s, status and
 * then, for every stage of IoStage but the first, `<stage>_s`: the time the stage took. The stages
 * of a row add up to its latency. Devices are numbered from 0 in the order of the workloads that
 * were attached; a device of several workloads has one number.
 *
 * The stages of page caches and SSDs have columns only if something attached has them
 * (GetStageGroups), or AddStages says so.
 *
 * With numbers for connections (NumberConnections) columns follow that lead to the capture of the
 * network: initiator, target, connection, lun, task_tag and cmd_sn of the last command that was
 * sent for the request, which is the one whose stages the row has, and commands: how many were
 * sent. They are empty for requests without a command: a local drive, a file server, memory.
 *
 * A further column, phase, is there only if a device was attached with phases. What is attached or
 * asked for after the first request has completed changes no columns.
 *
 * With an Interval of n only every n-th request has a row, the first one included, and a last
 * column, request, has its number in the order of completion, from 0. The summary is about all of
 * them.
 *
 * The file appears under its name when the recorder is closed, and not at all if an error ends the
 * run before that.
 */
class IoRecorder : public Object
{
  public:
    /// Tells the phase that a program is in at present, empty for none.
    using Phase = Callback<std::string>;

    /// Gives the numbers of a connection.
    using Numbering = Callback<IoConnectionNumbers, const IoConnection&>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    ~IoRecorder() override;

    /**
     * Record a workload, with timelines, from now on, but not what it issues in its RampTime. Its
     * devices are added before.
     *
     * @param workload the workload; the recorder stays alive as long as it runs
     * @throw UserError if the file cannot be created
     */
    void Attach(Ptr<BlockWorkload> workload);

    /**
     * Record all requests to a device, with timelines, from now on: what a page cache or another
     * layer makes of the requests of programs.
     *
     * @param device the device; the recorder stays alive as long as it runs
     * @param phase tells the phase of the program that uses the device: each request has the one
     *        in which it was issued; null for none
     * @throw UserError if the file cannot be created
     */
    void AttachDevice(Ptr<BlockDevice> device, Phase phase = Phase());

    /**
     * Add columns for stages that are stamped elsewhere than in the devices that are attached, such
     * as those of drives of targets. Before the first request completes.
     *
     * @param groups the stages
     */
    void AddStages(const IoStageGroups& groups);

    /**
     * Add the columns about commands.
     *
     * @param numbering called once for each connection that carried a request, when the first of
     *        these completes
     */
    void NumberConnections(Numbering numbering);

    /**
     * Finish the file and give it its name. Nothing is recorded after that.
     *
     * @throw UserError if the file cannot be written
     */
    void Close();

    /**
     * @return the figures of what was recorded until now
     */
    const IoSummary& GetSummary() const;

  protected:
    void DoDispose() override;

  private:
    /// A connection that carried requests.
    struct KnownConnection
    {
        Ptr<const IoConnection> connection; //!< kept, so that no other one gets its address
        std::string cells;                  //!< its cells, each with a comma before it
    };

    /// Create the file, if that was not done.
    void Open();

    /// Write the names of the columns, if that was not done.
    void WriteHeader();

    /**
     * A request of a workload completed.
     *
     * @param workload the number of the workload
     * @param request the request
     * @param device the number of its device in the workload
     */
    void RequestCompleted(uint32_t workload, Ptr<const BlockRequest> request, uint32_t device);

    /**
     * A request was submitted.
     *
     * @param phase tells the phase of its program
     * @param request the request
     */
    void RequestSubmitted(const Phase& phase, const Ptr<const BlockRequest>& request);

    /**
     * A request completed.
     *
     * @param device the recorder's number of its device
     * @param request the request
     */
    void Record(uint32_t device, Ptr<const BlockRequest> request);

    /**
     * @return true if the request that is recorded now has a row
     */
    bool HasRow() const;

    /**
     * @param request a request that completed just now
     * @param device the recorder's number of its device
     * @param blockSize bytes in a block
     */
    void WriteRow(const BlockRequest& request, uint32_t device, uint32_t blockSize);

    /**
     * Add the cells about the command of a request to the row.
     *
     * @param timeline the timeline of the request, null for none
     */
    void AppendCommand(const Ptr<const IoTimeline>& timeline);

    /**
     * @param connection a connection
     * @return its cells, each with a comma before it
     */
    const std::string& GetConnectionCells(const Ptr<const IoConnection>& connection);

    /**
     * @param device a device
     * @return the recorder's number of it
     */
    uint32_t GetDeviceNumber(const Ptr<BlockDevice>& device);

    std::string m_fileName;                       //!< the CSV file; empty for none
    std::unique_ptr<ResultFile> m_file;           //!< null while there is none
    uint32_t m_interval{1};                       //!< a row for each so many requests
    bool m_closed{false};                         //!< true once closed
    bool m_hasHeader{false};                      //!< true once the columns are named
    IoStageGroups m_stages;                       //!< that have columns
    bool m_hasPhases{false};                      //!< true with a column for phases
    std::vector<Ptr<BlockDevice>> m_devices;      //!< by the recorder's number
    std::vector<std::vector<uint32_t>> m_numbers; //!< by workload and its number of the device
    Numbering m_numbering;                        //!< of connections, null for no such columns
    std::unordered_map<const IoConnection*, KnownConnection> m_connections; //!< those of commands
    /// In which phase outstanding requests were issued.
    std::unordered_map<const BlockRequest*, std::string> m_phases;
    std::string m_row;   //!< the row being made
    IoSummary m_summary; //!< the figures
};

} // namespace ns3

#endif /* IO_RECORDER_H */

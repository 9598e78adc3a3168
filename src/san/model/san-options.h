/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_OPTIONS_H
#define SAN_OPTIONS_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

struct SanProgramOptions;

/// What the command line of a storage area network says.
class SanOptions
{
  public:
    /// The programs that have such options.
    enum class Program
    {
        ISCSI_SAN,    //!< iscsi-san: everything
        WIRELESS_SAN, //!< wireless-san: the same with a wireless network and without cables
        TCP_BULK      //!< tcp-bulk: the path, TCP and what is written
    };

    /**
     * @param program the program whose options they are
     */
    explicit SanOptions(Program program = Program::ISCSI_SAN);
    virtual ~SanOptions() = default;
    SanOptions(const SanOptions&) = delete;
    SanOptions& operator=(const SanOptions&) = delete;

    /**
     * Read the command line.
     *
     * @param words its words, without the program
     * @return false if it asked for the description of the options, which is printed then
     * @throw UserError naming the option, if its value is wrong or options contradict each
     * other
     */
    bool Parse(const std::vector<std::string>& words);

    uint32_t initiators{1};                  //!< number of initiator nodes
    uint32_t targets{1};                     //!< number of target nodes
    uint32_t drives{4};                      //!< drives of each target
    std::string device{"disk"};              //!< disk or ram
    std::string drive{"Cheetah9LP"};         //!< model of drive
    std::string scheduler{"fcfs"};           //!< of a drive
    uint32_t schedulerDepth{0};              //!< requests among which it chooses, 0: the model's
    DataRate linkRate{"100Mbps"};            //!< rate of the path
    Time delay{MilliSeconds(1)};             //!< one-way delay of the path
    DataRate accessRate{"1Gbps"};            //!< rate of the nodes' own links
    uint32_t switches{2};                    //!< switches of each link of the path
    uint32_t mtu{1500};                      //!< longest IP packet of every link, bytes
    std::string linkType{"ethernet"};        //!< ethernet, ppp or wifi
    std::string wifiStandard{"802.11b"};     //!< standard of the wireless network
    std::string wifiRateControl{"constant"}; //!< who chooses the modes of data
    std::string wifiDataMode;                //!< mode of data, empty: the fastest
    std::string wifiPreamble{"long"};        //!< long or short
    Time wifiSifs{0};                        //!< time before an answer, 0: the standard's
    uint32_t wifiChannelWidth{0};            //!< MHz, 0: the standard's
    double wifiDistance{5};                  //!< between neighbours, m
    double wifiTxPower{20};                  //!< of each radio, dBm
    double wifiPathLossExponent{3};          //!< power of the distance
    double wifiFading{0};                    //!< Nakagami's m, 0: none
    std::string wifiMoves;                   //!< where initiators go, empty: nowhere
    uint32_t interferers{0};                 //!< pairs of foreign stations
    DataRate interfererRate{"1Mbps"};        //!< load of each pair
    uint32_t interfererSize{1500};           //!< bytes that a foreign frame carries
    double interfererDistance{5};            //!< of foreign stations from the first hop, m
    uint32_t relays{0};                      //!< stations between initiators and targets
    double relayTimePerByte{0};              //!< of a relay's processor, ns
    std::string relayChannel{"own"};         //!< own or same
    std::string offload{"none"};             //!< none or tso
    std::string tcpSharing{"none"};          //!< none, ensemble or temporal
    std::string minshallNagle{"none"};       //!< whose TCP joins short segments
    bool delAckFullSized{false};             //!< whether acknowledgements wait for full segments
    std::string queue{"1000p"};              //!< queue of every link
    uint32_t links{1};                       //!< parallel links of the path
    std::string policy{"round-robin"};       //!< connection of each command
    uint32_t portals{1};                     //!< portals of each target
    std::string portalStates;                //!< their access states, empty: all active/optimized
    std::string multipath{"none"};           //!< none, or how sessions over each link are joined
    uint32_t units{0};                       //!< logical units used of each target, 0: all
    std::string targetName;                  //!< name asked for, empty: each target's own
    std::string targetChapSecret;            //!< secret that targets know, empty: the initiators'
    bool mayFail{false};                     //!< go on without what cannot be reached
    std::string headerDigest{"None"};        //!< digest of headers
    std::string dataDigest{"None"};          //!< digest of data
    Time accessDelay{0};                     //!< one-way delay of the nodes' own links
    Time interruptDelay{0};                  //!< of the nodes' adapters, after the last frame
    Time interruptDelayLimit{600'000};       //!< of the nodes' adapters, after the first frame
    DataRate limiterRate{0};                 //!< rate of the token bucket on the path, 0: none
    uint32_t limiterBurst{262144};           //!< bytes that it lets pass at once
    std::string pathPull;                    //!< when the path's cable is pulled and put back
    std::string bond{"none"};                //!< how links of a host act as one
    uint32_t bondLinks{2};                   //!< links of a bond
    std::string bondHash{"layer2"};          //!< which link of a bond a frame takes
    std::string cablePull;                   //!< when a cable is pulled and put back, empty: never
    double lossToTargets{0};                 //!< share of packets lost towards targets
    double lossToInitiators{0};              //!< share of packets lost towards initiators
    uint32_t lossBurst{1};                   //!< packets lost in a row
    double bitErrorsToTargets{0};            //!< share of bits in error towards targets
    double bitErrorsToInitiators{0};         //!< share of bits in error towards initiators
    double reorderToTargets{0};              //!< share of late packets towards targets
    double reorderToInitiators{0};           //!< share of late packets towards initiators
    Time reorderDelay{MilliSeconds(1)};      //!< how late they are
    std::string queueDisc{"none"};           //!< queue disc at each end of the path
    std::string queueDiscLimit{"1000p"};     //!< its longest queue
    uint32_t targetSndBufSize{0};            //!< TCP send buffer of targets, 0: as initiators'
    uint32_t targetRcvBufSize{0};            //!< TCP receive buffer of targets, 0: as initiators'
    Time targetTimePerCommand{-1};           //!< host cost of targets, negative: as initiators'
    Time targetTimePerPdu{-1};               //!< likewise
    double targetTimePerByte{-1};            //!< likewise, ns
    double targetTimePerDigestByte{-1};      //!< likewise, ns
    std::string array{"none"};           //!< array behind each logical unit: stripe, mirror, raid5
    uint32_t members{0};                 //!< drives of each array, 0: all of a target
    bool gateway{false};                 //!< whether each target is a storage gateway
    uint32_t loops{0};                   //!< loops of each gateway, 0: local ports
    std::string workload{"poisson"};     //!< when requests are issued, or what runs
    double rate{100};                    //!< arrivals per second
    uint32_t queueDepth{1};              //!< requests outstanding in a closed loop
    Time thinkTime{0};                   //!< of a closed loop
    std::string pattern{"uniform"};      //!< uniform, sequential or zipf
    std::string size{"4096"};            //!< request sizes
    uint32_t alignment{4096};            //!< of which first bytes of requests are multiples
    double readFraction{0.67};           //!< share of reads
    uint64_t count{1000};                //!< requests per initiator
    Time stop{0};                        //!< no new requests after it, if above zero
    std::string trace;                   //!< trace file
    std::string traceFormat{"auto"};     //!< format of the trace file
    std::string traceColumns;            //!< its columns, where the format is columns
    std::string traceMode{"open"};       //!< open or closed
    std::string fit{"refuse"};           //!< addresses past the end: refuse, wrap or scale
    double timeScale{1};                 //!< stretch of recorded times
    Time rampTime{0};                    //!< requests before it do not count
    std::string fio;                     //!< job file of fio or its text
    std::string iometer;                 //!< configuration file of IOMeter or its text
    std::string specification;           //!< access specification of that
    uint64_t verifyBlocks{32768};        //!< blocks of each drive that are verified
    uint32_t cache{0};                   //!< page cache of each drive at a host, MiB, 0: none
    std::string readAhead{"on-demand"};  //!< read-ahead of files
    std::string fileService{"none"};     //!< none, nfs, smb or smb1
    std::string fileSystem{"ext4"};      //!< of a program's drive
    std::string ddOperation{"write"};    //!< write or read
    std::string fileTrace;               //!< trace of file operations
    bool storeData{false};               //!< keep contents
    bool pcap{false};                    //!< capture the first target's link
    int32_t snaplen{-1};                 //!< bytes kept of a captured packet, 0: all, -1: gzip
    bool use{false};                     //!< write who uses the loops
    Time useInterval{MilliSeconds(10)};  //!< interval of these files
    Time cacheInterval{0};               //!< interval of cache-series.csv, 0: no such file
    Time warmUp{0};                      //!< after it the steady rate counts
    bool tcpSeries{false};               //!< write figures of TCP connections over time
    std::string output{"out/iscsi-san"}; //!< folder for results

    /**
     * @return logical units of each target
     */
    uint32_t GetUnits() const;

    /**
     * @return whether a queue disc, of the limiter or another one, is at each end of the path
     */
    bool HasQueueDisc() const;

    /**
     * @return whether the ends of the path are switches, otherwise routers
     */
    bool IsSwitched() const;

    /**
     * @return whether each host has several links to its switch that act as one
     */
    bool HasBonds() const;

    /**
     * @return whether initiators have a session over each link of the path, joined by multipath I/O
     */
    bool HasMultipath() const;

    /**
     * @return whether hosts are stations of a wireless network, without cables
     */
    bool IsWireless() const;

    /**
     * @return logical units of each target that initiators use
     */
    uint32_t GetUsedUnits() const;

    /**
     * @return whether the workload is a program on files
     */
    bool HasProgram() const;

    /**
     * @return whether the workload is a benchmark that runs on each drive
     */
    bool HasBenchmark() const;

    /**
     * @return whether the workload checks contents
     */
    bool HasVerification() const;

    /**
     * @return number of initiators that need blocks of their own on each drive
     */
    uint32_t GetWriters() const;

    /**
     * @return whether targets' nodes are file servers instead
     */
    bool HasFileService() const;

    /**
     * @return whether the hosts' adapters segment what TCP sends
     */
    bool HasOffload() const;

    /**
     * @return whether connections share their TCP control blocks while they are open
     */
    bool HasEnsembleSharing() const;

    /**
     * @return whether connections begin with what closed ones have left
     */
    bool HasTemporalSharing() const;

    /**
     * @return name of the type that makes the hosts' TCP sockets
     */
    std::string GetSocketFactory() const;

    /**
     * @return all options; those that are attributes have their values there
     */
    const ProgramOptions& GetList() const;

  protected:
    /**
     * Options of a program elsewhere, none yet.
     *
     * @param program the program's name
     * @param usage what it does
     */
    SanOptions(const std::string& program, const std::string& usage);

    /**
     * Add targets, a path with cables, sessions, block requests and results. What the variables
     * hold now are the defaults.
     */
    void AddBlockSan();

    /**
     * @return all options, to add some
     */
    ProgramOptions& ChangeList();

    /**
     * Check what options say together.
     *
     * @throw UserError if they contradict each other
     */
    virtual void Check() const;

  private:
    /// Most of anything that a number of 32 bits counts.
    static constexpr const char* MOST = "4294967295";

    /// Add the sessions over the path, what is behind the targets, and what initiators do.
    void AddStorage();
    /// Add what is at the ends of the path.
    void AddEnds();
    /// Add what is behind a logical unit if it is more than a drive.
    void AddArrays();
    /// Add what is written.
    void AddOutput();
    /// Add the steady rate, the series of TCP and the folder.
    void AddResults();

    // The path and TCP over it (san-path-options.cc).

    /// Add what all kinds of links have.
    void AddPackets();
    /// Add the path.
    void AddPath();
    /// Add what an emulator of a long path does, and the delay at its ends.
    void AddEmulator();
    /// Add bonded links of hosts.
    void AddBonds();
    /// Add the queue disc at the ends of the path.
    void AddQueueDisc();
    /// Add losses, bit errors and late packets.
    void AddPathErrors();
    /// Add TCP, and what targets' TCP has of its own.
    void AddTcp();

    // The wireless network (san-wireless-options.cc).

    /// Add the wireless network that takes the place of the links.
    void AddWireless();
    /// Add how its frames are sent.
    void AddWirelessFrames();
    /// Add where stations are, and how they hear each other.
    void AddStations();
    /// Add what radios take (san-station-options.cc).
    void AddRadioPower();
    /// Add where initiators go, and who else uses the first hop's channel.
    void AddMovesAndInterference();
    /**
     * Check what fits to a wireless network or to cables alone.
     *
     * @throw UserError naming it
     */
    void CheckWireless() const;
    /**
     * Check what fits to a standard of wireless networks.
     *
     * @throw UserError naming it
     */
    void CheckRadio() const;

    // Sessions (san-session-options.cc).

    /// Add the sessions over the path.
    void AddSessions();
    /// Add which targets and units are used, and how initiators prove themselves.
    void AddAccess();
    /// Add multipath I/O.
    void AddMultipath();
    /// Add the portals of targets (san-portal-options.cc).
    void AddPortals();
    /**
     * Check that targets can have several portals, and their states.
     *
     * @throw UserError naming what is wrong
     */
    void CheckPortals() const;
    /// Add the processor time of hosts, and what targets have of their own.
    void AddHostCost();
    /// Add the keys that sessions negotiate, and their recovery.
    void AddKeys();

    // The logical units (san-unit-options.cc).

    /// Add what logical units may be beside plain disks.
    void AddUnits();

    // The gateway (san-gateway-options.cc).

    /// Add the gateway.
    void AddGateway();
    /// Add the gateway's loops.
    void AddLoops();

    // What initiators do (san-workload-options.cc).

    /// Add the workload.
    void AddWorkload();
    /// Add the replay of a trace.
    void AddTrace();
    /// Add the files of other programs that say what the workload is.
    void AddJobs();
    /// Add the page cache and the file system of hosts.
    void AddHost();
    /// Add the file that says what page caches do over time.
    void AddCacheSeries();
    /// Add what the benchmark of drives does.
    void AddBenchmark();
    /// Add what is verified.
    void AddVerification();
    /// Add what programs on files do.
    void AddPrograms();

    /**
     * Add the options that set attributes of a workload.
     *
     * @param program the workload
     */
    void AddAttributes(const SanProgramOptions& program);

    // File services (san-file-service-options.cc).

    /// Add the file service of targets' nodes.
    void AddFileService();

    /// Add what tcp-bulk sends.
    void AddTransfer();

    /**
     * Check that segments are not fragmented, which no host would let happen, and that packets fit
     * into frames.
     *
     * @throw UserError if they are too long
     */
    void CheckMtu() const;

    /**
     * Check that links are of the type that other options need.
     *
     * @throw UserError if they are not
     */
    void CheckLinks() const;

    /**
     * Check that the path has a cable that can be pulled, and that the times of that are times.
     *
     * @throw UserError naming what is wrong
     */
    void CheckPathPull() const;

    /**
     * Check that only a single host is at an end of the path without a switch.
     *
     * @throw UserError naming what needs a switch there
     */
    void CheckSwitches() const;

    /**
     * Check that bonded links have switches, and that the times of a pulled cable are times.
     *
     * @throw UserError naming what is wrong
     */
    void CheckBonds() const;

    /**
     * Check the queue disc against the limiter and the unit of its limit.
     *
     * @throw UserError if they contradict each other
     */
    void CheckQueueDisc() const;

    /**
     * Check that the drives of a target make arrays.
     *
     * @throw UserError if they do not
     */
    void CheckArrays() const;

    /**
     * Check that an acknowledgement may be delayed without a retransmission.
     *
     * @throw UserError if it may not
     */
    void CheckTimeouts() const;

    /**
     * Check that a program on files has what it needs.
     *
     * @throw UserError naming what it lacks
     */
    void CheckHost() const;

    /**
     * Check that the benchmark of drives has a drive for each initiator.
     *
     * @throw UserError naming what is wrong
     */
    void CheckBenchmark() const;

    /**
     * Check that a workload that reads a file has one.
     *
     * @throw UserError naming the option that gives it
     */
    void CheckWorkloadFile() const;

    ProgramOptions m_list; //!< the options
};

} // namespace ns3

#endif /* SAN_OPTIONS_H */

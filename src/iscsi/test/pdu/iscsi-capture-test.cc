/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/iscsi-bhs.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <fstream>
#include <string>

using namespace ns3;

namespace
{

constexpr uint32_t LINKTYPE_RAW = 101; //!< of a capture file without link headers

/// The second connection of a session.
constexpr uint16_t SECOND = 2;

/**
 * @ingroup iscsi-tests
 *
 * What two applications say of the PDUs they send, in a file with a row for each. A column is empty
 * where a PDU has no such field (RFC 7143, 11.3 to 11.19).
 */
class PduLog
{
  public:
    /**
     * @param fileName the file
     */
    explicit PduLog(const std::string& fileName)
        : m_file(fileName)
    {
        m_file << "sender,opcode,immediate,ahs,length,itt,ttt,cmdsn,expstatsn,statsn,expcmdsn,"
                  "maxcmdsn,datasn,r2tsn,expdatasn,offset\n";
    }

    /**
     * Write down what an application sends.
     *
     * @param sender what to call it
     * @param application the application
     */
    void Follow(const std::string& sender, Ptr<IscsiApplication> application)
    {
        application->TraceConnectWithoutContext(
            "PduSent",
            Callback<void, Ptr<const Packet>, IscsiOpcode>(
                [this, sender](Ptr<const Packet> pdu, IscsiOpcode opcode) {
                    Write(sender, *pdu, opcode);
                }));
    }

  private:
    /**
     * Write a row.
     *
     * @param sender who sent it
     * @param pdu a PDU
     * @param opcode its opcode
     */
    void Write(const std::string& sender, const Packet& pdu, IscsiOpcode opcode)
    {
        IscsiBhs bhs;
        pdu.CopyData(bhs.Data(), IscsiBhs::SIZE);
        const bool isRequest = static_cast<uint8_t>(opcode) < 0x20;
        const bool isData =
            opcode == IscsiOpcode::SCSI_DATA_OUT || opcode == IscsiOpcode::SCSI_DATA_IN;
        const bool isR2t = opcode == IscsiOpcode::R2T;
        const bool isNumbered =
            opcode != IscsiOpcode::SCSI_DATA_OUT && opcode != IscsiOpcode::SNACK_REQUEST;
        m_file << sender << "," << static_cast<int>(opcode) << "," << bhs.GetFlag(0, 0x40) << ","
               << static_cast<int>(bhs.GetU8(4)) << "," << bhs.GetU24(5);
        Put(bhs, 16, true);
        Put(bhs, 20, HasTransferTag(opcode));
        Put(bhs, 24, isRequest && isNumbered);
        Put(bhs, 28, isRequest);
        Put(bhs, 24, !isRequest);
        Put(bhs, 28, !isRequest);
        Put(bhs, 32, !isRequest);
        Put(bhs, 36, isData);
        Put(bhs, 36, isR2t);
        Put(bhs, 36, opcode == IscsiOpcode::SCSI_RESPONSE);
        Put(bhs, 40, isData || isR2t);
        m_file << "\n";
    }

    /**
     * Write a column.
     *
     * @param bhs a PDU's basic header segment
     * @param offset where the field is
     * @param isThere whether the PDU has the field
     */
    void Put(const IscsiBhs& bhs, uint32_t offset, bool isThere)
    {
        m_file << ",";
        if (isThere)
        {
            m_file << bhs.GetU32(offset);
        }
    }

    /**
     * @param opcode an opcode
     * @return true if such PDUs have a target transfer tag
     */
    static bool HasTransferTag(IscsiOpcode opcode)
    {
        switch (opcode)
        {
        case IscsiOpcode::NOP_OUT:
        case IscsiOpcode::NOP_IN:
        case IscsiOpcode::TEXT_REQUEST:
        case IscsiOpcode::TEXT_RESPONSE:
        case IscsiOpcode::SCSI_DATA_OUT:
        case IscsiOpcode::SCSI_DATA_IN:
        case IscsiOpcode::SNACK_REQUEST:
        case IscsiOpcode::R2T:
            return true;
        default:
            return false;
        }
    }

    std::ofstream m_file; //!< the file
};

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * A session of two connections with all kinds of PDUs. A capture of the link and the log of what
 * was sent stay in the folder of --tempdir, for other programs to compare.
 */
class IscsiCaptureTestCase : public TestCase
{
  public:
    /**
     * @param name name of the files
     * @param headerDigest HeaderDigest
     * @param dataDigest DataDigest
     */
    IscsiCaptureTestCase(const std::string& name,
                         const std::string& headerDigest,
                         const std::string& dataDigest)
        : TestCase("capture with digests: " + name),
          m_name(name),
          m_headerDigest(headerDigest),
          m_dataDigest(dataDigest)
    {
    }

  private:
    void DoRun() override;

    /**
     * Set the same attributes at both ends.
     *
     * @tparam Helper a helper of initiators or targets
     * @param helper the helper
     */
    template <typename Helper>
    void SetAttributes(Helper& helper) const
    {
        helper.SetAttribute("HeaderDigest", StringValue(m_headerDigest));
        helper.SetAttribute("DataDigest", StringValue(m_dataDigest));
        helper.SetAttribute("MaxConnections", UintegerValue(2));
        helper.SetAttribute("ErrorRecoveryLevel", UintegerValue(1));
        helper.SetAttribute("InitialR2T", BooleanValue(false));
        helper.SetAttribute("FirstBurstLength", UintegerValue(16384));
        helper.SetAttribute("MaxBurstLength", UintegerValue(32768));
        // Wireshark 4.0 loses PDUs with data digests where TCP cuts them.
        helper.SetAttribute("SegmentSize", UintegerValue(16384));
        helper.SetAttribute("NopInterval", TimeValue(MilliSeconds(300)));
    }

    /**
     * Write all packets of the link to a file.
     *
     * @param node one of its ends
     * @return the file
     */
    Ptr<PcapFileWrapper> Capture(Ptr<Node> node);

    /**
     * Let a Data-In be lost on arrival, if a digest shows it.
     *
     * @param node the initiator's node
     */
    void LoseDataIn(Ptr<Node> node) const;

    /**
     * Schedule all that the session does.
     *
     * @param bench the nodes
     * @param session the session
     */
    void Script(IscsiTestBench& bench, Ptr<IscsiInitiatorSession> session);

    std::string m_name;         //!< name of the files
    std::string m_headerDigest; //!< HeaderDigest
    std::string m_dataDigest;   //!< DataDigest
    Ptr<ScsiTask> m_aborted;    //!< task that is aborted
    uint32_t m_negotiated{0};   //!< text negotiations that succeeded
};

Ptr<PcapFileWrapper>
IscsiCaptureTestCase::Capture(Ptr<Node> node)
{
    const auto file = CreateObject<PcapFileWrapper>();
    file->Open(CreateTempDirFilename(m_name + ".pcap"), std::ios::out);
    file->Init(LINKTYPE_RAW);
    const Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t> write(
        [file](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
            file->Write(Simulator::Now(), packet);
        });
    const auto internet = node->GetObject<Ipv4L3Protocol>();
    internet->TraceConnectWithoutContext("Tx", write);
    internet->TraceConnectWithoutContext("Rx", write);
    return file;
}

void
IscsiCaptureTestCase::LoseDataIn(Ptr<Node> node) const
{
    if (m_headerDigest == "None" && m_dataDigest == "None")
    {
        return;
    }
    IscsiFaultHelper faults;
    faults.SetAttribute("Damage", StringValue(m_headerDigest == "None" ? "Data" : "Header"));
    faults.SetAttribute("Direction", StringValue("Received"));
    faults.SetAttribute("Opcode", IntegerValue(static_cast<int>(IscsiOpcode::SCSI_DATA_IN)));
    faults.SetAttribute("First", UintegerValue(2));
    faults.SetAttribute("Limit", UintegerValue(1));
    faults.Install(node);
}

void
IscsiCaptureTestCase::Script(IscsiTestBench& bench, Ptr<IscsiInitiatorSession> session)
{
    for (uint32_t i = 0; i < 6; i++)
    {
        // Writes of 512, 12800, 25088 bytes and more: immediate, unsolicited and asked for.
        Simulator::Schedule(MilliSeconds(500 + 10 * i), [&bench, session, i]() {
            bench.client.Write(session, 1000 * i, IscsiTestBench::MakeData(512 + 12288 * i, i));
        });
        // They are read back, which takes one Data-In to eight.
        Simulator::Schedule(MilliSeconds(700 + 10 * i), [&bench, session, i]() {
            bench.client.Read(session, 1000 * i, 512 + 12288 * i);
        });
    }
    Simulator::Schedule(MilliSeconds(900), [this, &bench, session]() {
        bench.device->latency = MilliSeconds(100);
        m_aborted = bench.client.Read(session, 0, 512);
    });
    Simulator::Schedule(MilliSeconds(920), [this, session]() { session->AbortTask(m_aborted); });
    for (const uint16_t cid : {1, 2})
    {
        Simulator::Schedule(MilliSeconds(1100 + cid), [this, session, cid]() {
            IscsiTextKeys keys;
            keys.Add("MaxRecvDataSegmentLength", "4096");
            session->Negotiate(cid, keys, [this](const IscsiTextKeys* answer) {
                m_negotiated += answer ? 1 : 0;
            });
        });
    }
    Simulator::Schedule(MilliSeconds(1200), [&bench, session]() {
        bench.device->latency = Time();
        bench.client.Read(session, 1000, 12800);
        bench.client.Read(session, 1000, 12800);
    });
    Simulator::Schedule(MilliSeconds(1400), [session]() { session->LogOutConnection(SECOND); });
    Simulator::Schedule(Seconds(5), [session]() { session->Logout(); });
}

void
IscsiCaptureTestCase::DoRun()
{
    IscsiTestBench bench("100Mbps", MilliSeconds(1));
    SetAttributes(bench.initiatorHelper);
    SetAttributes(bench.targetHelper);
    bench.initiatorHelper.SetAttribute("Connections", UintegerValue(2));
    bench.device->storeData = true;
    bench.InstallTarget();
    const auto initiator = bench.InstallInitiator();
    int recoveries = 0;
    initiator->TraceConnectWithoutContext(
        "Recovery",
        Callback<void, const std::string&>([&recoveries](const std::string& action) {
            recoveries += action == "data requested again" ? 1 : 0;
        }));
    PduLog log(CreateTempDirFilename(m_name + ".csv"));
    log.Follow("initiator", initiator);
    log.Follow("target", bench.target);
    const auto file = Capture(bench.nodes.Get(0));
    LoseDataIn(bench.nodes.Get(0));
    Script(bench, initiator->GetSession());
    Simulator::Stop(Seconds(6));
    Simulator::Run();

    // Six writes, six reads, one that is aborted, and two more reads.
    NS_TEST_EXPECT_MSG_EQ(bench.client.GetCompleted(), 15, "all tasks ended");
    NS_TEST_EXPECT_MSG_EQ((m_aborted->status == ScsiStatus::TASK_ABORTED), true, "aborted");
    NS_TEST_EXPECT_MSG_EQ(m_negotiated, 2, "text negotiations");
    const bool hasDigests = m_headerDigest != "None" || m_dataDigest != "None";
    const auto& counters = initiator->GetPduCounters();
    NS_TEST_EXPECT_MSG_EQ(recoveries, (hasDigests ? 1 : 0), "the Data-In lost is asked for again");
    NS_TEST_EXPECT_MSG_GT(counters.GetSent(IscsiOpcode::SNACK_REQUEST),
                          static_cast<uint64_t>(recoveries),
                          "data are acknowledged, too");
    NS_TEST_EXPECT_MSG_EQ(counters.GetSent(IscsiOpcode::TASK_MANAGEMENT_REQUEST), 1, "one abort");
    NS_TEST_EXPECT_MSG_GT(counters.GetSent(IscsiOpcode::NOP_OUT), 0, "pings");
    NS_TEST_EXPECT_MSG_EQ(counters.GetReceived(IscsiOpcode::LOGOUT_RESPONSE), 2, "both logouts");
    m_aborted = nullptr;
    file->Close();
    Simulator::Destroy();
}

/**
 * @ingroup iscsi-tests
 *
 * Captures of sessions.
 */
class IscsiCaptureTestSuite : public TestSuite
{
  public:
    IscsiCaptureTestSuite()
        : TestSuite("iscsi-capture", Type::UNIT)
    {
        AddTestCase(new IscsiCaptureTestCase("none", "None", "None"), Duration::QUICK);
        AddTestCase(new IscsiCaptureTestCase("header", "CRC32C", "None"), Duration::QUICK);
        AddTestCase(new IscsiCaptureTestCase("data", "None", "CRC32C"), Duration::QUICK);
        AddTestCase(new IscsiCaptureTestCase("both", "CRC32C", "CRC32C"), Duration::QUICK);
    }

  private:
    using Duration = TestCase::Duration; //!< how long a test takes
};

static IscsiCaptureTestSuite g_iscsiCaptureTestSuite; //!< registers the suite

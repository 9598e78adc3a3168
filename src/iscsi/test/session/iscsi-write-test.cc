/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

using namespace ns3;

namespace
{

constexpr uint32_t SEGMENT = 2048;     //!< MaxRecvDataSegmentLength of the target
constexpr uint32_t FIRST_BURST = 4096; //!< FirstBurstLength
constexpr uint32_t MAX_BURST = 10240;  //!< MaxBurstLength, five segments

/**
 * @param bytes a length, bytes
 * @param unit another
 * @return how many units hold it
 */
uint32_t
CeilDivide(uint32_t bytes, uint32_t unit)
{
    return (bytes + unit - 1) / unit;
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * A write in every way a session may carry it reads back, and takes exactly the PDUs it should.
 *
 * With immediate data the command carries min(size, FirstBurstLength, segment) bytes. If R2T is not
 * needed at first, the rest of min(size, FirstBurstLength) goes unasked. What is left goes by R2Ts
 * of MaxBurstLength, each answered in segments.
 */
class IscsiWriteTestCase : public TestCase
{
  public:
    /**
     * @param initialR2T the key
     * @param immediateData the key
     * @param outstanding MaxOutstandingR2T
     * @param bytes size of the write
     * @param answerDelay how long the client takes to give data
     */
    IscsiWriteTestCase(bool initialR2T,
                       bool immediateData,
                       uint32_t outstanding,
                       uint32_t bytes,
                       Time answerDelay)
        : TestCase(MakeName(initialR2T, immediateData, outstanding, bytes, answerDelay)),
          m_initialR2T(initialR2T),
          m_immediateData(immediateData),
          m_outstanding(outstanding),
          m_bytes(bytes),
          m_answerDelay(answerDelay)
    {
    }

  private:
    /**
     * See the constructor.
     *
     * @param initialR2T the key
     * @param immediateData the key
     * @param outstanding MaxOutstandingR2T
     * @param bytes size of the write
     * @param answerDelay how long the client takes to give data
     * @return the test's name
     */
    static std::string MakeName(bool initialR2T,
                                bool immediateData,
                                uint32_t outstanding,
                                uint32_t bytes,
                                Time answerDelay)
    {
        std::ostringstream name;
        name << "write of " << bytes << " bytes, InitialR2T=" << initialR2T
             << " ImmediateData=" << immediateData << " MaxOutstandingR2T=" << outstanding
             << " client delay " << answerDelay.As(Time::MS);
        return name.str();
    }

    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.device->storeData = true;
        bench.client.answerDelay = m_answerDelay;
        bench.initiatorHelper.SetAttribute("InitialR2T", BooleanValue(m_initialR2T));
        bench.initiatorHelper.SetAttribute("ImmediateData", BooleanValue(m_immediateData));
        bench.initiatorHelper.SetAttribute("MaxOutstandingR2T", UintegerValue(m_outstanding));
        bench.targetHelper.SetAttribute("InitialR2T", BooleanValue(false));
        bench.targetHelper.SetAttribute("MaxOutstandingR2T", UintegerValue(8));
        bench.targetHelper.SetAttribute("MaxRecvDataSegmentLength", UintegerValue(SEGMENT));
        bench.targetHelper.SetAttribute("MaxBurstLength", UintegerValue(MAX_BURST));
        bench.targetHelper.SetAttribute("FirstBurstLength", UintegerValue(FIRST_BURST));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        const auto data = IscsiTestBench::MakeData(m_bytes, m_bytes / 512);
        Ptr<ScsiTask> write;
        Ptr<ScsiTask> read;
        Simulator::Schedule(Seconds(1), [&]() {
            write = bench.client.Write(initiator->GetPort(), 1000, data);
        });
        Simulator::Schedule(Seconds(5), [&]() {
            read = bench.client.Read(initiator->GetPort(), 1000, m_bytes);
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.client.Of(write).completions, 1, "write completes once");
        NS_TEST_EXPECT_MSG_EQ((write->status == ScsiStatus::GOOD), true, "with GOOD");
        NS_TEST_EXPECT_MSG_EQ((bench.client.Of(read).data == IscsiTestBench::GetBytes(data)),
                              true,
                              "what was written reads back");
        CheckCounters(initiator->GetPduCounters());
        Simulator::Destroy();
    }

    /**
     * Compare the PDUs with what there should be.
     *
     * @param counters the initiator's counters
     */
    void CheckCounters(const IscsiPduCounters& counters)
    {
        const uint32_t first = std::min(m_bytes, FIRST_BURST);
        const uint32_t immediate = m_immediateData ? std::min(first, SEGMENT) : 0;
        const uint32_t unasked = m_initialR2T ? immediate : first;
        const uint32_t asked = m_bytes - unasked;
        const uint32_t bursts = CeilDivide(asked, MAX_BURST);
        // Whole bursts have 5 segments each; the last one has what is left.
        const uint32_t segments = bursts == 0
                                      ? 0
                                      : (bursts - 1) * (MAX_BURST / SEGMENT) +
                                            CeilDivide(asked - (bursts - 1) * MAX_BURST, SEGMENT);
        NS_TEST_EXPECT_MSG_EQ(counters.GetReceived(IscsiOpcode::R2T), bursts, "R2Ts");
        NS_TEST_EXPECT_MSG_EQ(counters.GetSent(IscsiOpcode::SCSI_DATA_OUT),
                              CeilDivide(unasked - immediate, SEGMENT) + segments,
                              "Data-Out PDUs");
        NS_TEST_EXPECT_MSG_EQ(counters.GetSent(IscsiOpcode::SCSI_COMMAND), 2, "write and read");
        NS_TEST_EXPECT_MSG_EQ(counters.GetReceived(IscsiOpcode::SCSI_RESPONSE),
                              1,
                              "only the write has a response");
        NS_TEST_EXPECT_MSG_EQ(counters.GetReceived(IscsiOpcode::SCSI_DATA_IN),
                              CeilDivide(m_bytes, 8192) +
                                  (m_bytes > MAX_BURST ? CountExtraCuts() : 0),
                              "Data-In PDUs");
    }

    /**
     * A sequence of Data-In ends at MaxBurstLength, 10240 bytes: a PDU of 8192 and one of 2048.
     *
     * @return PDUs beyond those that 8192 bytes each would need
     */
    uint32_t CountExtraCuts() const
    {
        const uint32_t whole = m_bytes / MAX_BURST;
        const uint32_t pdus = whole * 2 + CeilDivide(m_bytes % MAX_BURST, 8192);
        return pdus - CeilDivide(m_bytes, 8192);
    }

    bool m_initialR2T;      //!< the key
    bool m_immediateData;   //!< the key
    uint32_t m_outstanding; //!< MaxOutstandingR2T
    uint32_t m_bytes;       //!< size of the write
    Time m_answerDelay;     //!< how long the client takes to give data
};

/**
 * @ingroup iscsi-tests
 *
 * Where a segment holds more than the first burst, immediate data ends with the burst: of 8192
 * bytes 4096 come with the command and 4096 by an R2T.
 */
class IscsiLongSegmentTestCase : public TestCase
{
  public:
    IscsiLongSegmentTestCase()
        : TestCase("immediate data of segments longer than FirstBurstLength (RFC 7143, 13.14)")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.targetHelper.SetAttribute("MaxRecvDataSegmentLength", UintegerValue(8192));
        bench.targetHelper.SetAttribute("MaxBurstLength", UintegerValue(MAX_BURST));
        bench.targetHelper.SetAttribute("FirstBurstLength", UintegerValue(FIRST_BURST));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        Ptr<ScsiTask> write;
        Simulator::Schedule(Seconds(1), [&]() {
            write = bench.client.Write(initiator->GetPort(), 0, IscsiTestBench::MakeData(8192, 1));
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        const auto& counters = initiator->GetPduCounters();
        NS_TEST_EXPECT_MSG_EQ((write->status == ScsiStatus::GOOD), true, "taken");
        NS_TEST_EXPECT_MSG_EQ(counters.GetReceived(IscsiOpcode::R2T), 1, "for the rest");
        NS_TEST_EXPECT_MSG_EQ(counters.GetSent(IscsiOpcode::SCSI_DATA_OUT), 1, "in one segment");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Writes over simulated TCP.
 */
class IscsiWriteTestSuite : public TestSuite
{
  public:
    IscsiWriteTestSuite()
        : TestSuite("iscsi-write", Type::UNIT)
    {
        AddTestCase(new IscsiLongSegmentTestCase, TestCase::Duration::QUICK);
        const std::vector<uint32_t> sizes{512,
                                          SEGMENT,
                                          SEGMENT + 512,
                                          FIRST_BURST - 512,
                                          FIRST_BURST,
                                          FIRST_BURST + 512,
                                          MAX_BURST,
                                          MAX_BURST + 512,
                                          FIRST_BURST + MAX_BURST,
                                          FIRST_BURST + MAX_BURST + 512,
                                          3 * MAX_BURST + 1024};
        for (const bool initialR2T : {false, true})
        {
            for (const bool immediateData : {false, true})
            {
                for (const auto bytes : sizes)
                {
                    Add(initialR2T, immediateData, 1, bytes, Time(0));
                }
                Add(initialR2T, immediateData, 4, 5 * MAX_BURST + 512, Time(0));
                Add(initialR2T, immediateData, 4, 5 * MAX_BURST + 512, MilliSeconds(7));
            }
        }
    }

  private:
    /**
     * See IscsiWriteTestCase.
     *
     * @param initialR2T the key
     * @param immediateData the key
     * @param outstanding MaxOutstandingR2T
     * @param bytes size of the write
     * @param answerDelay how long the client takes to give data
     */
    void Add(bool initialR2T,
             bool immediateData,
             uint32_t outstanding,
             uint32_t bytes,
             Time answerDelay)
    {
        AddTestCase(
            new IscsiWriteTestCase(initialR2T, immediateData, outstanding, bytes, answerDelay),
            TestCase::Duration::QUICK);
    }
};

static IscsiWriteTestSuite g_iscsiWriteTestSuite; //!< registers the suite

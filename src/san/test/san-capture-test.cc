/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pcap-file.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/san-capture.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * How much is kept of packets that pass a link, and when they passed.
 */
class SanCaptureTestCase : public TestCase
{
  public:
    SanCaptureTestCase()
        : TestCase("bytes kept of packets")
    {
    }

  private:
    /// A packet of a capture.
    struct Record
    {
        uint32_t us;       //!< when it passed, in microseconds
        uint32_t kept;     //!< bytes kept of it
        uint32_t original; //!< its bytes

        /**
         * @param other another record
         * @return true if it is equal
         */
        bool operator==(const Record& other) const = default;
    };

    /**
     * @param protocol protocol of IP
     * @param ipWords length of the header of IP in words of 4 bytes
     * @param tcpWords length of the header of TCP
     * @param payload what is behind them
     * @return bytes of an IP packet, as far as a capture reads them
     */
    static std::vector<uint8_t> MakePacket(uint8_t protocol,
                                           uint8_t ipWords,
                                           uint8_t tcpWords,
                                           const std::vector<uint8_t>& payload)
    {
        std::vector<uint8_t> bytes((ipWords + tcpWords) * 4);
        bytes[0] = 0x40 | ipWords;
        bytes[9] = protocol;
        bytes[ipWords * 4 + 12] = tcpWords << 4;
        bytes.insert(bytes.end(), payload.begin(), payload.end());
        return bytes;
    }

    /**
     * Send packets over a link, 100 us apart, and read the capture of it.
     *
     * @param snapLength bytes kept of each packet, 0 for every byte
     * @return what was captured
     */
    std::vector<Record> Capture(uint32_t snapLength)
    {
        constexpr uint8_t TCP = 6;
        constexpr uint8_t UDP = 17;
        const std::vector<uint8_t> zeros(500);
        auto late = zeros;
        late.back() = 1;
        auto early = zeros;
        early.front() = 1;
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        const auto ends = link.Install(NodeContainer(2));
        const auto fileName = CreateTempDirFilename("link-" + std::to_string(snapLength) + ".pcap");
        SanCapture capture(fileName, ends.Get(0), snapLength);
        int64_t us = 0;
        for (const auto& bytes : {MakePacket(TCP, 5, 5, zeros),
                                  MakePacket(TCP, 6, 8, zeros),
                                  MakePacket(TCP, 5, 5, early),
                                  MakePacket(TCP, 5, 5, late),
                                  MakePacket(UDP, 5, 5, zeros),
                                  std::vector<uint8_t>(30)})
        {
            Simulator::Schedule(MicroSeconds(us), [ends, bytes] {
                constexpr uint16_t IPV4 = 0x0800;
                ends.Get(0)->Send(Create<Packet>(bytes.data(), bytes.size()), Mac48Address(), IPV4);
            });
            us += 100;
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(ReadSanFile(fileName), "missing", "not before it is whole");
        capture.WriteFiles();
        return Read(fileName);
    }

    /**
     * @param fileName a capture
     * @return what is in it
     */
    std::vector<Record> Read(const std::string& fileName)
    {
        PcapFile file;
        file.Open(fileName, std::ios::in | std::ios::binary);
        NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), 9, "PPP");
        std::vector<Record> records;
        uint8_t bytes[1000];
        uint32_t seconds;
        uint32_t us;
        uint32_t kept;
        uint32_t original;
        uint32_t read;
        file.Read(bytes, sizeof(bytes), seconds, us, kept, original, read);
        while (!file.Eof())
        {
            records.push_back({us, kept, original});
            file.Read(bytes, sizeof(bytes), seconds, us, kept, original, read);
        }
        return records;
    }

    void DoRun() override
    {
        // 2 bytes of PPP, then 20 of IP and 20 of TCP, or 24 and 32; the last has neither.
        const std::vector<Record> whole{{0, 542, 542},
                                        {100, 558, 558},
                                        {200, 542, 542},
                                        {300, 542, 542},
                                        {400, 542, 542},
                                        {500, 32, 32}};
        NS_TEST_EXPECT_MSG_EQ((Capture(0) == whole), true, "every byte");
        // Payload of zeros is left out as far as it would be kept.
        const std::vector<Record> heads{{0, 42, 542},
                                        {100, 58, 558},
                                        {200, 128, 542},
                                        {300, 42, 542},
                                        {400, 128, 542},
                                        {500, 32, 32}};
        NS_TEST_EXPECT_MSG_EQ((Capture(128) == heads), true, "128 bytes");
        // Headers that do not fit are cut.
        const std::vector<Record> pieces{{0, 30, 542},
                                         {100, 30, 558},
                                         {200, 30, 542},
                                         {300, 30, 542},
                                         {400, 30, 542},
                                         {500, 30, 32}};
        NS_TEST_EXPECT_MSG_EQ((Capture(30) == pieces), true, "30 bytes");
    }
};

/**
 * @ingroup san-tests
 *
 * Captures of a link.
 */
class SanCaptureTestSuite : public TestSuite
{
  public:
    SanCaptureTestSuite()
        : TestSuite("san-capture", Type::UNIT)
    {
        AddTestCase(new SanCaptureTestCase, TestCase::Duration::QUICK);
    }
};

static SanCaptureTestSuite g_sanCaptureTestSuite; //!< registers the suite

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../file-test-helper.h"

#include "ns3/capture-file.h"
#include "ns3/packet.h"
#include "ns3/pcap-file.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup toolbox
 *
 * A capture is byte for byte what ns-3 writes.
 */
class CaptureFileTest : public TestCase
{
  public:
    /**
     * @param resolution resolution of time stamps
     * @param snapLength bytes kept of each packet
     */
    CaptureFileTest(CaptureFile::Resolution resolution, uint32_t snapLength)
        : TestCase("a capture of " + std::to_string(snapLength) + " bytes a packet"),
          m_resolution(resolution),
          m_snapLength(snapLength)
    {
    }

  private:
    void DoRun() override
    {
        const auto fileName = CreateTempDirFilename("capture.pcap");
        const auto reference = CreateTempDirFilename("reference.pcap");
        const bool hasNanoseconds = m_resolution == CaptureFile::Resolution::NANOSECONDS;
        CaptureFile capture(fileName, 9, m_resolution, m_snapLength);
        PcapFile theirs;
        theirs.Open(reference, std::ios::out | std::ios::binary | std::ios::trunc);
        theirs.Init(9, m_snapLength, PcapFile::ZONE_DEFAULT, false, hasNanoseconds);
        const std::vector<uint8_t> bytes(CaptureFile::MAX_SNAP_LENGTH, 0xa5);
        auto time = Seconds(7) + NanoSeconds(12345678);
        for (const uint32_t size : {0, 1, 95, 96, 97, 1500, 65535})
        {
            auto packet = Create<Packet>(bytes.data(), size / 2);
            packet->AddAtEnd(Create<Packet>(size - size / 2));
            capture.Write(time, packet);
            const uint32_t part = hasNanoseconds ? time.GetNanoSeconds() % 1000000000
                                                 : time.GetMicroSeconds() % 1000000;
            theirs.Write(static_cast<uint32_t>(time.GetNanoSeconds() / 1000000000), part, packet);
            time += MilliSeconds(700);
        }
        theirs.Close();
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(fileName), "missing", "not before it is whole");
        capture.Commit();
        const auto text = ReadWholeFile(fileName);
        NS_TEST_EXPECT_MSG_EQ((text == ReadWholeFile(reference)), true, "byte for byte");
        // A head of 24 bytes, one of 16 for each packet, and the bytes kept.
        const std::size_t kept = m_snapLength == 96 ? 1 + 95 + 4 * 96 : 1 + 95 + 96 + 97 + 67035;
        NS_TEST_EXPECT_MSG_EQ(text.size(), 24 + 7 * 16 + kept, "length");
    }

    const CaptureFile::Resolution m_resolution; //!< resolution of time stamps
    const uint32_t m_snapLength;                //!< bytes kept of each packet
};

/**
 * @ingroup toolbox
 *
 * Captures.
 */
class CaptureFileTestSuite : public TestSuite
{
  public:
    CaptureFileTestSuite()
        : TestSuite("toolbox-capture-file", Type::UNIT)
    {
        AddTestCase(new CaptureFileTest(CaptureFile::Resolution::MICROSECONDS, 96));
        AddTestCase(new CaptureFileTest(CaptureFile::Resolution::NANOSECONDS,
                                        CaptureFile::MAX_SNAP_LENGTH));
    }
};

static CaptureFileTestSuite g_captureFileTestSuite; //!< registers the suite

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-window-sampler.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <fstream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// A socket that has the window that a test says.
class WindowSocket : public TcpSocketBase
{
  public:
    WindowSocket()
    {
        SetCongestionControlAlgorithm(CreateObject<TcpNewReno>());
    }

    /**
     * @param bytes the window
     */
    void SetWindow(uint32_t bytes)
    {
        m_tcb->m_cWnd = bytes;
    }

    /// Tell that a segment is sent again.
    void SendAgain()
    {
        m_retransmissionTrace(Create<Packet>(), TcpHeader(), Address(), Address(), this);
    }
};

/**
 * @return a socket with segments of 1000 bytes
 */
Ptr<WindowSocket>
MakeSocket()
{
    auto socket = CreateObject<WindowSocket>();
    socket->SetAttribute("SegmentSize", UintegerValue(1000));
    return socket;
}

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * Samples of two windows, worked out by hand.
 */
class TcpWindowSamplerTest : public TestCase
{
  public:
    TcpWindowSamplerTest()
        : TestCase("Samples of two windows")
    {
    }

  private:
    void DoRun() override
    {
        const auto name = CreateTempDirFilename("windows.csv");
        TcpWindowSampler sampler(MilliSeconds(10), name);
        auto changing = MakeSocket();
        auto constant = MakeSocket();
        sampler.Follow(changing);
        sampler.Follow(constant);
        changing->SetWindow(2000);
        constant->SetWindow(1000);
        sampler.Start();
        Simulator::Schedule(MilliSeconds(15), &WindowSocket::SetWindow, changing, 4000);
        Simulator::Schedule(MilliSeconds(16), &WindowSocket::SendAgain, changing);
        Simulator::Schedule(MilliSeconds(17), &WindowSocket::SendAgain, constant);
        Simulator::Stop(MilliSeconds(35));
        Simulator::Run();
        Simulator::Destroy();
        sampler.Close();
        // At 0, 10, 20 and 30 ms: 2, 2, 4, 4 segments, always 1, and together 3, 3, 5, 5.
        NS_TEST_EXPECT_MSG_EQ(sampler.GetWindow(0).GetMean(), 3, "mean of the one that changes");
        NS_TEST_EXPECT_MSG_EQ(sampler.GetWindow(0).GetDeviation(), 1, "its deviation");
        NS_TEST_EXPECT_MSG_EQ(sampler.GetWindow(1).GetMean(), 1, "mean of the constant one");
        NS_TEST_EXPECT_MSG_EQ(sampler.GetWindow(1).GetDeviation(), 0, "its deviation");
        NS_TEST_EXPECT_MSG_EQ(sampler.GetSum().GetMean(), 4, "mean of the sum");
        NS_TEST_EXPECT_MSG_EQ(sampler.GetSum().GetDeviation(), 1, "deviation of the sum");
        NS_TEST_EXPECT_MSG_EQ(sampler.GetRetransmissions(), 2, "of both");
        std::ostringstream printed;
        printed << sampler.GetSum();
        NS_TEST_EXPECT_MSG_EQ(printed.str(), "4 +- 1 segments", "as printed");
        std::ostringstream text;
        text << std::ifstream(name).rdbuf();
        NS_TEST_EXPECT_MSG_EQ(text.str(),
                              "time_s,connection,window_bytes,share_bytes\n"
                              "0,0,2000,2000\n0,1,1000,1000\n"
                              "0.01,0,2000,2000\n0.01,1,1000,1000\n"
                              "0.02,0,4000,4000\n0.02,1,1000,1000\n"
                              "0.03,0,4000,4000\n0.03,1,1000,1000\n",
                              "without sharing the share is the window");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A sampler without samples, and one whose file cannot be.
 */
class TcpWindowSamplerEdgesTest : public TestCase
{
  public:
    TcpWindowSamplerEdgesTest()
        : TestCase("No samples, no file")
    {
    }

  private:
    void DoRun() override
    {
        TcpWindowSampler sampler(MilliSeconds(10));
        sampler.Follow(MakeSocket());
        sampler.Close();
        NS_TEST_EXPECT_MSG_EQ(sampler.GetWindow(0).GetMean(), 0, "no sample");
        NS_TEST_EXPECT_MSG_EQ(sampler.GetWindow(0).GetDeviation(), 0, "no sample");
        std::string error;
        try
        {
            TcpWindowSampler(MilliSeconds(10), "/dev/null/windows.csv");
        }
        catch (const UserError& mistake)
        {
            error = mistake.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error.substr(0, 21), "/dev/null/windows.csv", "names the file");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Samples of congestion windows.
 */
class TcpWindowSamplerTestSuite : public TestSuite
{
  public:
    TcpWindowSamplerTestSuite()
        : TestSuite("host-tcp-window-sampler", Type::UNIT)
    {
        AddTestCase(new TcpWindowSamplerTest, Duration::QUICK);
        AddTestCase(new TcpWindowSamplerEdgesTest, Duration::QUICK);
    }
};

static TcpWindowSamplerTestSuite g_tcpWindowSamplerTestSuite; //!< registers the suite

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/data-rate.h"
#include "ns3/enum.h"
#include "ns3/object.h"
#include "ns3/simulator.h"
#include "ns3/tcp-host-westwood-plus.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"

#include <cstring>
#include <new>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * It begins in memory that is not clean, which stays as it was left when it ends.
 */
class DirtyWestwoodPlus : public TcpHostWestwoodPlus
{
  public:
    /**
     * @param other what is copied
     */
    explicit DirtyWestwoodPlus(const TcpHostWestwoodPlus& other)
        : TcpHostWestwoodPlus(other)
    {
    }

    /**
     * @param size bytes
     * @return memory, all bits of which are set
     */
    static void* operator new(std::size_t size)
    {
        return std::memset(::operator new(size), 0xff, size);
    }

    /**
     * @param memory what operator new gave
     */
    static void operator delete(void* memory)
    {
        left = static_cast<unsigned char*>(memory);
    }

    static inline unsigned char* left{nullptr}; //!< memory of the last one that ended
};

/**
 * @ingroup host-tcp-tests
 *
 * Estimates of the rate, of a copy and of one that is gone.
 */
class TcpHostWestwoodPlusTestCase : public TestCase
{
  public:
    TcpHostWestwoodPlusTestCase()
        : TestCase("estimates of the rate")
    {
    }

  private:
    void DoRun() override
    {
        const auto state = CreateObject<TcpSocketState>();
        state->m_segmentSize = 1000;
        const auto first = CreateObject<TcpHostWestwoodPlus>();
        first->SetAttribute("FilterType", EnumValue(TcpWestwoodPlus::NONE));
        Ptr<TcpCongestionOps> copy(new DirtyWestwoodPlus(*first), false);
        Follow(copy);
        copy->PktsAcked(state, 10, MilliSeconds(10));
        Simulator::Run();
        // 10 segments of 1,000 bytes in 10 ms.
        NS_TEST_EXPECT_MSG_EQ((m_rates == std::vector<uint64_t>{8000000}), true, "of the copy");
        NS_TEST_EXPECT_MSG_EQ(first->Fork()->GetInstanceTypeId().GetName(),
                              "ns3::TcpHostWestwoodPlus",
                              "a fork is one, too");
        Ptr<TcpCongestionOps> gone(new DirtyWestwoodPlus(*first), false);
        gone->PktsAcked(state, 10, MilliSeconds(10));
        gone = nullptr;
        const auto* const memory = DirtyWestwoodPlus::left;
        const std::vector<unsigned char> before(memory, memory + sizeof(DirtyWestwoodPlus));
        Simulator::Run();
        const std::vector<unsigned char> after(memory, memory + sizeof(DirtyWestwoodPlus));
        NS_TEST_EXPECT_MSG_EQ((after == before), true, "nothing is written to what is gone");
        ::operator delete(DirtyWestwoodPlus::left);
        copy = nullptr;
        ::operator delete(DirtyWestwoodPlus::left);
        Simulator::Destroy();
    }

    /**
     * @param ops whose estimates are noted
     */
    void Follow(Ptr<TcpCongestionOps> ops)
    {
        ops->TraceConnectWithoutContext(
            "EstimatedBW",
            Callback<void, DataRate, DataRate>(
                [this](DataRate, DataRate rate) { m_rates.push_back(rate.GetBitRate()); }));
    }

    std::vector<uint64_t> m_rates; //!< estimates, bit/s
};

/**
 * @ingroup host-tcp-tests
 *
 * TcpHostWestwoodPlus.
 */
class TcpHostWestwoodPlusTestSuite : public TestSuite
{
  public:
    TcpHostWestwoodPlusTestSuite()
        : TestSuite("tcp-host-westwood-plus", Type::UNIT)
    {
        AddTestCase(new TcpHostWestwoodPlusTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static TcpHostWestwoodPlusTestSuite g_tcpHostWestwoodPlusTestSuite;

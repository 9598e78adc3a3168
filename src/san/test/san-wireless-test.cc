/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-wireless-test-bench.h"

#include "ns3/test.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Options that let every datagram of a long burst wait its turn.
const std::vector<std::string> PATIENT{"--queue=5000p", "--wifiMsduLifetime=1000s"};

} // namespace

/**
 * @ingroup san-tests
 *
 * One datagram on an idle channel: the sender sees that it stays idle for DIFS (IEEE 802.11,
 * 10.3.4.2), without a backoff, then sends the frame.
 */
class SanWirelessAirTimeTestCase : public TestCase
{
  public:
    SanWirelessAirTimeTestCase()
        : TestCase("time of a datagram on an idle channel")
    {
    }

  private:
    void DoRun() override
    {
        Paper();
        Dsss("DsssRate11Mbps", "long", 11, 192);
        Dsss("DsssRate5_5Mbps", "long", 5.5, 192);
        Dsss("DsssRate2Mbps", "long", 2, 192);
        Dsss("DsssRate1Mbps", "long", 1, 192);
        Dsss("DsssRate11Mbps", "short", 11, 96);
        Dsss("DsssRate5_5Mbps", "short", 5.5, 96);
        // There is no short preamble at 1 Mb/s (IEEE 802.11, clause 16), nor in ns-3 at 2 Mb/s.
        Dsss("DsssRate2Mbps", "short", 2, 192);
        Dsss("DsssRate1Mbps", "short", 1, 192);
        Others();
    }

    /// What the closed forms give, against figures worked out by hand.
    void Paper()
    {
        // 1536 bytes are 12,288 bits: 1117.09 us at 11 Mb/s, 12,288 us at 1 Mb/s.
        NS_TEST_EXPECT_MSG_EQ(GetSanDsssTime(1536, 11), MicroSeconds(192 + 1118), "11 Mb/s");
        NS_TEST_EXPECT_MSG_EQ(GetSanDsssTime(1536, 1), MicroSeconds(192 + 12'288), "1 Mb/s");
        // An acknowledgement of 112 bits at 11 Mb/s: 10.18 us.
        NS_TEST_EXPECT_MSG_EQ(GetSanDsssTime(SAN_WIFI_ACK, 11), MicroSeconds(203), "ACK");
        // 12,310 bits with SERVICE and tail, 216 a symbol at 54 Mb/s: 56.99 of 4 us.
        NS_TEST_EXPECT_MSG_EQ(GetSanOfdmTime(1536, 54), MicroSeconds(20 + 228), "54 Mb/s");
        // 134 bits, 96 a symbol at 24 Mb/s: 2 of 4 us.
        NS_TEST_EXPECT_MSG_EQ(GetSanOfdmTime(SAN_WIFI_ACK, 24), MicroSeconds(28), "ACK");
    }

    /**
     * Datagrams of 1 byte to as many as an MTU of 2260 takes. DIFS is 10 us and two slots of 20 us.
     *
     * @param mode the mode of data
     * @param preamble long or short
     * @param rate in Mb/s
     * @param preambleTime us that preamble and header take
     */
    void Dsss(const std::string& mode,
              const std::string& preamble,
              double rate,
              int64_t preambleTime)
    {
        SanRadioDatagrams bench(
            {"--mtu=2260", "--wifiDataMode=" + mode, "--wifiPreamble=" + preamble});
        const std::vector<uint32_t> sizes{29, 100, 576, 1000, 1500, 1501, 2000, 2259, 2260};
        std::vector<Time> expected;
        for (const auto size : sizes)
        {
            const auto when = MilliSeconds(1000 + 100 * expected.size());
            bench.Send(bench.network.initiators.Get(0),
                       bench.network.targetAddresses[0][0],
                       size,
                       when);
            expected.push_back(when + MicroSeconds(50) +
                               GetSanDsssTime(size + SAN_WIFI_HEADERS, rate, preambleTime) +
                               SAN_FLIGHT);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.arrivals.size(), sizes.size(), mode);
        for (std::size_t i = 0; i < sizes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(bench.arrivals[i].time,
                                  expected[i],
                                  mode << ", " << preamble << ", " << sizes[i] << " bytes");
        }
    }

    /// Other physical layers, SIFS, and distances.
    void Others()
    {
        const auto us = [](int64_t n) { return MicroSeconds(n); };
        // SIFS 16 us, and slots of 9 us.
        One({"--wifiStandard=802.11a"}, us(34) + GetSanOfdmTime(1536, 54) + SAN_FLIGHT);
        // Behind each frame are 6 us without signal (clause 18).
        One({"--wifiStandard=802.11g"}, us(50) + GetSanOfdmTime(1536, 54) + us(6) + SAN_FLIGHT);
        One({"--wifiSifs=56us"}, us(56 + 40) + GetSanDsssTime(1536, 11) + SAN_FLIGHT);
        // Light takes 150 ns over 45 m.
        One({"--wifiDistance=45"}, us(50) + GetSanDsssTime(1536, 11) + NanoSeconds(150));
    }

    /**
     * @param words further options
     * @param expected the time of a datagram of 1500 bytes
     */
    void One(const std::vector<std::string>& words, Time expected)
    {
        SanRadioDatagrams bench(words);
        bench.SendThere(1500);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.arrivals.size(), 1, words.front());
        NS_TEST_EXPECT_MSG_EQ(bench.arrivals[0].time - Seconds(1), expected, words.front());
    }
};

/**
 * @ingroup san-tests
 *
 * A sender with always another datagram waits between two of them for the acknowledgement, DIFS
 * and a backoff: from 0 to CWmin slots, each as likely as the others (IEEE 802.11, 10.3.4).
 */
class SanWirelessSaturationTestCase : public TestCase
{
  public:
    SanWirelessSaturationTestCase()
        : TestCase("time between the datagrams of a busy sender")
    {
    }

  private:
    /// What a cycle consists of, beside the frame and the backoff.
    struct Cycle
    {
        Time frame;    //!< the frame
        Time ack;      //!< its acknowledgement
        int64_t sifs;  //!< us
        int64_t slot;  //!< us
        int64_t cwMin; //!< slots
    };

    void DoRun() override
    {
        // ns-3 acknowledges at 11 Mb/s: 203 us with the long preamble, 107 us with the short one.
        const auto ack = GetSanDsssTime(SAN_WIFI_ACK, 11);
        Busy({}, 1500, {GetSanDsssTime(1536, 11), ack, 10, 20, 31});
        Busy({}, 100, {GetSanDsssTime(136, 11), ack, 10, 20, 31});
        Busy({"--mtu=2260"}, 2260, {GetSanDsssTime(2296, 11), ack, 10, 20, 31});
        Busy({"--wifiPreamble=short"},
             1500,
             {GetSanDsssTime(1536, 11, 96), GetSanDsssTime(SAN_WIFI_ACK, 11, 96), 10, 20, 31});
        Busy({"--wifiSifs=56us"}, 1500, {GetSanDsssTime(1536, 11), ack, 56, 20, 31});
        // It acknowledges at 24 Mb/s, the fastest mandatory rate below 54 Mb/s.
        const auto fast = GetSanOfdmTime(1536, 54);
        const auto fastAck = GetSanOfdmTime(SAN_WIFI_ACK, 24);
        Busy({"--wifiStandard=802.11a"}, 1500, {fast, fastAck, 16, 9, 15});
        // Long slots, for there may be stations of 802.11b; CWmin is 15 all the same.
        const auto quiet = MicroSeconds(6);
        Busy({"--wifiStandard=802.11g"}, 1500, {fast + quiet, fastAck + quiet, 10, 20, 15});
    }

    /**
     * DIFS is SIFS and two slots.
     *
     * @param words further options
     * @param bytes of each IP packet
     * @param cycle what the time consists of
     */
    void Busy(std::vector<std::string> words, uint32_t bytes, const Cycle& cycle)
    {
        constexpr uint32_t COUNT = 1500;
        const auto name = (words.empty() ? "default" : words.front()) + " " + std::to_string(bytes);
        words.insert(words.end(), PATIENT.begin(), PATIENT.end());
        SanRadioDatagrams bench(words);
        bench.SendThere(bytes, COUNT);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.arrivals.size(), COUNT, name);
        const auto fixed = cycle.frame + cycle.ack + 2 * SAN_FLIGHT +
                           MicroSeconds(2 * cycle.sifs + 2 * cycle.slot);
        const auto mean = fixed + MicroSeconds(cycle.slot * cycle.cwMin) / 2;
        NS_TEST_EXPECT_MSG_EQ_TOL(bench.GetMeanGap(), mean, mean / 100, name);
        CheckBackoff(name, bench.GetGaps(), fixed, cycle);
    }

    /**
     * The backoff alone: whole slots, each number from 0 to CWmin, and no other.
     *
     * @param name of the run
     * @param gaps times between arrivals
     * @param fixed what is no backoff of them
     * @param cycle what they consist of
     */
    void CheckBackoff(const std::string& name,
                      const std::vector<Time>& gaps,
                      Time fixed,
                      const Cycle& cycle)
    {
        const auto slot = MicroSeconds(cycle.slot);
        std::set<int64_t> slots;
        for (const auto& gap : gaps)
        {
            const auto backoff = gap - fixed;
            const auto count =
                (backoff.GetNanoSeconds() + slot.GetNanoSeconds() / 2) / slot.GetNanoSeconds();
            NS_TEST_EXPECT_MSG_EQ_TOL(backoff, count * slot, NanoSeconds(2), name << ": whole");
            slots.insert(count);
        }
        NS_TEST_EXPECT_MSG_EQ(std::ssize(slots),
                              cycle.cwMin + 1,
                              name << ": every number of slots");
        NS_TEST_EXPECT_MSG_EQ(*slots.begin(), 0, name << ": none at least");
        NS_TEST_EXPECT_MSG_EQ(*slots.rbegin(), cycle.cwMin, name << ": CWmin at most");
    }
};

/**
 * @ingroup san-tests
 *
 * Longer packets than Ethernet's travel whole.
 */
class SanWirelessMtuTestCase : public TestCase
{
  public:
    SanWirelessMtuTestCase()
        : TestCase("frames of an MTU of 2260 and more")
    {
    }

  private:
    void DoRun() override
    {
        // 24 bytes of MAC header, 8 of LLC and SNAP and 4 of check sequence: 36.
        Frames("2260", 2260, {2296});
        Frames("2296", 2296, {2332});
        // In two fragments: 20 + 1480 bytes, and 20 + 760.
        Frames("1500", 2260, {1536, 816});
        // The MTU that does not fit is named.
        NS_TEST_EXPECT_MSG_EQ(
            GetSanError([] { ParsedSanOptions({"--linkType=wifi", "--mtu=2297"}); }),
            "mtu: 2297 is more than the 2296 bytes of a frame of 802.11",
            "a byte too many");
    }

    /**
     * @param mtu the longest packet
     * @param bytes of an IP packet
     * @param expected bytes of the frames that carry it
     */
    void Frames(const std::string& mtu, uint32_t bytes, const std::vector<uint32_t>& expected)
    {
        SanRadioDatagrams bench({"--mtu=" + mtu});
        bench.SendThere(bytes);
        Simulator::Run();
        const auto data = bench.GetData(bench.network.initiators.Get(0)->GetId());
        NS_TEST_ASSERT_MSG_EQ(data.size(), expected.size(), "frames with an mtu of " << mtu);
        for (std::size_t i = 0; i < data.size(); ++i)
        {
            const auto ip = SanRadioDatagrams::GetIpHeader(data[i]);
            NS_TEST_EXPECT_MSG_EQ(data[i].bytes->GetSize(), expected[i], "bytes of frame " << i);
            NS_TEST_EXPECT_MSG_EQ(ip.IsLastFragment(), (i + 1 == data.size()), "more fragments");
            NS_TEST_EXPECT_MSG_EQ(ip.GetFragmentOffset(), i * 1480, "where it begins");
            NS_TEST_EXPECT_MSG_EQ(ip.GetIdentification(),
                                  SanRadioDatagrams::GetIpHeader(data[0]).GetIdentification(),
                                  "of one packet");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.arrivals.size(), 1, "it arrives once");
    }
};

/**
 * @ingroup san-tests
 *
 * Times of frames on a wireless network.
 */
class SanWirelessTestSuite : public TestSuite
{
  public:
    SanWirelessTestSuite()
        : TestSuite("san-wireless", Type::UNIT)
    {
        AddTestCase(new SanWirelessAirTimeTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanWirelessSaturationTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanWirelessMtuTestCase, TestCase::Duration::QUICK);
    }
};

static SanWirelessTestSuite g_sanWirelessTestSuite; //!< registers the suite

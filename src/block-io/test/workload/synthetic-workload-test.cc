/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-test-helper.h"

#include "ns3/address-pattern.h"
#include "ns3/double.h"
#include "ns3/test.h"
#include "ns3/zipf-address-pattern.h"

#include <cmath>
#include <map>

using namespace ns3;

namespace
{

const std::string SYNTHETIC = "ns3::SyntheticWorkload"; //!< the class under test

/**
 * @param attributes a workload's attributes
 * @param blockCount blocks of 512 bytes on its device
 * @return the requests, as lba+blocks
 */
std::string
GetAddresses(const TextAttributes& attributes, uint64_t blockCount)
{
    auto device = CreateObject<RecordingDevice>(blockCount, MilliSeconds(1));
    RunWorkload(SYNTHETIC, attributes, device);
    std::string text;
    for (const auto& seen : device->seen)
    {
        text += std::to_string(seen.lba) + "+" + std::to_string(seen.blocks) + " ";
    }
    return text;
}

} // namespace

/**
 * @ingroup block-io
 *
 * Sequential addresses follow each other and begin again at the end of the range.
 */
class SequentialAddressTest : public TestCase
{
  public:
    SequentialAddressTest()
        : TestCase("Sequential addresses: follow, wrap, align")
    {
    }

  private:
    void DoRun() override
    {
        const TextAttributes base = {{"AddressPattern", "ns3::SequentialAddressPattern"},
                                     {"RequestSize", "ns3::FixedRequestSize[Size=1536]"}};
        auto with = [&base](TextAttributes more) {
            more.insert(more.end(), base.begin(), base.end());
            return more;
        };
        NS_TEST_EXPECT_MSG_EQ(GetAddresses(with({{"Count", "4"}}), 10),
                              "0+3 3+3 6+3 0+3 ",
                              "block 9 alone is too short for three");
        NS_TEST_EXPECT_MSG_EQ(
            GetAddresses(with({{"Count", "4"}, {"FirstLba", "2"}, {"LbaCount", "7"}}), 10),
            "2+3 5+3 2+3 5+3 ",
            "in blocks 2 to 8");
        NS_TEST_EXPECT_MSG_EQ(
            GetAddresses(with({{"Count", "4"}, {"FirstLba", "2"}, {"LbaCount", "8"}}), 10),
            "2+3 5+3 2+3 5+3 ",
            "in blocks 2 to 9, the last of the device");
        // Positions are 4 blocks apart: 1, 5; 9 is past the last that fits.
        NS_TEST_EXPECT_MSG_EQ(
            GetAddresses(with({{"Count", "3"}, {"FirstLba", "1"}, {"Alignment", "2048"}}), 10),
            "1+3 5+3 1+3 ",
            "aligned");
    }
};

/**
 * @ingroup block-io
 *
 * A sequential workload keeps its place on every device.
 */
class SequentialDevicesTest : public TestCase
{
  public:
    SequentialDevicesTest()
        : TestCase("Sequential addresses are kept for each device")
    {
    }

  private:
    void DoRun() override
    {
        auto a = CreateObject<RecordingDevice>(100, MilliSeconds(1));
        auto b = CreateObject<RecordingDevice>(100, MilliSeconds(1));
        InstallWorkload(SYNTHETIC,
                        {{"AddressPattern", "ns3::SequentialAddressPattern"}, {"Count", "4"}},
                        {a, b});
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(a->seen.at(1).lba, 8, "after the first 4096 bytes");
        NS_TEST_EXPECT_MSG_EQ(b->seen.at(1).lba, 8, "after the first 4096 bytes");
    }
};

/**
 * @ingroup block-io
 *
 * Uniform addresses are uniform over the aligned positions of the range and nowhere else.
 */
class UniformAddressTest : public TestCase
{
  public:
    UniformAddressTest()
        : TestCase("Uniform addresses pass a chi-square test")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<RecordingDevice>(1000, NanoSeconds(1));
        RunWorkload(SYNTHETIC,
                    {{"Count", "20000"},
                     {"FirstLba", "3"},
                     {"LbaCount", "164"},
                     {"Alignment", "4096"},
                     {"RequestSize", "ns3::FixedRequestSize[Size=4096]"}},
                    device);
        // Positions 3, 11, ..., 155: (164 - 8) / 8 + 1 = 20.
        std::vector<uint32_t> counts(20);
        for (const auto& seen : device->seen)
        {
            NS_TEST_ASSERT_MSG_EQ((seen.lba - 3) % 8, 0, "aligned");
            ++counts.at((seen.lba - 3) / 8);
        }
        // 0.1 % of all samples of a uniform distribution exceed 43.82 with 19 degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare(counts, std::vector<double>(20, 0.05)), 43.82, "");
    }
};

/**
 * @ingroup block-io
 *
 * Zipf positions follow the closed form, for few positions and for those of a whole drive.
 */
class ZipfAddressTest : public TestCase
{
  public:
    /**
     * @param theta the exponent
     * @param positions number of positions
     * @param bounds the last position of each bin
     * @param critical what chi-square exceeds once in a thousand
     */
    ZipfAddressTest(double theta, uint64_t positions, std::vector<uint64_t> bounds, double critical)
        : TestCase("Zipf addresses follow the closed form: Theta " + std::to_string(theta) + ", " +
                   std::to_string(positions) + " positions"),
          m_theta(theta),
          m_positions(positions),
          m_bounds(std::move(bounds)),
          m_critical(critical)
    {
    }

  private:
    void DoRun() override
    {
        auto pattern = CreateObject<ZipfAddressPattern>();
        pattern->SetAttribute("Theta", DoubleValue(m_theta));
        pattern->AssignStreams(7);
        std::vector<double> probabilities(m_bounds.size());
        std::size_t bin = 0;
        double total = 0;
        for (uint64_t i = 0; i < m_positions; ++i)
        {
            bin += i > m_bounds[bin] ? 1 : 0;
            const double weight = std::pow(static_cast<double>(i + 1), -m_theta);
            probabilities[bin] += weight;
            total += weight;
        }
        for (auto& probability : probabilities)
        {
            probability /= total;
        }
        std::vector<uint32_t> counts(m_bounds.size());
        for (int i = 0; i < 50000; ++i)
        {
            const auto position = pattern->GetNext(0, m_positions, 1);
            NS_TEST_ASSERT_MSG_LT(position, m_positions, "in range");
            const auto it = std::lower_bound(m_bounds.begin(), m_bounds.end(), position);
            ++counts.at(it - m_bounds.begin());
        }
        NS_TEST_EXPECT_MSG_LT(GetChiSquare(counts, probabilities), m_critical, "chi-square");
    }

    double m_theta;                 //!< the exponent
    uint64_t m_positions;           //!< number of positions
    std::vector<uint64_t> m_bounds; //!< the last position of each bin
    double m_critical;              //!< largest statistic allowed
};

/**
 * @ingroup block-io
 *
 * Requests have the sizes and operations asked for, as often as asked for.
 */
class SizeAndOperationTest : public TestCase
{
  public:
    SizeAndOperationTest()
        : TestCase("Request sizes by list and histogram; read fraction")
    {
    }

  private:
    /**
     * Run 10,000 requests and check the sizes: 2048 bytes once, 4096 three times of four.
     *
     * @param size the RequestSize
     */
    void CheckSizes(const std::string& size)
    {
        auto device = CreateObject<RecordingDevice>(1000, NanoSeconds(1));
        RunWorkload(SYNTHETIC,
                    {{"Count", "10000"}, {"RequestSize", size}, {"ReadFraction", "0.3"}},
                    device);
        std::map<uint32_t, uint32_t> counts;
        uint32_t reads = 0;
        for (const auto& seen : device->seen)
        {
            ++counts[seen.blocks];
            reads += seen.operation == BlockOperation::READ ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(counts.size(), 2, "two sizes: " << size);
        // Once in a thousand the statistic exceeds 10.83 with one degree of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({counts[4], counts[8]}, {0.25, 0.75}), 10.83, size);
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({reads, 10000 - reads}, {0.3, 0.7}), 10.83, "reads");
    }

    void DoRun() override
    {
        CheckSizes("ns3::ListRequestSize[Sizes=2048,4096:3]");
        CheckSizes("ns3::ListRequestSize[Sizes=4096:1,2048:1,4096:2]");
        const auto file = WriteFile(CreateTempDirFilename("sizes.txt"),
                                    "# bytes count\n2048 100\n\n4096,300\r\n8192 0\n");
        CheckSizes("ns3::HistogramRequestSize[FileName=" + file + "]");
        NS_TEST_EXPECT_MSG_EQ(GetAddresses({{"Count", "2"},
                                            {"LbaCount", "4"},
                                            {"RequestSize", "ns3::FixedRequestSize[Size=2048]"}},
                                           10),
                              "0+4 0+4 ",
                              "a request as large as the range");
    }
};

/**
 * @ingroup block-io
 *
 * Every mistake in the attributes of a SyntheticWorkload has its message.
 */
class SyntheticErrorsTest : public TestCase
{
  public:
    SyntheticErrorsTest()
        : TestCase("Mistakes in the attributes are named")
    {
    }

  private:
    /**
     * @param attributes attributes with a mistake
     * @param message the error it should give
     */
    void Expect(const TextAttributes& attributes, const std::string& message)
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { InstallWorkload(SYNTHETIC, attributes, {device}); }),
            message,
            "");
    }

    void DoRun() override
    {
        const std::string workload = "ns3::SyntheticWorkload: ";
        Expect({{"Arrivals", "Poisson"}, {"Rate", "0"}},
               workload + "Rate must be above 0 requests per second for Poisson or Fixed arrivals");
        Expect({{"FirstLba", "990"}, {"LbaCount", "11"}},
               workload + "the range FirstLba=990, LbaCount=11 reaches past the capacity of device "
                          "0, 1000 blocks");
        Expect({{"FirstLba", "1000"}},
               workload + "the range FirstLba=1000, LbaCount=0 reaches past the capacity of device "
                          "0, 1000 blocks");
        Expect({{"Alignment", "700"}},
               workload +
                   "Alignment=700 is not a multiple of the block size of device 0, 512 bytes");
        Expect({{"RequestSize", "ns3::FixedRequestSize[Size=1000]"}},
               workload +
                   "RequestSize 1000 is not a multiple of the block size of device 0, 512 bytes");
        Expect({{"LbaCount", "7"}},
               workload +
                   "RequestSize 4096 is larger than the address range of device 0, 7 blocks");
        Expect({{"RequestSize", "ns3::ListRequestSize[Sizes=4096:x]"}},
               "ns3::ListRequestSize::Sizes: '4096:x' is not a size in bytes or size:weight, both "
               "above 0");
        Expect({{"RequestSize", "ns3::ListRequestSize[Sizes=]"}},
               "ns3::ListRequestSize::Sizes: it has no size with a weight above 0");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] { InstallWorkload(SYNTHETIC, {}, {}); }),
                              workload + "it has no device",
                              "");
        CheckHistogram("4096\n", ":1: expected two fields, bytes and weight, found 1");
        CheckHistogram("#\n4k 1\n", ":2: bytes is '4k', not a whole number from 0 to 4294967295");
        CheckHistogram("4096 -1\n", ":1: weight is '-1', not a number from 0 to 1000000000000000");
        CheckHistogram("0 1\n", ":1: bytes is 0");
        CheckHistogram("4096 0\n", ": it has no size with a weight above 0");
    }

    /**
     * @param text a histogram file with a mistake
     * @param message the error, after the file's name
     */
    void CheckHistogram(const std::string& text, const std::string& message)
    {
        const auto file = WriteFile(CreateTempDirFilename("bad-sizes.txt"), text);
        Expect({{"RequestSize", "ns3::HistogramRequestSize[FileName=" + file + "]"}},
               file + message);
    }
};

/**
 * @ingroup block-io
 *
 * What a SyntheticWorkload asks for.
 */
class SyntheticWorkloadTestSuite : public TestSuite
{
  public:
    SyntheticWorkloadTestSuite()
        : TestSuite("block-io-synthetic", Type::UNIT)
    {
        AddTestCase(new SequentialAddressTest);
        AddTestCase(new SequentialDevicesTest);
        AddTestCase(new UniformAddressTest);
        // Critical values at 0.1 % for 9 and 4 degrees of freedom.
        const std::vector<uint64_t> each{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        for (const double theta : {0.0, 0.5, 0.99, 1.0, 1.2, 3.0})
        {
            AddTestCase(new ZipfAddressTest(theta, 10, each, 27.88));
        }
        constexpr uint64_t DRIVE = 17783240;
        for (const double theta : {0.5, 0.99, 1.0})
        {
            AddTestCase(
                new ZipfAddressTest(theta, DRIVE, {99, 9999, 999999, 9999999, DRIVE - 1}, 18.47));
        }
        AddTestCase(new SizeAndOperationTest);
        AddTestCase(new SyntheticErrorsTest);
    }
};

static SyntheticWorkloadTestSuite g_syntheticWorkloadTestSuite; //!< registers the suite

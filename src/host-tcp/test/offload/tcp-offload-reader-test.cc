/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-header.h"
#include "ns3/tcp-offload-reader.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>

using namespace ns3;

namespace
{

/// A buffer of TCP, and what reads from it.
class Input
{
  public:
    Input()
        : m_buffer(CreateObject<TcpRxBuffer>())
    {
        m_buffer->SetNextRxSequence(SequenceNumber32(1));
        m_buffer->SetMaxBufferSize(100'000);
        reader.SetBuffer(m_buffer);
    }

    /**
     * A segment arrives.
     *
     * @param letter of which it has many
     * @param count how many
     */
    void AddSegment(char letter, uint32_t count)
    {
        Add(MakeData(letter, count));
    }

    /**
     * A train arrives.
     *
     * @param letter of which it has many
     * @param count how many
     */
    void AddTrain(char letter, uint32_t count)
    {
        Add(reader.Keep(MakeData(letter, count)));
    }

    /**
     * @param maxSize most bytes to read
     * @return what was read, runs of letters such as 100a50b, or nothing
     */
    std::string Read(uint32_t maxSize)
    {
        const auto packet = reader.Read(maxSize);
        if (!packet)
        {
            return "nothing";
        }
        std::string bytes(packet->GetSize(), 0);
        packet->CopyData(reinterpret_cast<uint8_t*>(bytes.data()), bytes.size());
        std::string runs;
        for (std::size_t begin = 0; begin < bytes.size();)
        {
            const auto end = std::min(bytes.find_first_not_of(bytes[begin], begin), bytes.size());
            runs += std::to_string(end - begin) + bytes[begin];
            begin = end;
        }
        return runs;
    }

    TcpOffloadReader reader; //!< what is tested

  private:
    /**
     * @param letter of which it has many
     * @param count how many
     * @return data
     */
    static Ptr<Packet> MakeData(char letter, uint32_t count)
    {
        const std::string bytes(count, letter);
        return Create<Packet>(reinterpret_cast<const uint8_t*>(bytes.data()), count);
    }

    /**
     * @param data what TCP gets
     */
    void Add(Ptr<Packet> data)
    {
        TcpHeader header;
        header.SetSequenceNumber(m_buffer->NextRxSequence());
        m_buffer->Add(data, header);
    }

    Ptr<TcpRxBuffer> m_buffer; //!< TCP's
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * Data of trains and of segments is read in its order, and not before it has arrived.
 */
class TcpOffloadReaderTestCase : public TestCase
{
  public:
    TcpOffloadReaderTestCase()
        : TestCase("order, hold and release")
    {
    }

  private:
    void DoRun() override
    {
        Order();
        Hold();
        Later();
    }

    /// Segments between trains, nothing held: TCP's buffer has zeros in place of the trains.
    void Order()
    {
        Input input;
        NS_TEST_EXPECT_MSG_EQ(input.reader.IsIdle(), true, "nothing there");
        input.AddSegment('a', 100);
        NS_TEST_EXPECT_MSG_EQ(input.reader.IsIdle(), true, "TCP has it");
        input.AddTrain('b', 3000);
        input.AddTrain('c', 200);
        input.AddSegment('d', 2000);
        input.AddTrain('e', 10);
        NS_TEST_EXPECT_MSG_EQ(input.reader.IsIdle(), false, "trains are here");
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 5310, "all");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "nothing", "not out of TCP's buffer");
        input.reader.Drain();
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 5310, "still all");
        NS_TEST_EXPECT_MSG_EQ(input.Read(0), "nothing", "nothing wanted");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "100a", "first");
        NS_TEST_EXPECT_MSG_EQ(input.Read(1000), "1000b", "a part");
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 4210, "the rest");
        // More comes in the middle.
        input.AddTrain('f', 20);
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 4230, "and more");
        input.reader.Drain();
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "2000b", "the other part");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "200c", "train after train");
        // At most 1448 bytes of TCP's own at once.
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "1448d", "segment after train");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "552d", "its rest");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "10e", "train after segment");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "20f", "what came later");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "nothing", "no more");
        NS_TEST_EXPECT_MSG_EQ(input.reader.IsIdle(), true, "all was read");
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 0, "all was read");
    }

    /// The first frame of a train is there, the others when the last has arrived.
    void Hold()
    {
        Input input;
        input.AddSegment('a', 100);
        input.reader.Hold(300, MicroSeconds(10));
        input.AddTrain('b', 300);
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 100, "only what came before");
        input.reader.ReleaseFirst(100);
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetHeld(), 200, "two frames of three");
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 200, "and the first one");
        // A segment behind the train waits for it.
        input.reader.Hold(50, input.reader.GetLastRelease());
        input.AddSegment('c', 50);
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 200, "nothing of it");
        input.reader.Drain();
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "100a", "before");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "100b", "the first frame");
        NS_TEST_EXPECT_MSG_EQ(input.Read(10'000), "nothing", "the others are held");
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetNextRelease(), MicroSeconds(10), "until then");
        input.reader.Release(NanoSeconds(9999));
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetHeld(), 250, "too early");
        input.reader.Release(MicroSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetHeld(), 0, "arrived");
        NS_TEST_EXPECT_MSG_EQ(input.Read(150), "150b", "a part");
        NS_TEST_EXPECT_MSG_EQ(input.Read(150), "50b", "of one packet");
        NS_TEST_EXPECT_MSG_EQ(input.Read(150), "50c", "then the segment");
        NS_TEST_EXPECT_MSG_EQ(input.reader.IsIdle(), true, "all was read");
    }

    /// Trains that overlap are released one after the other.
    void Later()
    {
        Input input;
        input.reader.Hold(200, MicroSeconds(20));
        input.AddTrain('a', 200);
        input.reader.Hold(200, MicroSeconds(15));
        input.AddTrain('b', 200);
        input.reader.ReleaseFirst(100);
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetHeld(), 400, "data is held before it");
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetLastRelease(), MicroSeconds(20), "not before it");
        input.reader.Hold(200, MicroSeconds(30));
        input.AddTrain('c', 200);
        input.reader.Drain();
        input.reader.Release(MicroSeconds(19));
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 0, "all held");
        input.reader.Release(MicroSeconds(20));
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetReadable(), 400, "two of three");
        NS_TEST_EXPECT_MSG_EQ(input.reader.GetNextRelease(), MicroSeconds(30), "the third");
        NS_TEST_EXPECT_MSG_EQ(input.Read(1000), "200a", "first");
        NS_TEST_EXPECT_MSG_EQ(input.Read(1000), "200b", "second");
        NS_TEST_EXPECT_MSG_EQ(input.Read(1000), "nothing", "held");
        input.reader.Release(MicroSeconds(30));
        NS_TEST_EXPECT_MSG_EQ(input.Read(1000), "200c", "third");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Reading of what came in trains.
 */
class TcpOffloadReaderTestSuite : public TestSuite
{
  public:
    TcpOffloadReaderTestSuite()
        : TestSuite("ethernet-tcp-offload-reader", Type::UNIT)
    {
        AddTestCase(new TcpOffloadReaderTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static TcpOffloadReaderTestSuite g_tcpOffloadReaderTestSuite;

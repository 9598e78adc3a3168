/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-pdu-assembler.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/node.h"
#include "ns3/own-type-id.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * A stream at the target's end of a TCP connection, and a bare socket at the other.
 */
class StreamBench : public IscsiPduStreamOwner
{
  public:
    StreamBench()
        : bench("100Mbps", MilliSeconds(1))
    {
        listener = Socket::CreateSocket(bench.nodes.Get(1), TcpSocketFactory::GetTypeId());
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 3260));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&StreamBench::Accept, this));
        sender = Socket::CreateSocket(bench.nodes.Get(0), TcpSocketFactory::GetTypeId());
    }

    /**
     * Connect the bare socket.
     */
    void Connect()
    {
        sender->SetAttribute("TcpNoDelay", BooleanValue(true));
        sender->Bind();
        sender->Connect(InetSocketAddress(bench.targetAddress, 3260));
    }

    /**
     * Take a new connection.
     *
     * @param socket its socket
     * @param from unused
     */
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        stream = Create<IscsiPduStream>(socket, IscsiPduStream::Side::TARGET);
        stream->SetOwner(this);
    }

    // IscsiPduStreamOwner
    void PduArrived(Ptr<Packet> pdu) override
    {
        received.push_back(IscsiTestBench::GetBytes(pdu));
    }

    void StreamEnded(const std::string& reason) override
    {
        reasons.push_back(reason);
    }

    /**
     * Send bytes from the bare socket.
     *
     * @param bytes the bytes
     */
    void SendBytes(std::vector<uint8_t> bytes)
    {
        sender->Send(Create<Packet>(bytes.data(), bytes.size()));
    }

    IscsiTestBench bench;                       //!< the nodes
    Ptr<Socket> listener;                       //!< at the target's node
    Ptr<Socket> sender;                         //!< at the initiator's node
    Ptr<IscsiPduStream> stream;                 //!< the stream under test
    std::vector<std::vector<uint8_t>> received; //!< PDUs that came out
    std::vector<std::string> reasons;           //!< why it ended
};

/**
 * A TCP socket with segmentation offload that takes everything and sends nothing.
 */
class StreamTakingSocket : public OwnTypeId<StreamTakingSocket, TcpSocketBase>
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::StreamTakingSocket")
                .SetParent<TcpSocketBase>()
                .SetGroupName("Iscsi")
                .AddConstructor<StreamTakingSocket>()
                .AddAttribute("OffloadSize",
                              "Most bytes that go down at once",
                              UintegerValue(65'000),
                              MakeUintegerAccessor(&StreamTakingSocket::m_offloadSize),
                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

    int Send(Ptr<Packet> piece, uint32_t /* flags */) override
    {
        pieces.push_back(piece->GetSize());
        return piece->GetSize();
    }

    uint32_t GetTxAvailable() const override
    {
        return 1 << 20;
    }

    int Close() override
    {
        return 0;
    }

    std::vector<uint32_t> pieces; //!< bytes of what it was given

  private:
    uint32_t m_offloadSize; //!< most bytes that go down at once
};

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * A stream whose connection broke keeps nothing of what it still had to send, and nobody keeps it.
 */
class IscsiStreamBrokenTestCase : public TestCase
{
  public:
    IscsiStreamBrokenTestCase()
        : TestCase("a broken connection with data waiting")
    {
    }

  private:
    void DoRun() override
    {
        StreamBench streams;
        // It reads nothing, so that the window closes.
        streams.sender->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        streams.Connect();
        Simulator::Schedule(Seconds(1), [&]() {
            for (int i = 0; i < 32; i++)
            {
                IscsiDataInHeader header;
                streams.stream->Send(MakePdu(header, Create<Packet>(1 << 20)));
            }
        });
        Simulator::Schedule(Seconds(2), [&]() {
            NS_TEST_EXPECT_MSG_GT(streams.stream->GetQueuedBytes(), 30 << 20, "waits");
            streams.stream->Close();
        });
        Simulator::Schedule(Seconds(3), [&]() {
            NS_TEST_EXPECT_MSG_GT(streams.stream->GetQueuedBytes(), 30 << 20, "is still to go");
            streams.stream->Reset();
        });
        Simulator::Schedule(Seconds(4), [&]() {
            NS_TEST_EXPECT_MSG_EQ(streams.stream->GetQueuedBytes(), 0, "goes nowhere");
            NS_TEST_EXPECT_MSG_EQ(streams.stream->GetReferenceCount(), 1, "only the test has it");
        });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(streams.reasons.size(), 0, "it was closed before");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Three PDUs, cut in two at every byte, come out whole.
 */
class IscsiStreamSplitTestCase : public TestCase
{
  public:
    IscsiStreamSplitTestCase()
        : TestCase("PDUs split at every byte")
    {
    }

  private:
    void DoRun() override
    {
        StreamBench streams;
        IscsiNopOutHeader nop;
        IscsiScsiCommandHeader command;
        IscsiDataOutHeader data;
        command.totalAhsLength = 2;
        auto commandData = Create<Packet>(8);
        commandData->AddAtEnd(IscsiTestBench::MakeData(4, 40));
        command.dataSegmentLength = 4;
        commandData->AddHeader(command);
        const std::vector<std::vector<uint8_t>> pdus{
            IscsiTestBench::GetBytes(MakePdu(nop, IscsiTestBench::MakeData(5, 3))),
            IscsiTestBench::GetBytes(commandData),
            IscsiTestBench::GetBytes(MakePdu(data, Create<Packet>(16)))};
        std::vector<uint8_t> bytes;
        for (const auto& pdu : pdus)
        {
            bytes.insert(bytes.end(), pdu.begin(), pdu.end());
            bytes.resize((bytes.size() + 3) / 4 * 4);
        }
        // 48 + 5 + 3 of padding, 48 + 8 + 4, 48 + 16
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), 56 + 60 + 64, "length of the text");
        streams.Connect();
        for (std::size_t cut = 1; cut < bytes.size(); cut++)
        {
            const Time begin = Seconds(1) + MilliSeconds(20) * cut;
            Simulator::Schedule(begin,
                                &StreamBench::SendBytes,
                                &streams,
                                std::vector<uint8_t>(bytes.begin(), bytes.begin() + cut));
            Simulator::Schedule(begin + MilliSeconds(10),
                                &StreamBench::SendBytes,
                                &streams,
                                std::vector<uint8_t>(bytes.begin() + cut, bytes.end()));
        }
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(streams.received.size(), 3 * (bytes.size() - 1), "number of PDUs");
        for (std::size_t i = 0; i < streams.received.size(); i++)
        {
            NS_TEST_ASSERT_MSG_EQ((streams.received[i] == pdus[i % 3]), true, "PDU " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(streams.reasons.size(), 0, "nothing is wrong");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * PDUs larger than the socket's buffer go through it in pieces and come out whole, whether their
 * contents are real or virtual.
 */
class IscsiStreamBackPressureTestCase : public TestCase
{
  public:
    /**
     * @param buffer the sender's buffer, bytes
     */
    explicit IscsiStreamBackPressureTestCase(uint32_t buffer)
        : TestCase("back-pressure with a buffer of " + std::to_string(buffer) + " bytes"),
          m_buffer(buffer)
    {
    }

  private:
    void DoRun() override
    {
        StreamBench streams;
        streams.sender->SetAttribute("SndBufSize", UintegerValue(m_buffer));
        streams.sender->SetAttribute("TcpNoDelay", BooleanValue(true));
        auto initiator = Create<IscsiPduStream>(streams.sender, IscsiPduStream::Side::INITIATOR);
        std::vector<std::vector<uint8_t>> sent;
        initiator->Connect(InetSocketAddress(streams.bench.targetAddress, 3260),
                           Callback<void>([]() {}));
        Simulator::Schedule(Seconds(1), [&]() {
            streams.stream->SetMaxRecvDataSegmentLength(65536);
            uint64_t total = 0;
            for (uint32_t i = 0; i < 6; i++)
            {
                IscsiDataOutHeader header;
                header.dataSn = i;
                // Real, virtual, and virtual with real bytes behind.
                auto data = i % 3 == 0 ? IscsiTestBench::MakeData(30001, i) : Create<Packet>(20000);
                if (i % 3 == 2)
                {
                    data->AddAtEnd(IscsiTestBench::MakeData(10002, i));
                }
                auto pdu = MakePdu(header, data);
                sent.push_back(IscsiTestBench::GetBytes(pdu));
                total += (pdu->GetSize() + 3) / 4 * 4;
                initiator->Send(pdu);
            }
            NS_TEST_EXPECT_MSG_EQ(initiator->GetQueuedBytes(),
                                  total - m_buffer,
                                  "the socket took its buffer full");
        });
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(initiator->GetQueuedBytes(), 0, "all was sent");
        NS_TEST_ASSERT_MSG_EQ(streams.received.size(), sent.size(), "all arrived");
        for (std::size_t i = 0; i < sent.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ((streams.received[i] == sent[i]), true, "contents of PDU " << i);
        }
        Simulator::Destroy();
    }

    uint32_t m_buffer; //!< the sender's buffer
};

/**
 * @ingroup iscsi-tests
 *
 * TCP gets pieces that end where its segments do: data stays virtual on its way, and only a segment
 * with a header in its middle has real bytes, at most a segment's worth.
 */
class IscsiStreamSegmentsTestCase : public TestCase
{
  public:
    IscsiStreamSegmentsTestCase()
        : TestCase("data stays virtual in TCP's segments")
    {
    }

  private:
    /**
     * Count a segment on its way.
     *
     * @param payload what TCP sends
     * @param header unused
     * @param socket unused
     */
    void Count(Ptr<const Packet> payload,
               const TcpHeader& /* header */,
               Ptr<const TcpSocketBase> /* socket */)
    {
        // Virtual bytes are but a number in a packet's serialized form.
        m_real += std::min(payload->GetSerializedSize(), payload->GetSize());
        m_sent += payload->GetSize();
    }

    void DoRun() override
    {
        StreamBench streams;
        constexpr uint32_t SEGMENT = 536;
        constexpr uint32_t DATA = 30000;
        constexpr uint32_t PDUS = 40;
        streams.sender->SetAttribute("SegmentSize", UintegerValue(SEGMENT));
        streams.sender->SetAttribute("SndBufSize", UintegerValue(100'000));
        streams.sender->SetAttribute("TcpNoDelay", BooleanValue(true));
        auto initiator = Create<IscsiPduStream>(streams.sender, IscsiPduStream::Side::INITIATOR);
        initiator->Connect(InetSocketAddress(streams.bench.targetAddress, 3260),
                           Callback<void>([]() {}));
        Simulator::Schedule(Seconds(1), [&]() {
            streams.sender->TraceConnectWithoutContext(
                "Tx",
                MakeCallback(&IscsiStreamSegmentsTestCase::Count, this));
            streams.stream->SetMaxRecvDataSegmentLength(65536);
            for (uint32_t i = 0; i < PDUS; i++)
            {
                IscsiDataOutHeader header;
                initiator->Send(MakePdu(header, Create<Packet>(DATA)));
            }
        });
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(streams.received.size(), PDUS, "all arrived");
        NS_TEST_EXPECT_MSG_EQ(m_sent, PDUS * (DATA + IscsiHeader::BHS_SIZE), "and nothing twice");
        // A buffer that is full in the middle of a segment costs another one, once per refill.
        const uint32_t refills = m_sent / (100'000 / 3) + 1;
        const uint32_t overhead = 64; // of a packet's serialized form
        const uint32_t segments = m_sent / SEGMENT + PDUS;
        NS_TEST_EXPECT_MSG_LT(m_real,
                              (PDUS + refills) * SEGMENT + segments * overhead,
                              "bytes that are real");
        Simulator::Destroy();
    }

    uint32_t m_real{0}; //!< real bytes in segments, at most
    uint32_t m_sent{0}; //!< bytes in segments
};

/**
 * @ingroup iscsi-tests
 *
 * With offload the PDUs of a task that follow each other go to TCP as one piece, those of another
 * task as another, with any digests.
 */
class IscsiStreamTaskPiecesTestCase : public TestCase
{
  public:
    /**
     * @param header true with header digests
     * @param data true with data digests
     */
    IscsiStreamTaskPiecesTestCase(bool header, bool data)
        : TestCase(std::string("pieces by task, header digest ") + (header ? "on" : "off") +
                   ", data digest " + (data ? "on" : "off")),
          m_header(header),
          m_data(data)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t DATA = 1000;
        const auto socket = CreateObject<StreamTakingSocket>();
        socket->SetNode(CreateObject<Node>());
        const auto stream = Create<IscsiPduStream>(socket, IscsiPduStream::Side::INITIATOR);
        stream->SetDigests(m_header, m_data);
        for (const uint32_t task : {1, 1, 2})
        {
            IscsiDataOutHeader header;
            header.initiatorTaskTag = task;
            stream->Send(MakePdu(header, Create<Packet>(DATA)), task);
        }
        Simulator::Run();
        // A digest has 4 bytes (RFC 7143, 13.1).
        const uint32_t pdu = IscsiHeader::BHS_SIZE + DATA + (m_header ? 4 : 0) + (m_data ? 4 : 0);
        NS_TEST_ASSERT_MSG_EQ(socket->pieces.size(), 2, "a piece for each task");
        NS_TEST_EXPECT_MSG_EQ(socket->pieces[0], 2 * pdu, "two PDUs of the first");
        NS_TEST_EXPECT_MSG_EQ(socket->pieces[1], pdu, "one of the second");
        Simulator::Destroy();
    }

    bool m_header; //!< with header digests
    bool m_data;   //!< with data digests
};

/**
 * @ingroup iscsi-tests
 *
 * What is no PDU ends the stream, with a reason, once.
 */
class IscsiStreamGarbageTestCase : public TestCase
{
  public:
    /**
     * @param name what is wrong
     * @param start first bytes of the header
     * @param reason beginning of the reason
     */
    IscsiStreamGarbageTestCase(const std::string& name,
                               std::vector<uint8_t> start,
                               const std::string& reason)
        : TestCase("garbage: " + name),
          m_bytes(std::move(start)),
          m_reason(reason)
    {
        m_bytes.resize(96);
    }

  private:
    void DoRun() override
    {
        StreamBench streams;
        streams.Connect();
        Simulator::Schedule(Seconds(1), &StreamBench::SendBytes, &streams, m_bytes);
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(streams.received.size(), 0, "no PDU comes out");
        NS_TEST_ASSERT_MSG_EQ(streams.reasons.size(), 1, "the owner is told once");
        NS_TEST_EXPECT_MSG_EQ(streams.reasons[0].substr(0, m_reason.size()), m_reason, "why");
        NS_TEST_EXPECT_MSG_EQ(streams.stream->IsOpen(), false, "it is closed");
        Simulator::Destroy();
    }

    std::vector<uint8_t> m_bytes; //!< what is sent
    std::string m_reason;         //!< beginning of the reason
};

/**
 * @ingroup iscsi-tests
 *
 * Opcodes that the peer may not send: they end an initiator's stream, while a target gets the PDU,
 * to reject it (RFC 7143, 7.7 and 11.2.1.2).
 */
class IscsiStreamOpcodeTestCase : public TestCase
{
  public:
    IscsiStreamOpcodeTestCase()
        : TestCase("opcodes of nobody and of this side, 11.2.1.2")
    {
    }

  private:
    /**
     * @param side which end
     * @param opcode the opcode of a PDU without data
     * @param error what the end says of it, "" if it takes the PDU
     */
    void Check(IscsiPduAssembler::Side side, uint8_t opcode, const std::string& error)
    {
        IscsiPduAssembler assembler(side);
        std::vector<uint8_t> header(IscsiHeader::BHS_SIZE);
        header[0] = opcode;
        auto bytes = Create<Packet>(header.data(), header.size());
        const auto expected =
            error.empty() ? IscsiPduAssembler::Outcome::PDU : IscsiPduAssembler::Outcome::LOST;
        NS_TEST_EXPECT_MSG_EQ((assembler.Receive(bytes) == expected), true, "opcode " << +opcode);
        NS_TEST_EXPECT_MSG_EQ(assembler.GetError(), error, "opcode " << +opcode);
    }

    void DoRun() override
    {
        const auto initiator = IscsiPduAssembler::Side::INITIATOR;
        const auto target = IscsiPduAssembler::Side::TARGET;
        Check(initiator, 0x25, "");
        Check(initiator, 0x05, "opcode 5 is not one that the peer may send");
        Check(initiator, 0x1f, "opcode 31 is not one that the peer may send");
        Check(target, 0x05, "");
        Check(target, 0x25, "");
        Check(target, 0x1f, "");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The PDU stream over TCP.
 */
class IscsiStreamTestSuite : public TestSuite
{
  public:
    IscsiStreamTestSuite()
        : TestSuite("iscsi-stream", Type::UNIT)
    {
        AddTestCase(new IscsiStreamSplitTestCase, TestCase::Duration::QUICK);
        for (const uint32_t buffer : {600, 4000, 65536})
        {
            AddTestCase(new IscsiStreamBackPressureTestCase(buffer), TestCase::Duration::QUICK);
        }
        AddTestCase(new IscsiStreamSegmentsTestCase, TestCase::Duration::QUICK);
        for (const bool header : {false, true})
        {
            for (const bool data : {false, true})
            {
                AddTestCase(new IscsiStreamTaskPiecesTestCase(header, data),
                            TestCase::Duration::QUICK);
            }
        }
        AddTestCase(new IscsiStreamBrokenTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiStreamOpcodeTestCase, TestCase::Duration::QUICK);
        // 8193 = 0x2001, one more than the default
        AddTestCase(new IscsiStreamGarbageTestCase("a segment too long",
                                                   {0x05, 0x80, 0, 0, 0, 0x00, 0x20, 0x01},
                                                   "DataSegmentLength 8193 is above"),
                    TestCase::Duration::QUICK);
        AddTestCase(new IscsiStreamGarbageTestCase("a segment of 16 MB",
                                                   {0x05, 0x80, 0, 0, 0, 0xff, 0xff, 0xff},
                                                   "DataSegmentLength 16777215 is above"),
                    TestCase::Duration::QUICK);
    }
};

static IscsiStreamTestSuite g_iscsiStreamTestSuite; //!< registers the suite

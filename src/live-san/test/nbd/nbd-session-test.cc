/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-test-bytes.h"

#include "ns3/boolean.h"
#include "ns3/nbd-session.h"
#include "ns3/nstime.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-zeros-request.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// What begins a request.
const std::string REQUEST = "25609513";
/// What begins a reply that is not structured, and one that is.
const std::string SIMPLE = "67446698";
const std::string STRUCTURED = "668e33ef";

/// A disk that keeps a log of its requests and fails when it is told to.
class LoggedDisk : public RamDisk
{
  public:
    /// Operation, LBA, blocks, f for FUA, z for zeros, u for zeros that may unmap, and a blank.
    std::string log;
    BlockStatus outcome{BlockStatus::OK}; //!< how requests end

  private:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        std::ostringstream line;
        const auto zeros = DynamicCast<ScsiZerosRequest>(request);
        line << request->operation << request->lba << "+" << request->blocks
             << (request->forceUnitAccess ? "f" : "")
             << (!zeros            ? " "
                 : zeros->mayUnmap ? "u "
                                   : "z ");
        log += line.str();
        if (outcome == BlockStatus::OK)
        {
            RamDisk::DoSubmit(request);
            return;
        }
        Simulator::ScheduleNow(&LoggedDisk::Complete, this, request, outcome);
    }
};

/// A client of one disk of 4 MiB, 8192 blocks, or of another size.
class DiskClient
{
  public:
    /**
     * @param isStructured whether it wants structured replies
     * @param flags what the export can do
     * @param blocks size of the disk
     */
    explicit DiskClient(bool isStructured, uint16_t flags = 0x014d, uint64_t blocks = 8192)
        : disk(CreateObject<LoggedDisk>()),
          m_exports{{.name = "0",
                     .description = "",
                     .size = blocks * 512,
                     .blockSize = 512,
                     .flags = flags,
                     .device = disk}}
    {
        disk->SetAttribute("BlockCount", UintegerValue(blocks));
        disk->SetAttribute("StoreData", BooleanValue(true));
        session = Create<NbdSession>(m_exports, MakeCallback(&DiskClient::Count, this));
        Send("00000003");
        if (isStructured)
        {
            Send(OPTION_MAGIC + "00000008 00000000");
        }
        Send(OPTION_MAGIC + "00000001 00000000");
        TakeOutput();
    }

    /**
     * @param text bytes to send
     * @return how many were taken
     */
    std::size_t Send(const std::string& text)
    {
        const auto bytes = FromHex(text);
        return session->Receive(bytes.data(), bytes.size());
    }

    /**
     * Send a request, and let the disk do it.
     *
     * @param text the request behind its magic
     * @return what came back
     */
    std::string Ask(const std::string& text)
    {
        Send(REQUEST + text);
        Simulator::Run();
        return TakeOutput();
    }

    /**
     * @return what is to be sent, which is as good as sent then
     */
    std::string TakeOutput()
    {
        auto& output = session->GetOutput();
        const auto* bytes = output.GetBytes();
        const auto text = ToHex({bytes, bytes + output.GetSize()});
        output.Remove(output.GetSize());
        return text;
    }

    Ptr<LoggedDisk> disk;    //!< the disk
    Ptr<NbdSession> session; //!< the session
    uint32_t changes{0};     //!< how often it said that something changed

  private:
    /// Something changed.
    void Count()
    {
        ++changes;
    }

    std::vector<NbdExport> m_exports; //!< the disk as it is offered
};

/// So many bytes of one value.
std::string
Repeat(const std::string& byte, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
    {
        text += byte;
    }
    return text;
}

} // namespace

/**
 * @ingroup live-san-tests
 *
 * Requests and their replies in both forms, and what they are at the disk.
 */
class NbdSessionRequestsTestCase : public TestCase
{
  public:
    NbdSessionRequestsTestCase()
        : TestCase("requests and their replies")
    {
    }

  private:
    void DoRun() override
    {
        // A write of block 2 with FUA, a read of blocks 2 and 3, a flush, zeros on block 2.
        const std::string write = "0001 0001 0000000000000011 0000000000000400 00000200";
        const std::string read = "0000 0000 0000000000000012 0000000000000400 00000400";
        const std::string flush = "0000 0003 0000000000000013 0000000000000000 00000000";
        const std::string zeros = "0002 0006 0000000000000014 0000000000000400 00000200";
        const auto data = Repeat("a5", 512);
        const auto both = data + Repeat("00", 512);
        DiskClient simple(false);
        const auto simply = [](const std::string& cookie) {
            return Join(SIMPLE + "00000000 00000000000000" + cookie);
        };
        NS_TEST_EXPECT_MSG_EQ(simple.Ask(write + data), simply("11"), "write");
        NS_TEST_EXPECT_MSG_EQ(simple.Ask(read), simply("12") + both, "read");
        NS_TEST_EXPECT_MSG_EQ(simple.Ask(flush), simply("13"), "flush");
        NS_TEST_EXPECT_MSG_EQ(simple.Ask(zeros), simply("14"), "write of zeros");
        NS_TEST_EXPECT_MSG_EQ(simple.Ask(read), simply("12") + Repeat("00", 1024), "zeros");
        NS_TEST_EXPECT_MSG_EQ(simple.disk->log, "W2+1f R2+2 F0+0 W2+1z R2+2 ", "at the disk");
        NS_TEST_EXPECT_MSG_EQ(simple.changes, 5, "told of each");
        DiskClient structured(true);
        // One piece, DONE: NONE, or OFFSET_DATA of 8 and 1024 bytes.
        const auto done = [](const std::string& cookie) {
            return Join(STRUCTURED + "0001 0000 00000000000000" + cookie + "00000000");
        };
        NS_TEST_EXPECT_MSG_EQ(structured.Ask(write + data), done("11"), "write");
        NS_TEST_EXPECT_MSG_EQ(
            structured.Ask(read),
            Join(STRUCTURED + "0001 0001 0000000000000012 00000408 0000000000000400") + both,
            "read");
        NS_TEST_EXPECT_MSG_EQ(structured.Ask(flush), done("13"), "flush");
        Simulator::Destroy();
    }
};

/**
 * @ingroup live-san-tests
 *
 * What is wrong with a request, or goes wrong at the disk, is told in numbers of the protocol.
 */
class NbdSessionErrorsTestCase : public TestCase
{
  public:
    NbdSessionErrorsTestCase()
        : TestCase("requests that are wrong or fail")
    {
    }

  private:
    void DoRun() override
    {
        DiskClient client(false);
        DiskClient reader(false, 0x0003);
        const std::string cookie = "0000000000000021";
        const auto error = [&](const std::string& number) {
            return Join(SIMPLE + "000000" + number + cookie);
        };
        // Flags, command, offset and length, and the error.
        const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
            {{"0000", "0000", "0000000000000001", "00000200"}, "16"}, // not on a block
            {{"0000", "0000", "0000000000000000", "00000201"}, "16"}, // no whole blocks
            {{"0000", "0000", "0000000000000000", "00000000"}, "16"}, // nothing
            {{"0000", "0000", "0000000000400000", "00000200"}, "16"}, // a read behind the end
            {{"0000", "0000", "ffffffffffffff00", "00000200"}, "16"}, // not on a block, far away
            {{"0000", "0000", "fffffffffffffe00", "00000400"}, "16"}, // offset and length wrap
            {{"0000", "0000", "0000000000000000", "02000200"}, "16"}, // beyond 32 MiB
            {{"0000", "0006", "0000000000400000", "00000200"}, "1c"}, // ENOSPC
            {{"0000", "0006", "00000000003ffe00", "00000400"}, "1c"}, // the second block of two
            {{"0010", "0006", "0000000000000000", "00000200"}, "5f"}, // ENOTSUP for FAST_ZERO
            {{"0010", "0000", "0000000000000000", "00000200"}, "16"}, // FAST_ZERO for a read
            {{"0000", "0003", "0000000000000200", "00000000"}, "16"}, // a flush of something
            {{"0000", "0004", "0000000000000000", "00000200"}, "16"}, // TRIM, not advertised
            {{"0000", "0007", "0000000000000000", "00000200"}, "16"}, // BLOCK_STATUS
            {{"0000", "ffff", "0000000000000000", "00000200"}, "16"}, // no command
        };
        for (const auto& [words, number] : mistakes)
        {
            const auto text = words[0] + words[1] + cookie + words[2] + words[3];
            NS_TEST_EXPECT_MSG_EQ(client.Ask(text), error(number), text);
        }
        // The data of a write that is wrong do not become requests.
        const auto bad = "0000 0001" + cookie + "0000000000400000 00000200" + Repeat("25", 512);
        NS_TEST_EXPECT_MSG_EQ(client.Ask(bad), error("1c"), "a write behind the end");
        const auto written = "0000 0001" + cookie + "0000000000000000 00000200" + Repeat("25", 512);
        NS_TEST_EXPECT_MSG_EQ(reader.Ask(written), error("01"), "EPERM");
        NS_TEST_EXPECT_MSG_EQ(client.disk->log + reader.disk->log, "", "nothing at the disks");
        CheckOutcomes();
        Simulator::Destroy();
    }

    /// What a disk says becomes an error.
    void CheckOutcomes()
    {
        const std::vector<std::pair<BlockStatus, std::string>> outcomes{
            {BlockStatus::MEDIUM_ERROR, "05"},
            {BlockStatus::NOT_READY, "05"},
            {BlockStatus::TRANSPORT_ERROR, "05"},
            {BlockStatus::LBA_OUT_OF_RANGE, "16"}};
        DiskClient simple(false);
        DiskClient structured(true);
        const std::string request = "0000 0000 0000000000000031 0000000000000000 00000200";
        for (const auto& [outcome, number] : outcomes)
        {
            simple.disk->outcome = structured.disk->outcome = outcome;
            NS_TEST_EXPECT_MSG_EQ(simple.Ask(request),
                                  Join(SIMPLE + "000000" + number + "0000000000000031"),
                                  number);
            // ERROR of 6 bytes: number, and no text.
            NS_TEST_EXPECT_MSG_EQ(
                structured.Ask(request),
                Join(STRUCTURED + "0001 8001 0000000000000031 00000006 000000" + number + "0000"),
                number);
        }
    }
};

/**
 * @ingroup live-san-tests
 *
 * Zeros are written a piece after the other, and the first error ends that.
 */
class NbdSessionZerosTestCase : public TestCase
{
  public:
    NbdSessionZerosTestCase()
        : TestCase("many zeros")
    {
    }

  private:
    void DoRun() override
    {
        // TRIM and FAST_ZERO, bit 5; a disk of 64 MiB.
        DiskClient client(false, 0x016d, 131072);
        // 40 MiB from block 1 on, in pieces of 16 MiB, 32768 blocks, with FUA and FAST_ZERO.
        const std::string zeros = "0011 0006 0000000000000041 0000000000000200 02800000";
        const std::string pieces = "W1+32768u W32769+32768u W65537+16384u ";
        NS_TEST_EXPECT_MSG_EQ(client.Ask(zeros),
                              Join(SIMPLE + "00000000 0000000000000041"),
                              "one reply");
        NS_TEST_EXPECT_MSG_EQ(client.disk->log, pieces + "F0+0 ", "and a flush for FUA");
        client.disk->log = "";
        client.disk->outcome = BlockStatus::MEDIUM_ERROR;
        NS_TEST_EXPECT_MSG_EQ(client.Ask(zeros), Join(SIMPLE + "00000005 0000000000000041"), "EIO");
        NS_TEST_EXPECT_MSG_EQ(client.disk->log, "W1+32768u ", "and no more");
        // TRIM is the same, here without FUA.
        client.disk->log = "";
        client.disk->outcome = BlockStatus::OK;
        const std::string trim = "0000 0004 0000000000000041 0000000000000200 02800000";
        NS_TEST_EXPECT_MSG_EQ(client.Ask(trim), Join(SIMPLE + "00000000 0000000000000041"), "trim");
        NS_TEST_EXPECT_MSG_EQ(client.disk->log, pieces, "no flush");
        Simulator::Destroy();
    }
};

/**
 * @ingroup live-san-tests
 *
 * What a session holds is bounded: it takes no requests while there is too much of them, or of
 * replies that nobody takes.
 */
class NbdSessionLimitsTestCase : public TestCase
{
  public:
    NbdSessionLimitsTestCase()
        : TestCase("memory")
    {
    }

  private:
    void DoRun() override
    {
        // Reads of the whole disk, 4 MiB: eight are 32 MiB, so the ninth waits.
        const std::string read = REQUEST + "0000 0000 0000000000000051 0000000000000000 00400000";
        DiskClient client(false);
        const auto size = FromHex(read).size();
        NS_TEST_EXPECT_MSG_EQ(client.Send(Repeat(Join(read), 10)), 8 * size, "eight are taken");
        NS_TEST_EXPECT_MSG_EQ(client.session->WantsInput(), false, "no more");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client.session->WantsInput(), false, "replies count as well");
        NS_TEST_EXPECT_MSG_EQ(client.session->GetOutput().GetSize(), 8 * ((4 << 20) + 16), "all");
        client.session->GetOutput().Remove((4 << 20) + 16);
        NS_TEST_EXPECT_MSG_EQ(client.session->WantsInput(), true, "room again");
        // Flushes hold nothing; of these 1024 are taken.
        const std::string flush = REQUEST + "0000 0003 0000000000000052 0000000000000000 00000000";
        DiskClient other(false);
        NS_TEST_EXPECT_MSG_EQ(other.Send(Repeat(Join(flush), 2000)), 1024 * size, "requests");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(other.session->WantsInput(), true, "all are answered");
        Simulator::Destroy();
    }
};

/**
 * @ingroup live-san-tests
 *
 * Ends: a client that goes away in order, one that sends garbage, one that is lost, and a server
 * that ends.
 */
class NbdSessionEndsTestCase : public TestCase
{
  public:
    NbdSessionEndsTestCase()
        : TestCase("ends")
    {
    }

  private:
    void DoRun() override
    {
        const std::string read = REQUEST + "0000 0000 0000000000000061 0000000000000000 00000200";
        const std::string reply = Join(SIMPLE + "00000000 0000000000000061") + Repeat("00", 512);
        const std::string leave = REQUEST + "0000 0002 0000000000000000 0000000000000000 00000000";
        // What is behind DISC, or what is no request, is not read; what came before is answered.
        for (const auto& end : {leave, std::string("25609514") + Repeat("00", 24)})
        {
            DiskClient client(false);
            client.Send(read + end + read);
            NS_TEST_EXPECT_MSG_EQ(client.session->WantsInput(), false, end);
            NS_TEST_EXPECT_MSG_EQ(client.session->IsOver(), false, "a read is on its way");
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(client.session->IsOver(), true, "done");
            NS_TEST_EXPECT_MSG_EQ(client.TakeOutput(), reply, "answered once");
        }
        DiskClient ended(false);
        ended.Send(read);
        ended.session->End();
        NS_TEST_EXPECT_MSG_EQ(ended.Ask(""), reply, "the server ends, and answers");
        NS_TEST_EXPECT_MSG_EQ(ended.session->IsOver(), true, "done");
        DiskClient lost(false);
        lost.Send(read + REQUEST + "0000 0001 0000000000000062 0000000000000000 00000200 aabb");
        lost.session->Abandon();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(lost.TakeOutput(), "", "nobody to answer");
        NS_TEST_EXPECT_MSG_EQ(lost.changes, 0, "nobody is told");
        NS_TEST_EXPECT_MSG_EQ(lost.disk->log, "R0+1 ", "half a write is none");
        Simulator::Destroy();
    }
};

/**
 * @ingroup live-san-tests
 *
 * Sessions of the NBD protocol.
 */
class NbdSessionTestSuite : public TestSuite
{
  public:
    NbdSessionTestSuite()
        : TestSuite("nbd-session", Type::UNIT)
    {
        AddTestCase(new NbdSessionRequestsTestCase, Duration::QUICK);
        AddTestCase(new NbdSessionErrorsTestCase, Duration::QUICK);
        AddTestCase(new NbdSessionZerosTestCase, Duration::QUICK);
        AddTestCase(new NbdSessionLimitsTestCase, Duration::QUICK);
        AddTestCase(new NbdSessionEndsTestCase, Duration::QUICK);
    }
};

static NbdSessionTestSuite g_nbdSessionTestSuite; //!< the suite

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "remote-file-store-log.h"

#include "ns3/remote-read-ahead.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Reads of a file whose server the test plays. Each outcome is noted as status:bytes:contents.
class ReadAheadBench
{
  public:
    /**
     * @param pieceBytes largest read on the wire
     * @param ahead pieces ahead
     * @param size bytes of the file
     * @param keepsData whether there are contents
     */
    ReadAheadBench(uint32_t pieceBytes, uint32_t ahead, uint64_t size, bool keepsData = false)
        : reading(store, {pieceBytes, ahead, keepsData})
    {
        bounds.size = size;
        bounds.mayFetchAhead = [this](uint64_t, uint64_t end) { return end <= mostAhead; };
    }

    ~ReadAheadBench()
    {
        Simulator::Destroy();
    }

    /**
     * Read.
     *
     * @param offset the first byte
     * @param bytes how many
     * @return the calls that this leads to
     */
    std::string Read(uint64_t offset, uint64_t bytes)
    {
        inside = true;
        reading.Read(offset, bytes, bounds, [this](const RemoteReadAhead::Result& result) {
            const auto status = result.status == FileStatus::OK ? "ok" : "error";
            ends.push_back((inside ? "inside " : "") + std::string(status) + ":" +
                           std::to_string(result.done) + ":" +
                           RemoteFileStoreLog::GetText(result.data));
        });
        inside = false;
        Simulator::Run();
        return store.TakeCalls();
    }

    RemoteFileStoreLog store;        //!< the server
    RemoteReadAhead reading;         //!< what is tested
    RemoteReadAhead::Bounds bounds;  //!< what may be fetched
    bool inside{false};              //!< whether a read is being asked for
    uint64_t mostAhead{UINT64_MAX};  //!< nothing is fetched ahead beyond this byte
    std::vector<std::string> ends{}; //!< the outcomes of reads
};

} // namespace

/**
 * @ingroup host-io-tests
 *
 * Pieces that a sequential reader causes to be fetched.
 */
class RemoteReadAheadSequentialTest : public TestCase
{
  public:
    RemoteReadAheadSequentialTest()
        : TestCase("sequential reads")
    {
    }

  private:
    void DoRun() override
    {
        CheckAhead();
        CheckHindrance();
        CheckEnd();
    }

    /**
     * Pieces of 8192 bytes, two ahead.
     */
    void CheckAhead()
    {
        ReadAheadBench bench(8192, 2, 65536);
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 4096),
                              "read 0+8192;read 8192+8192;read 16384+8192",
                              "the piece, and two behind the one with the reader's end");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.size(), 0, "no reply");
        bench.store.ReplyWhole();
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:4096:", "the first piece is enough");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(4096, 4096), "", "the piece is here, so are two ahead");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.size(), 2, "without a reply");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:4096:", "not from inside");
        NS_TEST_EXPECT_MSG_EQ(bench.reading.Covers(0, 24576), true, "three pieces");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(8192, 4096), "read 24576+8192", "one more ahead");
        NS_TEST_EXPECT_MSG_EQ(bench.reading.Covers(0, 8192), false, "passed and forgotten");
        NS_TEST_EXPECT_MSG_EQ(bench.reading.Covers(8192, 32768), true, "here or on the way");
        NS_TEST_EXPECT_MSG_EQ(bench.reading.Covers(8192, 32769), false, "one byte too many");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.size(), 2, "its piece is on the way");
        bench.store.ReplyWhole();
        NS_TEST_EXPECT_MSG_EQ(bench.ends.size(), 3, "its piece is here");
    }

    /**
     * Bytes that wait to be written are not fetched ahead.
     */
    void CheckHindrance()
    {
        ReadAheadBench bench(8192, 3, 65536);
        bench.mostAhead = 20000;
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 8192),
                              "read 0+8192;read 8192+8192",
                              "16384+8192 would reach 24576");
    }

    /**
     * A file of 10000 bytes.
     */
    void CheckEnd()
    {
        ReadAheadBench bench(8192, 4, 10000);
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 20000),
                              "read 0+8192;read 8192+1808",
                              "10000 - 8192 = 1808");
        bench.store.ReplyWhole();
        NS_TEST_EXPECT_MSG_EQ(bench.ends.size(), 0, "both are needed");
        bench.store.ReplyWhole();
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:10000:", "up to the end");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(10000, 4096), "", "at the end");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:0:", "nothing");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(50000, 4096), "", "behind the end");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:0:", "nothing");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What reads elsewhere, and direct ones, fetch.
 */
class RemoteReadAheadRandomTest : public TestCase
{
  public:
    RemoteReadAheadRandomTest()
        : TestCase("other reads")
    {
    }

  private:
    void DoRun() override
    {
        ReadAheadBench bench(8192, 2, 65536);
        // Pages are 4096 bytes: 20000 and 20399 lie in page 4, 16384 to 20479.
        NS_TEST_EXPECT_MSG_EQ(bench.Read(20000, 400), "read 16384+4096", "the page");
        bench.store.ReplyWhole();
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:400:", "a part of it");
        // 40000 lies in page 9, from 36864, and 44999 in page 10, from 40960. A boundary of 8192
        // is between them.
        NS_TEST_EXPECT_MSG_EQ(bench.Read(40000, 5000),
                              "read 36864+4096;read 40960+4096",
                              "no request crosses a piece");
        // 42000 to 42999 is here; 61440 is the last page.
        NS_TEST_EXPECT_MSG_EQ(bench.Read(42000, 1000), "", "on its way already");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(65000, 4096), "read 61440+4096", "the last page");
        // The last read ended at 65536, so this one is not sequential.
        NS_TEST_EXPECT_MSG_EQ(bench.Read(43000, 10), "read 40960+4096", "forgotten meanwhile");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(43010, 10),
                              "read 49152+8192;read 57344+8192",
                              "where the last one ended: sequential");
        CheckGap();
        CheckDirect();
    }

    /**
     * Only what is missing is fetched: page 1 is here, page 0 and what is behind 8192 is not.
     */
    void CheckGap()
    {
        ReadAheadBench bench(16384, 0, 65536);
        NS_TEST_EXPECT_MSG_EQ(bench.Read(5000, 100), "read 4096+4096", "page 1");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 10000), "read 0+4096;read 8192+4096", "around it");
        bench.store.ReplyWhole();
        bench.store.ReplyWhole();
        NS_TEST_EXPECT_MSG_EQ(bench.ends.size(), 1, "one of three is missing");
        bench.store.ReplyWhole();
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:10000:", "all three");
    }

    /**
     * Direct reads fetch just what is asked for, and nothing is kept.
     */
    void CheckDirect()
    {
        ReadAheadBench bench(8192, 2, 65536);
        bench.bounds.direct = true;
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 512), "read 0+512", "no more");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(512, 10000), "read 512+8192;read 8704+1808", "in pieces");
        NS_TEST_EXPECT_MSG_EQ(bench.reading.Covers(512, 513), false, "not kept");
        bench.store.ReplyWhole();
        bench.store.ReplyWhole();
        bench.store.ReplyWhole();
        const std::vector<std::string> ends{"ok:512:", "ok:10000:"};
        NS_TEST_EXPECT_MSG_EQ((bench.ends == ends), true, "both complete");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 512), "read 0+512", "again");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Errors, and replies with less than was asked for.
 */
class RemoteReadAheadErrorTest : public TestCase
{
  public:
    RemoteReadAheadErrorTest()
        : TestCase("errors and short replies")
    {
    }

  private:
    void DoRun() override
    {
        ReadAheadBench bench(8192, 0, 16384);
        const std::string both = "read 0+8192;read 8192+8192";
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 16384), both, "two pieces");
        bench.store.ReplyWhole();
        bench.store.Reply(FileStatus::OK, 1000);
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:9192:", "8192 + 1000: the file is shorter");
        NS_TEST_EXPECT_MSG_EQ(bench.reading.Covers(8192, 8193), false, "not kept");
        bench.reading.Forget();
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 16384), "read 0+8192;read 8192+8192", "all anew");
        bench.store.ReplyWhole();
        bench.store.Reply(FileStatus::INPUT_OUTPUT, 0);
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:8192:", "what came before the error");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(8192, 4096), "read 8192+4096", "that piece again");
        bench.store.Reply(FileStatus::INPUT_OUTPUT, 0);
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "error:0:", "nothing but the error");
        // Pieces that arrive in the other order do not change the outcome.
        bench.reading.Forget();
        bench.Read(0, 16384);
        bench.store.Reply(FileStatus::INPUT_OUTPUT, 0);
        NS_TEST_EXPECT_MSG_EQ(bench.ends.size(), 3, "one reply is missing");
        bench.store.ReplyWhole();
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "error:0:", "nothing before the error");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Contents, and writes of the same client to what was read.
 */
class RemoteReadAheadContentsTest : public TestCase
{
  public:
    RemoteReadAheadContentsTest()
        : TestCase("contents and own writes")
    {
    }

  private:
    void DoRun() override
    {
        const auto data = [](const std::string& text) {
            return RemoteFileStoreLog::MakeData(text);
        };
        ReadAheadBench bench(8, 0, 24, true);
        NS_TEST_EXPECT_MSG_EQ(bench.Read(0, 4), "read 0+8", "a piece");
        bench.store.ReplyText("abcdefgh");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:4:abcd", "its begin");
        bench.reading.Update(2, 3, data("XYZ"));
        NS_TEST_EXPECT_MSG_EQ(bench.Read(4, 3), "", "it is here");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:3:Zfg", "as written");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(7, 6), "read 8+8", "the rest, and the next");
        bench.reading.Update(6, 3, data("123"));
        NS_TEST_EXPECT_MSG_EQ(bench.reading.Covers(8, 9),
                              false,
                              "what is on its way is older than the write");
        NS_TEST_EXPECT_MSG_EQ(bench.reading.Covers(0, 8), true, "what is here is not");
        bench.store.ReplyText("ijklmnop");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:6:2ijklm", "7 is here, 8 was read before");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(13, 3), "read 13+3", "up to the next piece");
        bench.store.ReplyText("nop");
        NS_TEST_EXPECT_MSG_EQ(bench.ends.back(), "ok:3:nop", "anew");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What a client of a file service reads ahead.
 */
class RemoteReadAheadTestSuite : public TestSuite
{
  public:
    RemoteReadAheadTestSuite()
        : TestSuite("host-io-remote-read-ahead", Type::UNIT)
    {
        AddTestCase(new RemoteReadAheadSequentialTest(), Duration::QUICK);
        AddTestCase(new RemoteReadAheadRandomTest(), Duration::QUICK);
        AddTestCase(new RemoteReadAheadErrorTest(), Duration::QUICK);
        AddTestCase(new RemoteReadAheadContentsTest(), Duration::QUICK);
    }
};

static RemoteReadAheadTestSuite g_remoteReadAheadTestSuite; //!< registers the suite

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "remote-file-store-log.h"

#include "ns3/remote-write-behind.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/// Writes to a file whose server the test plays: pieces of 100 bytes, at most 250 held.
class WriteBehindBench
{
  public:
    /**
     * @param keepsUncommitted whether the server may lose what is not committed
     */
    explicit WriteBehindBench(bool keepsUncommitted = true)
        : writing(store, {100, 250, keepsUncommitted})
    {
    }

    ~WriteBehindBench()
    {
        Simulator::Destroy();
    }

    /**
     * Write.
     *
     * @param offset the first byte
     * @param bytes how many
     * @param stable whether to wait for the medium
     * @param data the contents, null for none
     * @return the calls that this leads to
     */
    std::string Write(uint64_t offset,
                      uint64_t bytes,
                      bool stable = false,
                      Ptr<Packet> data = nullptr)
    {
        inside = true;
        writing.Write(offset, bytes, data, stable, [&](FileStatus status) {
            Note(inside ? "inside" : "write", status);
        });
        inside = false;
        Simulator::Run();
        return store.TakeCalls();
    }

    /**
     * Flush.
     *
     * @param commit whether to wait for the medium
     * @return the calls that this leads to
     */
    std::string Flush(bool commit)
    {
        inside = true;
        writing.Flush(commit,
                      [&](FileStatus status) { Note(inside ? "inside" : "flush", status); });
        inside = false;
        Simulator::Run();
        return store.TakeCalls();
    }

    /**
     * Reply to the oldest call.
     *
     * @param instance the server's instance
     * @param status the outcome
     * @return the calls that this leads to
     */
    std::string Reply(uint64_t instance = 1, FileStatus status = FileStatus::OK)
    {
        store.Reply(status, instance);
        return store.TakeCalls();
    }

    /**
     * @return what was completed since the last time
     */
    std::string TakeEnds()
    {
        return std::exchange(m_ends, "");
    }

    RemoteFileStoreLog store;  //!< the server
    RemoteWriteBehind writing; //!< what is tested
    bool inside{false};        //!< whether it is being asked for something

  private:
    /**
     * @param what was completed
     * @param status how
     */
    void Note(const std::string& what, FileStatus status)
    {
        m_ends += (m_ends.empty() ? "" : ";") + what + (status == FileStatus::OK ? "" : " failed");
    }

    std::string m_ends; //!< what was completed
};

} // namespace

/**
 * @ingroup host-io-tests
 *
 * How writes become requests.
 */
class RemoteWriteBehindPiecesTest : public TestCase
{
  public:
    RemoteWriteBehindPiecesTest()
        : TestCase("pieces, their order and contents")
    {
    }

  private:
    void DoRun() override
    {
        CheckJoin();
        CheckOrder();
        CheckContents();
    }

    /**
     * Consecutive writes of 60 bytes fill pieces of 100.
     */
    void CheckJoin()
    {
        WriteBehindBench bench;
        NS_TEST_EXPECT_MSG_EQ(bench.Write(0, 60), "", "not full");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write", "complete at once");
        NS_TEST_EXPECT_MSG_EQ(bench.Write(60, 60), "write 0+100", "full, 20 bytes are left");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write", "complete at once");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 120, "two writes");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetEnd(), 120, "their end");
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(false), "write 100+20", "the rest");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "", "one of two");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "", "one is missing");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "", "no commit");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush", "the server has all");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetEnd(), 0, "the server has all");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 120, "not on the medium");
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(true), "commit", "once for both");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "", "no reply");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "", "of the commit");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush", "on the medium");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 0, "on the medium");
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(true), "", "nothing to commit");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush", "not from inside");
    }

    /**
     * A write to a range that is on its way waits for it.
     */
    void CheckOrder()
    {
        WriteBehindBench bench;
        NS_TEST_EXPECT_MSG_EQ(bench.Write(0, 10), "", "not full");
        NS_TEST_EXPECT_MSG_EQ(bench.Write(50, 10), "write 0+10", "elsewhere");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.Overlaps(9, 10), true, "sent");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.Overlaps(10, 50), false, "between them");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.Overlaps(40, 51), true, "not sent");
        bench.TakeEnds();
        NS_TEST_EXPECT_MSG_EQ(bench.Write(5, 2), "write 50+10", "on its way: it waits");
        NS_TEST_EXPECT_MSG_EQ(bench.Write(200, 7), "", "behind it");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "", "both wait");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetEnd(), 207, "those that wait count");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "write 5+2", "then 5+2, and 200 is elsewhere");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write;write", "both");
        NS_TEST_EXPECT_MSG_EQ(bench.Write(0, 0), "", "no bytes");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write", "not from inside");
    }

    /**
     * 6 bytes become one piece, 3 of them from each write.
     */
    void CheckContents()
    {
        WriteBehindBench bench;
        bench.Write(0, 3, false, RemoteFileStoreLog::MakeData("abc"));
        bench.Write(3, 3, false, RemoteFileStoreLog::MakeData("def"));
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(false), "write 0+6 abcdef", "joined");
        bench.Reply();
        bench.Write(6, 3);
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(false), "write 6+3", "without contents");
        bench.Reply();
        const std::string large = std::string(100, 'x') + std::string(20, 'y');
        NS_TEST_EXPECT_MSG_EQ(bench.Write(0, 120, false, RemoteFileStoreLog::MakeData(large)),
                              "write 0+100 " + large.substr(0, 100),
                              "the first 100 bytes");
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(false), "write 100+20 " + large.substr(100), "the rest");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The limit of held bytes, and stable writes.
 */
class RemoteWriteBehindLimitTest : public TestCase
{
  public:
    RemoteWriteBehindLimitTest()
        : TestCase("the limit, stable writes")
    {
    }

  private:
    void DoRun() override
    {
        CheckUncommitted();
        CheckWithoutCommit();
        CheckStable();
    }

    /**
     * With a server that may lose data, a writer at the limit waits for a commit.
     */
    void CheckUncommitted()
    {
        WriteBehindBench bench;
        NS_TEST_EXPECT_MSG_EQ(bench.Write(0, 300),
                              "write 0+100;write 100+100;write 200+100",
                              "it begins below the limit, so it is taken whole");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write", "taken");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 300, "more than 250");
        NS_TEST_EXPECT_MSG_EQ(bench.Write(300, 10), "", "waits");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "", "two are missing");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "", "one is missing");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "commit", "all are written");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "", "still waits");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "", "committed");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write", "goes on");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 10, "the new one");
    }

    /**
     * With one that does not, it waits for replies.
     */
    void CheckWithoutCommit()
    {
        WriteBehindBench bench(false);
        bench.Write(0, 300);
        bench.TakeEnds();
        NS_TEST_EXPECT_MSG_EQ(bench.Write(300, 10), "", "waits");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "", "waits");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "", "200 are held");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write", "goes on");
        bench.Reply();
        bench.Reply();
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 10, "the new one");
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(true), "write 300+10", "the rest");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(), "", "no commit");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush", "all are on the medium");
    }

    /**
     * A stable write is complete when all of its pieces are; the first error counts.
     */
    void CheckStable()
    {
        WriteBehindBench bench;
        bench.Write(1000, 10);
        bench.TakeEnds();
        NS_TEST_EXPECT_MSG_EQ(bench.Write(0, 250, true),
                              "write 1000+10;stable 0+100;stable 100+100;stable 200+50",
                              "what was written before goes first");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 260, "10 + 250");
        bench.Reply();
        bench.Reply();
        bench.Reply(1, FileStatus::NO_SPACE);
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "", "a piece is missing");
        bench.Reply();
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write failed", "one piece failed");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 10, "not committed");
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(false), "", "the error was told");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush", "the error was told");
    }
};

/**
 * @ingroup host-io-tests
 *
 * A server that restarts, and errors.
 */
class RemoteWriteBehindFailureTest : public TestCase
{
  public:
    RemoteWriteBehindFailureTest()
        : TestCase("restarts of the server, errors")
    {
    }

  private:
    void DoRun() override
    {
        CheckRestart();
        CheckErrors();
    }

    /**
     * Instance 1 has the first piece, 2 the second and commits: the first is lost.
     */
    void CheckRestart()
    {
        WriteBehindBench bench;
        NS_TEST_EXPECT_MSG_EQ(bench.Write(0, 200), "write 0+100;write 100+100", "two pieces");
        bench.Reply(1);
        bench.Reply(2);
        bench.TakeEnds();
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(true), "commit", "both");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(2), "write 0+100", "again");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 100, "the other is on the medium");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(2), "commit", "again");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "", "not before that");
        NS_TEST_EXPECT_MSG_EQ(bench.Reply(2), "", "done");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush", "all is on the medium");
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 0, "all is on the medium");
    }

    /**
     * The error of a write is told once, to the next flush.
     */
    void CheckErrors()
    {
        WriteBehindBench bench;
        bench.Write(0, 100);
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "write", "complete before the error");
        bench.Reply(1, FileStatus::NO_SPACE);
        NS_TEST_EXPECT_MSG_EQ(bench.writing.GetHeldBytes(), 0, "given up");
        NS_TEST_EXPECT_MSG_EQ(bench.Flush(true), "", "nothing to commit");
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush failed", "the error of the write");
        bench.Flush(true);
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush", "told once");
        bench.Write(0, 100);
        bench.Reply(1);
        bench.Flush(true);
        bench.TakeEnds();
        bench.Reply(1, FileStatus::INPUT_OUTPUT);
        NS_TEST_EXPECT_MSG_EQ(bench.TakeEnds(), "flush failed", "the error of the commit");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What a client of a file service writes behind.
 */
class RemoteWriteBehindTestSuite : public TestSuite
{
  public:
    RemoteWriteBehindTestSuite()
        : TestSuite("host-io-remote-write-behind", Type::UNIT)
    {
        AddTestCase(new RemoteWriteBehindPiecesTest(), Duration::QUICK);
        AddTestCase(new RemoteWriteBehindLimitTest(), Duration::QUICK);
        AddTestCase(new RemoteWriteBehindFailureTest(), Duration::QUICK);
    }
};

static RemoteWriteBehindTestSuite g_remoteWriteBehindTestSuite; //!< registers the suite

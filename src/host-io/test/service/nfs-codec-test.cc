/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/file-service-framer.h"
#include "ns3/nfs-codec.h"
#include "ns3/nfs-fields.h"
#include "ns3/nfs-handle-table.h"
#include "ns3/rpc-header.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param text hexadecimal digits and spaces
 * @return the bytes
 */
std::vector<uint8_t>
FromHex(const std::string& text)
{
    std::vector<uint8_t> bytes;
    std::string digits;
    for (const auto letter : text)
    {
        if (letter != ' ')
        {
            digits += letter;
        }
        if (digits.size() == 2)
        {
            bytes.push_back(std::stoi(digits, nullptr, 16));
            digits.clear();
        }
    }
    return bytes;
}

/**
 * @param bytes a message
 * @return the same as one that arrived
 */
FileServiceMessage
MakeMessage(const std::vector<uint8_t>& bytes)
{
    return {bytes, static_cast<uint32_t>(bytes.size())};
}

/// Handle of number 5 and inode 7: 32 bytes.
const std::string HANDLE = "00000020 0000000000000001 0000000000000007 "
                           "0000000000000005 0000000000000000";

/// fattr3 (RFC 1813, 2.5) of a regular file of 5 bytes with inode 7, changed at 2.000000003 s: type
/// 1, mode 0644, nlink 1, uid 0, gid 0, size 5, used 4096, rdev 0 0, fsid 1, fileid 7, three times.
const std::string ATTRIBUTES =
    "00000001 000001a4 00000001 00000000 00000000 0000000000000005 0000000000001000 "
    "00000000 00000000 0000000000000001 0000000000000007 "
    "00000002 00000003 00000002 00000003 00000002 00000003";

/**
 * @return the attributes that ATTRIBUTES are
 */
FileAttributes
MakeAttributes()
{
    FileAttributes attributes;
    attributes.bytes = 5;
    attributes.inode = 7;
    attributes.modified = Seconds(2) + NanoSeconds(3);
    return attributes;
}

/**
 * @return the handle that HANDLE is
 */
NfsFileHandle
MakeHandle()
{
    return {5, 7, false, ""};
}

} // namespace

/**
 * @ingroup host-io
 *
 * Headers of ONC RPC are those of RFC 5531, byte for byte.
 */
class RpcHeaderTest : public TestCase
{
  public:
    RpcHeaderTest()
        : TestCase("RPC headers")
    {
    }

  private:
    void DoRun() override
    {
        CheckUser();
        // RFC 5531, 9: xid, CALL 0, rpcvers 2, prog 100003, vers 3, proc 6; then the credential:
        // AUTH_SYS 1, 24 bytes: stamp 0, machine name of 4 bytes, uid, gid, no gids (appendix A);
        // then the verifier: AUTH_NONE 0, 0 bytes.
        RpcCallHeader call;
        call.xid = 0x12345678;
        call.program = 100003;
        call.version = 3;
        call.procedure = 6;
        FileServiceWriter writer;
        call.Serialize(writer);
        const auto bytes = FromHex("12345678 00000000 00000002 000186a3 00000003 00000006 "
                                   "00000001 00000018 00000000 00000004 686f7374 00000000 "
                                   "00000000 00000000 00000000 00000000");
        NS_TEST_EXPECT_MSG_EQ((writer.GetBytes() == bytes), true, "call");
        NS_TEST_EXPECT_MSG_EQ(writer.GetSize(), 64, "bytes of a call");
        const auto message = MakeMessage(bytes);
        FileServiceReader reader(message);
        RpcCallHeader read;
        read.Deserialize(reader);
        NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), false, "call");
        NS_TEST_EXPECT_MSG_EQ(reader.GetLeft(), 0, "call");
        NS_TEST_EXPECT_MSG_EQ(read.xid, 0x12345678, "xid");
        NS_TEST_EXPECT_MSG_EQ(read.procedure, 6, "procedure");
        CheckReply(RpcStatus::SUCCESS, "00000009 00000001 00000000 00000000 00000000 00000000");
        CheckReply(RpcStatus::PROG_MISMATCH,
                   "00000009 00000001 00000000 00000000 00000000 00000002 00000003 00000003");
        // MSG_DENIED 1, RPC_MISMATCH 0, lowest and highest version 2.
        CheckReply(RpcStatus::RPC_MISMATCH,
                   "00000009 00000001 00000001 00000000 00000002 00000002");
        // MSG_DENIED 1, AUTH_ERROR 1, AUTH_TOOWEAK 5.
        CheckReply(RpcStatus::AUTH_ERROR, "00000009 00000001 00000001 00000001 00000005");
    }

    /// The user is in an AUTH_SYS credential, behind stamp and name of the machine (appendix A).
    void CheckUser()
    {
        const std::string call = "00000001 00000000 00000002 000186a3 00000003 00000000 ";
        const auto read = [&](const std::string& text) {
            const auto message = MakeMessage(FromHex(call + text + "00000000 00000000"));
            FileServiceReader reader(message);
            RpcCallHeader header;
            header.Deserialize(reader);
            NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), false, text);
            return std::pair(header.user, header.group);
        };
        using Pair = std::pair<uint32_t, uint32_t>;
        const auto user = read("00000001 0000001c 00000009 00000001 61000000 000003e8 00000064 "
                               "00000001 00000064");
        NS_TEST_EXPECT_MSG_EQ((user == Pair(1000, 100)), true, "user 1000 of group 100");
        NS_TEST_EXPECT_MSG_EQ((read("00000000 00000000") == Pair(0, 0)), true, "AUTH_NONE");
        NS_TEST_EXPECT_MSG_EQ((read("00000001 00000004 00000009") == Pair(0, 0)), true, "cut");
    }

    /**
     * @param status how a call ended
     * @param text its reply
     */
    void CheckReply(RpcStatus status, const std::string& text)
    {
        RpcReplyHeader reply;
        reply.xid = 9;
        reply.status = status;
        reply.low = 3;
        reply.high = 3;
        FileServiceWriter writer;
        reply.Serialize(writer);
        NS_TEST_EXPECT_MSG_EQ((writer.GetBytes() == FromHex(text)), true, "reply " << text);
        const auto message = MakeMessage(FromHex(text));
        FileServiceReader reader(message);
        RpcReplyHeader read;
        read.Deserialize(reader);
        NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), false, "reply " << text);
        NS_TEST_EXPECT_MSG_EQ((read.status == status), true, "reply " << text);
    }
};

/**
 * @ingroup host-io
 *
 * Arguments and results of NFS are those of RFC 1813, byte for byte; what is cut short fails.
 */
class NfsCodecTest : public TestCase
{
  public:
    NfsCodecTest()
        : TestCase("NFS arguments and results")
    {
    }

  private:
    void DoRun() override
    {
        CheckArguments();
        CheckResults();
    }

    /// Arguments, RFC 1813, 3.3.
    void CheckArguments()
    {
        NfsArguments arguments;
        arguments.handle = MakeHandle();
        arguments.name = "abcde";
        arguments.toHandle = {0, 0, true, ""};
        arguments.toName = "xy";
        arguments.offset = 0x100000002;
        arguments.count = 3;
        arguments.stable = NfsStable::FILE_SYNC;
        arguments.payload.bytes = 3;
        arguments.size = 9;
        arguments.cookie = 4;
        arguments.verifier = 6;
        const std::string name = "00000005 6162636465000000";
        CheckArguments(NfsProcedure::GETATTR, arguments, HANDLE);
        // sattr3: no mode, uid, gid; size 9; no times. Then no guard.
        CheckArguments(NfsProcedure::SETATTR,
                       arguments,
                       HANDLE + "00000000 00000000 00000000 00000001 0000000000000009 "
                                "00000000 00000000 00000000");
        CheckArguments(NfsProcedure::LOOKUP, arguments, HANDLE + name);
        CheckArguments(NfsProcedure::REMOVE, arguments, HANDLE + name);
        CheckArguments(NfsProcedure::READ, arguments, HANDLE + "0000000100000002 00000003");
        CheckArguments(NfsProcedure::COMMIT, arguments, HANDLE + "0000000100000002 00000003");
        // offset, count, FILE_SYNC 2, length; the contents follow.
        CheckArguments(NfsProcedure::WRITE,
                       arguments,
                       HANDLE + "0000000100000002 00000003 00000002 00000003",
                       3);
        // UNCHECKED 0; mode 0644; no uid, gid; size 9; no times.
        CheckArguments(NfsProcedure::CREATE,
                       arguments,
                       HANDLE + name +
                           "00000000 00000001 000001a4 00000000 00000000 00000001 "
                           "0000000000000009 00000000 00000000");
        CheckArguments(NfsProcedure::MKDIR,
                       arguments,
                       HANDLE + name +
                           "00000001 000001ed 00000000 00000000 00000000 00000000 00000000");
        CheckArguments(NfsProcedure::RENAME,
                       arguments,
                       HANDLE + name + "00000000 00000002 78790000");
        CheckArguments(NfsProcedure::READDIR,
                       arguments,
                       HANDLE + "0000000000000004 0000000000000006 00000003");
        CheckArguments(NfsProcedure::NONE, arguments, "");
        CheckMoreArguments(arguments, name);
    }

    /**
     * Arguments of what other clients call, RFC 1813, 3.3.
     *
     * @param arguments the arguments
     * @param name their name on the wire
     */
    void CheckMoreArguments(NfsArguments arguments, const std::string& name)
    {
        arguments.access = 0x3f;
        CheckArguments(NfsProcedure::ACCESS, arguments, HANDLE + "0000003f");
        CheckArguments(NfsProcedure::READLINK, arguments, HANDLE);
        arguments.settings.mode = 0600;
        arguments.settings.user = 10;
        arguments.settings.group = 11;
        arguments.settings.accessed = {true, false, Time(0)};
        arguments.settings.modified = {true, true, Seconds(2) + NanoSeconds(3)};
        arguments.guard = Seconds(4) + NanoSeconds(5);
        // sattr3: mode, uid, gid; size; SET_TO_SERVER_TIME 1; SET_TO_CLIENT_TIME 2.
        const std::string owner = "00000001 00000180 00000001 0000000a 00000001 0000000b ";
        const std::string times = "00000001 00000002 00000002 00000003 ";
        CheckArguments(NfsProcedure::SETATTR,
                       arguments,
                       HANDLE + owner + "00000001 0000000000000009 " + times +
                           "00000001 00000004 00000005");
        arguments.target = "to";
        CheckArguments(NfsProcedure::SYMLINK,
                       arguments,
                       HANDLE + name + owner + "00000000 " + times + "00000002 746f0000");
        CheckArguments(NfsProcedure::MKDIR, arguments, HANDLE + name + owner + "00000000 " + times);
        CheckArguments(NfsProcedure::LINK, arguments, HANDLE + "00000000 00000002 78790000");
        arguments.largest = 5;
        CheckArguments(NfsProcedure::READDIRPLUS,
                       arguments,
                       HANDLE + "0000000000000004 0000000000000006 00000003 00000005");
        CheckArguments(NfsProcedure::FSSTAT, arguments, HANDLE);
        CheckArguments(NfsProcedure::PATHCONF, arguments, HANDLE);
        // EXCLUSIVE 2 and a verifier.
        arguments.exclusive = 0x100000007;
        CheckArguments(NfsProcedure::CREATE,
                       arguments,
                       HANDLE + name + "00000002 0000000100000007");
    }

    /**
     * Check a codec both ways, and that a message cut anywhere is refused.
     *
     * @tparam T arguments or results
     * @tparam Serialize writes them
     * @tparam Deserialize reads them
     * @param procedure a procedure
     * @param value its arguments or results
     * @param text the same on the wire
     * @param contents bytes of contents behind them
     * @param serialize writes them
     * @param deserialize reads them
     */
    template <typename T, typename Serialize, typename Deserialize>
    void Check(NfsProcedure procedure,
               const T& value,
               const std::string& text,
               uint32_t contents,
               Serialize serialize,
               Deserialize deserialize)
    {
        const auto name = GetNfsProcedureName(static_cast<uint32_t>(procedure));
        FileServiceWriter writer;
        serialize(procedure, value, writer);
        const auto bytes = FromHex(text);
        NS_TEST_EXPECT_MSG_EQ((writer.GetBytes() == bytes), true, name);
        for (uint32_t size = 0; size <= bytes.size() + contents; ++size)
        {
            auto message = MakeMessage(bytes);
            message.size = size;
            FileServiceReader reader(message);
            const auto read = deserialize(procedure, reader, true);
            const bool whole = size == bytes.size() + contents;
            NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), !whole, name << " of " << size << " bytes");
            if (whole)
            {
                FileServiceWriter again;
                serialize(procedure, read, again);
                NS_TEST_EXPECT_MSG_EQ((again.GetBytes() == bytes), true, name << " again");
            }
        }
    }

    /**
     * @param procedure a procedure
     * @param arguments its arguments
     * @param text the same on the wire
     * @param contents bytes of contents behind them
     */
    void CheckArguments(NfsProcedure procedure,
                        const NfsArguments& arguments,
                        const std::string& text,
                        uint32_t contents = 0)
    {
        Check(procedure,
              arguments,
              text,
              contents,
              &SerializeNfsArguments,
              &DeserializeNfsArguments);
    }

    /**
     * Results of what other clients call, RFC 1813, 3.3.
     *
     * @param results the results
     * @param known their attributes on the wire
     * @param change how a directory changed
     */
    void CheckMoreResults(NfsResults results, const std::string& known, const std::string& change)
    {
        results.access = 0x1f;
        CheckResults(NfsProcedure::ACCESS, results, "00000000" + known + "0000001f");
        results.target = "to";
        CheckResults(NfsProcedure::READLINK, results, "00000000" + known + "00000002 746f0000");
        CheckResults(NfsProcedure::SYMLINK, results, "00000000 00000001" + HANDLE + known + change);
        CheckResults(NfsProcedure::LINK, results, "00000000" + known + change);
        results.space = {16, 15, 14, 13};
        // tbytes, fbytes, abytes; tfiles, ffiles, afiles; invarsec.
        CheckResults(NfsProcedure::FSSTAT,
                     results,
                     "00000000" + known +
                         "0000000000000010 000000000000000f 000000000000000f "
                         "000000000000000e 000000000000000d 000000000000000d 00000000");
        // linkmax, name_max 255; no_trunc, chown_restricted, case_insensitive, case_preserving.
        CheckResults(NfsProcedure::PATHCONF,
                     results,
                     "00000000" + known + "00000001 000000ff 00000001 00000001 00000000 00000001");
        results.entries[0].attributes = MakeAttributes();
        results.entries[0].handle = MakeHandle();
        CheckResults(NfsProcedure::READDIRPLUS,
                     results,
                     "00000000" + known +
                         "0000000000000008 00000001 0000000000000007 00000005 6162636465000000 "
                         "0000000000000001" +
                         known + "00000001" + HANDLE + "00000000 00000001");
        results.status = NfsStatus::NOTSUPP;
        CheckResults(NfsProcedure::LINK, results, "00002714" + known + change);
        CheckResults(NfsProcedure::MKNOD, results, "00002714" + change);
        CheckResults(NfsProcedure::READDIRPLUS, results, "00002714" + known);
    }

    /// Results, RFC 1813, 3.3.
    void CheckResults()
    {
        NfsResults results;
        results.handle = MakeHandle();
        results.attributes = MakeAttributes();
        results.change.before = MakeAttributes();
        results.change.after = MakeAttributes();
        results.count = 3;
        results.eof = true;
        results.committed = NfsStable::UNSTABLE;
        results.verifier = 8;
        results.payload.bytes = 3;
        results.largestRead = 0x10000;
        results.largestWrite = 0x8000;
        results.entries.push_back({7, "abcde", 1});
        const auto known = "00000001" + ATTRIBUTES;
        // wcc_data (2.6): size, mtime and ctime before; attributes after.
        const auto change = "00000001 0000000000000005 00000002 00000003 00000002 00000003" + known;
        CheckResults(NfsProcedure::GETATTR, results, "00000000" + ATTRIBUTES);
        CheckResults(NfsProcedure::SETATTR, results, "00000000" + change);
        CheckResults(NfsProcedure::LOOKUP, results, "00000000" + HANDLE + known + known);
        // count, eof, length; the contents follow.
        CheckResults(NfsProcedure::READ,
                     results,
                     "00000000" + known + "00000003 00000001 00000003",
                     3);
        CheckResults(NfsProcedure::WRITE,
                     results,
                     "00000000" + change + "00000003 00000000 0000000000000008");
        CheckResults(NfsProcedure::CREATE, results, "00000000 00000001" + HANDLE + known + change);
        CheckResults(NfsProcedure::RMDIR, results, "00000000" + change);
        CheckResults(NfsProcedure::COMMIT, results, "00000000" + change + "0000000000000008");
        CheckResults(NfsProcedure::READDIR,
                     results,
                     "00000000" + known +
                         "0000000000000008 00000001 0000000000000007 00000005 6162636465000000 "
                         "0000000000000001 00000000 00000001");
        // rtmax, rtpref, rtmult, wtmax, wtpref, wtmult, dtpref, maxfilesize, time_delta,
        // properties.
        CheckResults(NfsProcedure::FSINFO,
                     results,
                     "00000000" + known +
                         "00010000 00010000 00001000 00008000 00008000 00001000 00008000 "
                         "7fffffffffffffff 00000000 00000001 0000001a");
        CheckMoreResults(results, known, change);
        results.status = NfsStatus::STALE;
        CheckResults(NfsProcedure::GETATTR, results, "00000046");
        CheckResults(NfsProcedure::READ, results, "00000046" + known);
        CheckResults(NfsProcedure::WRITE, results, "00000046" + change);
        CheckResults(NfsProcedure::RENAME, results, "00000046" + change + "00000000 00000000");
    }

    /**
     * @param procedure a procedure
     * @param results its results
     * @param text the same on the wire
     * @param contents bytes of contents behind them
     */
    void CheckResults(NfsProcedure procedure,
                      const NfsResults& results,
                      const std::string& text,
                      uint32_t contents = 0)
    {
        Check(procedure, results, text, contents, &SerializeNfsResults, &DeserializeNfsResults);
    }
};

/**
 * @ingroup host-io
 *
 * Messages are found in a stream, however it is cut; what is none is refused.
 */
class FileServiceFramerTest : public TestCase
{
  public:
    FileServiceFramerTest()
        : TestCase("Framing of messages")
    {
    }

  private:
    void DoRun() override
    {
        // RFC 5531, 11: a record of two fragments, "ab" and "c"; then an empty one; then one of
        // five zero bytes.
        const auto stream = FromHex("00000002 6162 80000001 63 80000000 80000005 0000000000");
        for (std::size_t step = 1; step <= stream.size(); ++step)
        {
            FileServiceFramer framer(FileServiceFraming::RECORD_MARKING, 100);
            std::vector<FileServiceMessage> messages;
            for (std::size_t at = 0; at < stream.size(); at += step)
            {
                const auto size = std::min(step, stream.size() - at);
                auto bytes = Create<Packet>(&stream[at], size);
                while (framer.Receive(bytes) == FileServiceFramer::Outcome::MESSAGE)
                {
                    messages.push_back(framer.Release());
                }
            }
            NS_TEST_ASSERT_MSG_EQ(messages.size(), 3, "messages, cut by " << step);
            NS_TEST_EXPECT_MSG_EQ((messages[0].bytes == FromHex("616263")), true, "the first");
            NS_TEST_EXPECT_MSG_EQ(messages[1].size, 0, "the second");
            NS_TEST_EXPECT_MSG_EQ(messages[2].size, 5, "the third");
            NS_TEST_EXPECT_MSG_EQ(messages[2].bytes.size(), 0, "zeros take no memory");
        }
        CheckMalformed(FileServiceFraming::RECORD_MARKING, "80000065");
        CheckMalformed(FileServiceFraming::RECORD_MARKING, "00000001 61 80000064");
        CheckMalformed(FileServiceFraming::NETBIOS, "00000065");
        CheckMalformed(FileServiceFraming::NETBIOS, "85000001");
        FileServiceFramer framer(FileServiceFraming::RECORD_MARKING, 100);
        NS_TEST_EXPECT_MSG_EQ(uint32_t{framer.MakeMark(5)[0]}, 0x80, "last-fragment bit");
    }

    /**
     * @param framing how messages are delimited
     * @param text bytes with a message of 101 bytes
     */
    void CheckMalformed(FileServiceFraming framing, const std::string& text)
    {
        FileServiceFramer framer(framing, 100);
        const auto bytes = FromHex(text);
        const auto outcome = framer.Receive(Create<Packet>(bytes.data(), bytes.size()));
        NS_TEST_EXPECT_MSG_EQ((outcome == FileServiceFramer::Outcome::MALFORMED), true, text);
    }
};

/**
 * @ingroup host-io
 *
 * Numbers of files are kept through renames and never used again.
 */
class NfsHandleTableTest : public TestCase
{
  public:
    NfsHandleTableTest()
        : TestCase("Handles of files")
    {
    }

  private:
    void DoRun() override
    {
        NfsHandleTable table;
        FileAttributes attributes;
        attributes.inode = 2;
        const auto directory = table.Note(NfsHandleTable::ROOT, "d", attributes).id;
        attributes.inode = 3;
        const auto file = table.Note(directory, "f", attributes).id;
        NS_TEST_EXPECT_MSG_EQ(table.GetPath(file), "/d/f", "path");
        NS_TEST_EXPECT_MSG_EQ(table.Note(directory, "f", attributes).id, file, "the same");
        table.Move(directory, NfsHandleTable::ROOT, "e");
        NS_TEST_EXPECT_MSG_EQ(table.GetPath(file), "/e/f", "path after a rename");
        attributes.inode = 4;
        const auto other = table.Note(directory, "f", attributes).id;
        NS_TEST_EXPECT_MSG_NE(other, file, "another inode is another file");
        NS_TEST_EXPECT_MSG_EQ((table.Find(file) == nullptr), true, "the first is stale");
        table.Erase(directory);
        NS_TEST_EXPECT_MSG_EQ(table.GetPath(other), "", "path in a directory that is gone");
        NS_TEST_EXPECT_MSG_EQ(table.GetPath(NfsHandleTable::ROOT), "/", "root");
    }
};

/**
 * @ingroup host-io
 *
 * A handle of another server is given back as it came.
 */
class NfsForeignHandleTest : public TestCase
{
  public:
    NfsForeignHandleTest()
        : TestCase("handles of other servers")
    {
    }

  private:
    void DoRun() override
    {
        // The length of NfsServer's, but not its file system, and not its end.
        Check("00000020 0000000000000002 0000000000000007 0000000000000005 0000000000000000");
        Check("00000020 0000000000000001 0000000000000007 0000000000000005 0000000000000001");
        Check("00000005 0102030405 000000");
        std::string longest = "00000040 ";
        for (uint32_t i = 0; i < 64; ++i)
        {
            longest += "a5";
        }
        Check(longest);
        const auto own = MakeMessage(FromHex(HANDLE));
        FileServiceReader reader(own);
        NS_TEST_EXPECT_MSG_EQ((NfsFields::GetHandle(reader) == MakeHandle()), true, "its own");
        const auto tooLong = MakeMessage(std::vector<uint8_t>{0, 0, 0, 65});
        FileServiceReader wrong(tooLong);
        NfsFields::GetHandle(wrong);
        NS_TEST_EXPECT_MSG_EQ(wrong.HasFailed(), true, "65 bytes");
    }

    /**
     * @param digits a handle, which a client gives back as it got it
     */
    void Check(const std::string& digits)
    {
        const auto message = MakeMessage(FromHex(digits));
        FileServiceReader reader(message);
        const auto handle = NfsFields::GetHandle(reader);
        NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), false, digits);
        NS_TEST_EXPECT_MSG_EQ(reader.GetLeft(), 0, digits);
        NS_TEST_EXPECT_MSG_EQ(handle.id, 0, "finds nothing at NfsServer: " << digits);
        FileServiceWriter writer;
        NfsFields::Put(writer, handle);
        NS_TEST_EXPECT_MSG_EQ((writer.GetBytes() == message.bytes), true, digits);
    }
};

/**
 * @ingroup host-io
 *
 * Bytes of NFS messages.
 */
class NfsCodecTestSuite : public TestSuite
{
  public:
    NfsCodecTestSuite()
        : TestSuite("host-io-nfs-codec", Type::UNIT)
    {
        AddTestCase(new RpcHeaderTest(), Duration::QUICK);
        AddTestCase(new NfsCodecTest(), Duration::QUICK);
        AddTestCase(new FileServiceFramerTest(), Duration::QUICK);
        AddTestCase(new NfsHandleTableTest(), Duration::QUICK);
        AddTestCase(new NfsForeignHandleTest(), Duration::QUICK);
    }
};

static NfsCodecTestSuite g_nfsCodecTestSuite; //!< the suite

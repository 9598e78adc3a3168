/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-fuzz-target.h"

#include "ns3/file-service-framer.h"
#include "ns3/file-service-message.h"
#include "ns3/nfs-codec.h"
#include "ns3/nfs-protocol.h"
#include "ns3/rpc-header.h"
#include "ns3/smb-dialect.h"
#include "ns3/smb-fields.h"
#include "ns3/smb-message.h"
#include "ns3/test.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

/// Bytes of the contents of a READ or WRITE.
constexpr uint32_t CONTENTS = 21;

/**
 * Add a message to a stream, with its mark and contents.
 *
 * @param stream the stream
 * @param framing how messages are delimited
 * @param message what was written of it
 * @param contents bytes of contents at its end
 */
void
Add(Bytes& stream, FileServiceFraming framing, const FileServiceWriter& message, uint32_t contents)
{
    const bool isXdr = framing == FileServiceFraming::RECORD_MARKING;
    const auto fill = isXdr ? (4 - contents % 4) % 4 : 0;
    const FileServiceFramer framer(framing, 65536);
    const auto mark = framer.MakeMark(message.GetSize() + contents + fill);
    stream.insert(stream.end(), mark.begin(), mark.end());
    stream.insert(stream.end(), message.GetBytes().begin(), message.GetBytes().end());
    stream.insert(stream.end(), contents, 'a');
    stream.insert(stream.end(), fill, 0);
}

/**
 * @return good calls of NFS, one of each procedure with arguments of its own
 */
Bytes
MakeNfsCalls()
{
    Bytes stream{2 | (9 << 2), 0};
    NfsArguments arguments;
    arguments.handle = {5, 7, false, ""};
    arguments.name = "from";
    arguments.toHandle = {6, 8, false, ""};
    arguments.toName = std::string(9, 't');
    arguments.offset = 4096;
    arguments.count = CONTENTS;
    arguments.size = 12;
    arguments.payload.bytes = CONTENTS;
    for (const auto procedure : {NfsProcedure::GETATTR,
                                 NfsProcedure::SETATTR,
                                 NfsProcedure::READ,
                                 NfsProcedure::WRITE,
                                 NfsProcedure::CREATE,
                                 NfsProcedure::MKDIR,
                                 NfsProcedure::RENAME,
                                 NfsProcedure::READDIR,
                                 NfsProcedure::READDIRPLUS,
                                 NfsProcedure::SYMLINK,
                                 NfsProcedure::COMMIT})
    {
        FileServiceWriter writer;
        RpcCallHeader header;
        header.program = NFS_PROGRAM;
        header.version = NFS_VERSION;
        header.procedure = static_cast<uint32_t>(procedure);
        header.Serialize(writer);
        SerializeNfsArguments(procedure, arguments, writer);
        const auto contents = procedure == NfsProcedure::WRITE ? CONTENTS : 0;
        Add(stream, FileServiceFraming::RECORD_MARKING, writer, contents);
    }
    return stream;
}

/**
 * @param procedure a procedure of NFS
 * @return two good replies to it
 */
Bytes
MakeNfsReplies(NfsProcedure procedure)
{
    Bytes stream{2 | (9 << 2), static_cast<uint8_t>(procedure)};
    NfsResults results;
    FileAttributes attributes;
    attributes.bytes = CONTENTS;
    attributes.inode = 7;
    attributes.modified = Seconds(2);
    results.handle = NfsFileHandle{5, 7, false, ""};
    results.attributes = attributes;
    results.change = {attributes, attributes};
    results.count = CONTENTS;
    results.entries = {{7, "a", 1}, {8, "file", 2}};
    results.payload.bytes = CONTENTS;
    for (const auto status : {NfsStatus::OK, NfsStatus::STALE})
    {
        results.status = status;
        FileServiceWriter writer;
        RpcReplyHeader().Serialize(writer);
        SerializeNfsResults(procedure, results, writer);
        const bool hasContents = procedure == NfsProcedure::READ && status == NfsStatus::OK;
        Add(stream, FileServiceFraming::RECORD_MARKING, writer, hasContents ? CONTENTS : 0);
    }
    return stream;
}

/// What the messages of a dialect of SMB begin with, and which there are.
struct SmbStream
{
    SmbDialect dialect;               //!< the dialect
    uint8_t kind;                     //!< second byte of the input
    std::vector<SmbCommand> commands; //!< of which there are messages
};

/// Of SMB 2.1.
const SmbStream SMB2{SmbDialect::SMB_2_1,
                     0,
                     {SmbCommand::NEGOTIATE,
                      SmbCommand::SESSION_SETUP,
                      SmbCommand::TREE_CONNECT,
                      SmbCommand::CREATE,
                      SmbCommand::CLOSE,
                      SmbCommand::FLUSH,
                      SmbCommand::READ,
                      SmbCommand::WRITE,
                      SmbCommand::QUERY_DIRECTORY,
                      SmbCommand::QUERY_INFO,
                      SmbCommand::SET_INFO,
                      SmbCommand::LOGOFF,
                      SmbCommand::TREE_DISCONNECT,
                      SmbCommand::IOCTL,
                      SmbCommand::CANCEL,
                      SmbCommand::ECHO}};

/// Of NT LM 0.12.
const SmbStream SMB1{SmbDialect::NT_LM_0_12,
                     1 + static_cast<uint8_t>(SmbCommand::FIND_FIRST),
                     {SmbCommand::NEGOTIATE,
                      SmbCommand::SESSION_SETUP,
                      SmbCommand::TREE_CONNECT,
                      SmbCommand::CREATE,
                      SmbCommand::CLOSE,
                      SmbCommand::FLUSH,
                      SmbCommand::READ,
                      SmbCommand::WRITE,
                      SmbCommand::QUERY_DIRECTORY,
                      SmbCommand::QUERY_INFO,
                      SmbCommand::SET_INFO,
                      SmbCommand::FIND_FIRST,
                      SmbCommand::QUERY_PATH,
                      SmbCommand::DELETE,
                      SmbCommand::RENAME,
                      SmbCommand::CREATE_DIRECTORY,
                      SmbCommand::DELETE_DIRECTORY}};

/**
 * @param smb which messages
 * @return good requests of SMB
 */
Bytes
MakeSmbRequests(const SmbStream& smb)
{
    const auto& codec = GetSmbCodec(smb.dialect);
    Bytes stream{1 | 2 | (9 << 2), smb.kind};
    SmbRequest request;
    request.fileId = 3;
    request.path = "directory/file";
    request.newPath = "name";
    request.access = 0x83;
    request.dialects = {0x202, 0x210};
    request.blob = "login";
    request.bytes = CONTENTS;
    request.information = SmbInformation::RENAME;
    request.payload.bytes = CONTENTS;
    for (const auto command : smb.commands)
    {
        FileServiceWriter writer;
        SmbHeader header;
        header.command = codec.GetNumber(command);
        codec.SerializeHeader(header, writer);
        codec.SerializeRequest(command, request, writer);
        const auto contents = command == SmbCommand::WRITE ? CONTENTS : 0;
        Add(stream, FileServiceFraming::NETBIOS, writer, contents);
    }
    return stream;
}

/**
 * @param smb which messages
 * @return good responses of SMB; of transactions one, that the stream says
 */
Bytes
MakeSmbResponses(const SmbStream& smb)
{
    const auto& codec = GetSmbCodec(smb.dialect);
    Bytes stream{1 | 2 | (9 << 2), smb.kind};
    SmbResponse response;
    response.limits.maxReadSize = 65536;
    response.limits.maxWriteSize = 65536;
    response.limits.maxOutstanding = 50;
    response.limits.maxBufferSize = 16644;
    response.fileId = 3;
    response.limits.dialect = 0x210;
    response.buffer = smb.dialect == SmbDialect::SMB_2_1 ? "login" : "";
    response.attributes.bytes = CONTENTS;
    response.attributes.modified = Seconds(2);
    response.bytes = CONTENTS;
    response.names = {"a", "file"};
    response.payload.bytes = CONTENTS;
    for (const auto command : smb.commands)
    {
        FileServiceWriter writer;
        SmbHeader header;
        header.command = codec.GetNumber(command);
        header.isResponse = true;
        codec.SerializeHeader(header, writer);
        codec.SerializeResponse(command, response, writer);
        const auto contents = command == SmbCommand::READ ? CONTENTS : 0;
        Add(stream, FileServiceFraming::NETBIOS, writer, contents);
    }
    return stream;
}

/**
 * @return good responses of NT LM 0.12, for each transaction
 */
std::vector<Bytes>
MakeTransactionResponses()
{
    std::vector<Bytes> streams;
    for (const auto command : {SmbCommand::FIND_FIRST,
                               SmbCommand::QUERY_DIRECTORY,
                               SmbCommand::QUERY_PATH,
                               SmbCommand::SET_INFO})
    {
        const auto kind = static_cast<uint8_t>(1 + static_cast<uint8_t>(command));
        streams.push_back(MakeSmbResponses({SmbDialect::NT_LM_0_12, kind, {command}}));
    }
    return streams;
}

} // namespace

/**
 * @ingroup host-io-tests
 *
 * Messages changed at random are read or refused, each time in the same way.
 */
class FileServiceFuzzTestCase : public TestCase
{
  public:
    /**
     * @param name what is read
     * @param seeds good streams
     */
    FileServiceFuzzTestCase(const std::string& name, const std::vector<Bytes>& seeds)
        : TestCase("changed at random: " + name),
          m_seeds(seeds)
    {
    }

  private:
    static constexpr int RUNS = 5000; //!< inputs that are read

    /**
     * @param limit a number
     * @return a number from 0 to below it
     */
    std::size_t Draw(std::size_t limit)
    {
        return m_random() % limit; // a distribution may differ from library to library
    }

    /**
     * Change bytes in one place.
     *
     * @param bytes the bytes
     */
    void Change(Bytes& bytes)
    {
        const auto place = bytes.begin() + Draw(bytes.size());
        switch (Draw(4))
        {
        case 0:
            *place ^= 1 << Draw(8);
            break;
        case 1:
            *place = Draw(2) == 0 ? 0xff : Draw(256);
            break;
        case 2:
            bytes.erase(place, place + Draw(bytes.end() - place));
            break;
        default:
            bytes.insert(place, 4 * Draw(4), Draw(2) == 0 ? 0 : 0xff);
        }
    }

    void DoRun() override
    {
        for (const auto& seed : m_seeds)
        {
            NS_TEST_EXPECT_MSG_EQ(FileServiceFuzzTarget::ReadMessages(seed.data(), seed.size()),
                                  "",
                                  "the good bytes");
        }
        for (int run = 0; run < RUNS; ++run)
        {
            auto bytes = m_seeds[Draw(m_seeds.size())];
            for (auto changes = 1 + Draw(4); changes > 0 && !bytes.empty(); --changes)
            {
                Change(bytes);
            }
            NS_TEST_EXPECT_MSG_EQ(FileServiceFuzzTarget::ReadMessages(bytes.data(), bytes.size()),
                                  "",
                                  "run " << run);
        }
    }

    std::mt19937 m_random{1};   //!< what changes them
    std::vector<Bytes> m_seeds; //!< good streams
};

/**
 * @ingroup host-io-tests
 *
 * A response to CANCEL of SMB 2 is refused: there is none.
 */
class SmbCancelResponseTestCase : public TestCase
{
  public:
    SmbCancelResponseTestCase()
        : TestCase("a response to CANCEL is refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto& codec = GetSmbCodec(SmbDialect::SMB_2_1);
        FileServiceWriter writer;
        SmbHeader header;
        header.command = codec.GetNumber(SmbCommand::CANCEL);
        header.isResponse = true;
        codec.SerializeHeader(header, writer);
        writer.PutLittle16(4); // StructureSize of a request
        writer.PutLittle16(0);
        const FileServiceMessage message{writer.GetBytes(), writer.GetSize()};
        FileServiceReader reader(message);
        const auto read = codec.DeserializeHeader(reader);
        const auto command = codec.Identify(read, reader);
        codec.DeserializeResponse(command, reader, true);
        NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), true, "refused");

        Bytes stream{1 | 2 | (9 << 2), SMB2.kind};
        Add(stream, FileServiceFraming::NETBIOS, writer, 0);
        NS_TEST_EXPECT_MSG_EQ(FileServiceFuzzTarget::ReadMessages(stream.data(), stream.size()),
                              "",
                              "in a stream");
    }
};

/**
 * @ingroup host-io-tests
 *
 * In a list of names, the way to the next entry leads neither back nor past the end.
 */
class SmbNamesTestCase : public TestCase
{
  public:
    SmbNamesTestCase()
        : TestCase("entries of a list of names follow each other")
    {
    }

  private:
    /**
     * @param step bytes to the next entry
     * @param isRefused whether the list is none
     */
    void Expect(uint32_t step, bool isRefused)
    {
        FileServiceWriter writer;
        SmbFields::PutNames(writer, {"a", "b"});
        FileServiceMessage message{writer.GetBytes(), writer.GetSize()};
        for (uint32_t i = 0; i < 4; ++i)
        {
            message.bytes.at(i) = static_cast<uint8_t>(step >> (8 * i));
        }
        FileServiceReader reader(message);
        SmbFields::GetNames(reader);
        NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), isRefused, step << " bytes");
    }

    void DoRun() override
    {
        Expect(0, false);         // the last
        Expect(16, false);        // as it was written
        Expect(13, true);         // within the first
        Expect(1000, true);       // past the end
        Expect(UINT32_MAX, true); // back, where sums are of 32 bits
    }
};

/**
 * @ingroup host-io-tests
 *
 * What reads a peer's messages, on bytes changed at random.
 */
class FileServiceFuzzTestSuite : public TestSuite
{
  public:
    FileServiceFuzzTestSuite()
        : TestSuite("host-io-file-service-fuzz", Type::SYSTEM)
    {
        std::vector<Bytes> replies;
        for (const auto procedure : {NfsProcedure::GETATTR,
                                     NfsProcedure::LOOKUP,
                                     NfsProcedure::READ,
                                     NfsProcedure::WRITE,
                                     NfsProcedure::CREATE,
                                     NfsProcedure::RENAME,
                                     NfsProcedure::READDIR,
                                     NfsProcedure::FSINFO,
                                     NfsProcedure::FSSTAT,
                                     NfsProcedure::READDIRPLUS,
                                     NfsProcedure::READLINK,
                                     NfsProcedure::COMMIT})
        {
            replies.push_back(MakeNfsReplies(procedure));
        }
        AddTestCase(new FileServiceFuzzTestCase("calls of NFS", {MakeNfsCalls()}), Duration::QUICK);
        AddTestCase(new FileServiceFuzzTestCase("replies of NFS", replies), Duration::QUICK);
        AddTestCase(
            new FileServiceFuzzTestCase("SMB 2.1", {MakeSmbRequests(SMB2), MakeSmbResponses(SMB2)}),
            Duration::QUICK);
        AddTestCase(new FileServiceFuzzTestCase("NT LM 0.12",
                                                {MakeSmbRequests(SMB1), MakeSmbResponses(SMB1)}),
                    Duration::QUICK);
        AddTestCase(
            new FileServiceFuzzTestCase("transactions of NT LM 0.12", MakeTransactionResponses()),
            Duration::QUICK);
        AddTestCase(new SmbCancelResponseTestCase, Duration::QUICK);
        AddTestCase(new SmbNamesTestCase, Duration::QUICK);
    }
};

static FileServiceFuzzTestSuite g_fileServiceFuzzTestSuite; //!< registers the suite

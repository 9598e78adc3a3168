/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/smb1-codec.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param hexadecimal bytes in hexadecimal digits, with spaces as one likes
 * @return the bytes
 */
std::vector<uint8_t>
MakeBytes(const std::string& hexadecimal)
{
    std::string digits;
    for (const auto letter : hexadecimal)
    {
        digits += letter == ' ' ? "" : std::string(1, letter);
    }
    std::vector<uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    {
        bytes.push_back(std::stoi(digits.substr(i, 2), nullptr, 16));
    }
    return bytes;
}

/// Four times of one second after 1970: FILETIME 0x019db1ded53e8000 and 10,000,000.
const std::string TIMES = "8016d7d5deb19d01 8016d7d5deb19d01 8016d7d5deb19d01 8016d7d5deb19d01";

/// No other command follows: AndXCommand, AndXReserved, AndXOffset.
const std::string NO_ANDX = "ff 00 0000";

} // namespace

/**
 * @ingroup host-io-tests
 *
 * Messages of NT LM 0.12 have the bytes of MS-CIFS, 2.2, and are read back from them.
 */
class Smb1CodecTest : public TestCase
{
  public:
    Smb1CodecTest()
        : TestCase("Header, requests and responses, byte by byte")
    {
    }

  private:
    void DoRun() override
    {
        CheckHeader();
        CheckLogin();
        CheckCreate();
        CheckContents();
        CheckNames();
        CheckSearch();
        CheckInformation();
    }

    /**
     * @param command a command
     * @param request a request
     * @param hexadecimal its bytes behind the header
     * @return what is read from them
     */
    SmbRequest CheckRequest(SmbCommand command,
                            const SmbRequest& request,
                            const std::string& hexadecimal)
    {
        FileServiceWriter writer;
        m_codec.SerializeHeader(SmbHeader(), writer);
        m_codec.SerializeRequest(command, request, writer);
        const auto message = CheckBytes(command, writer, hexadecimal, request.payload.bytes);
        FileServiceReader reader(message);
        m_codec.DeserializeHeader(reader);
        SmbHeader header;
        header.command = m_codec.GetNumber(command);
        NS_TEST_EXPECT_MSG_EQ((m_codec.Identify(header, reader) == command),
                              true,
                              m_codec.GetName(command));
        const auto read = m_codec.DeserializeRequest(command, reader, false);
        NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), false, m_codec.GetName(command));
        CheckCut(command, message, true);
        return read;
    }

    /**
     * @param command a command
     * @param response a response
     * @param hexadecimal its bytes behind the header
     * @return what is read from them
     */
    SmbResponse CheckResponse(SmbCommand command,
                              const SmbResponse& response,
                              const std::string& hexadecimal)
    {
        FileServiceWriter writer;
        m_codec.SerializeHeader(SmbHeader(), writer);
        m_codec.SerializeResponse(command, response, writer);
        const auto message = CheckBytes(command, writer, hexadecimal, response.payload.bytes);
        FileServiceReader reader(message);
        m_codec.DeserializeHeader(reader);
        const auto read = m_codec.DeserializeResponse(command, reader, false);
        NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), false, m_codec.GetName(command));
        CheckCut(command, message, false);
        return read;
    }

    /**
     * @param command a command
     * @param writer a message without its contents
     * @param hexadecimal what is to be behind its header
     * @param contents bytes of contents
     * @return the message with zeros for its contents
     */
    FileServiceMessage CheckBytes(SmbCommand command,
                                  const FileServiceWriter& writer,
                                  const std::string& hexadecimal,
                                  uint32_t contents)
    {
        const auto& bytes = writer.GetBytes();
        const std::vector<uint8_t> body(bytes.begin() + 32, bytes.end());
        NS_TEST_EXPECT_MSG_EQ((body == MakeBytes(hexadecimal)), true, m_codec.GetName(command));
        return {bytes, writer.GetSize() + contents};
    }

    /**
     * A message without its counts fails; of no other is anything read behind its end.
     *
     * @param command its command
     * @param whole the message
     * @param isRequest whether it is a request
     */
    void CheckCut(SmbCommand command, const FileServiceMessage& whole, bool isRequest)
    {
        for (uint32_t size = 0; size < whole.bytes.size(); ++size)
        {
            const FileServiceMessage message{whole.bytes, size};
            FileServiceReader reader(message);
            m_codec.DeserializeHeader(reader);
            if (isRequest)
            {
                m_codec.DeserializeRequest(command, reader, false);
            }
            else
            {
                m_codec.DeserializeResponse(command, reader, false);
            }
            NS_TEST_EXPECT_MSG_LT(reader.GetOffset(), size + 1, m_codec.GetName(command));
            NS_TEST_EXPECT_MSG_EQ((reader.HasFailed() || size >= 35),
                                  true,
                                  m_codec.GetName(command) << " of " << size);
        }
    }

    /// 2.2.3.1: 0xff SMB, command, status, flags 0x18, flags 0xc001, the upper half of the PID,
    /// security, reserved, TID, the lower half of the PID, UID, MID.
    void CheckHeader()
    {
        SmbHeader header;
        header.command = 0x2e;
        header.processId = 0x20003;
        header.treeId = 6;
        header.sessionId = 7;
        header.messageId = 5;
        FileServiceWriter writer;
        m_codec.SerializeHeader(header, writer);
        const auto bytes = MakeBytes("ff534d42 2e 00000000 18 01c0 0200 0000000000000000 0000"
                                     "0600 0300 0700 0500");
        NS_TEST_EXPECT_MSG_EQ((writer.GetBytes() == bytes), true, "header");
        header.isResponse = true;
        header.status = SmbStatus::OBJECT_NAME_NOT_FOUND;
        FileServiceWriter response;
        m_codec.SerializeHeader(header, response);
        m_codec.SerializeError(response);
        auto error = MakeBytes("ff534d42 2e 340000c0 98 01c0 0200 0000000000000000 0000"
                               "0600 0300 0700 0500 00 0000");
        NS_TEST_EXPECT_MSG_EQ((response.GetBytes() == error), true, "error");
        CheckFlags(error, 11, 0x40, true);
        CheckFlags(error, 11, 0xc0, false);
        CheckFlags(error, 0, 0xfe, true);
    }

    /**
     * @param bytes a message
     * @param offset a byte of it
     * @param value what to put there
     * @param fails whether its header is none then
     */
    void CheckFlags(std::vector<uint8_t> bytes, std::size_t offset, uint8_t value, bool fails)
    {
        bytes[offset] = value;
        const FileServiceMessage message{bytes, static_cast<uint32_t>(bytes.size())};
        FileServiceReader reader(message);
        const auto header = m_codec.DeserializeHeader(reader);
        NS_TEST_EXPECT_MSG_EQ(reader.HasFailed(), fails, "byte " << offset << " is " << +value);
        NS_TEST_EXPECT_MSG_EQ((fails || header.processId == 0x20003), true, "PID");
        NS_TEST_EXPECT_MSG_EQ((fails || header.credits == 1), true, "a response");
    }

    /// 2.2.4.52, 2.2.4.53, 2.2.4.55.
    void CheckLogin()
    {
        SmbRequest request;
        // Format code 2, the dialect and a zero: 12 bytes.
        CheckRequest(SmbCommand::NEGOTIATE, request, "00 0c00 02 4e54204c4d20302e3132 00");
        SmbResponse response;
        response.limits.maxOutstanding = 50;
        response.limits.maxBufferSize = 16644;
        response.limits.hasLargeTransfers = true;
        // 17 words: index, security mode, MaxMpxCount, MaxNumberVcs, MaxBufferSize, MaxRawSize,
        // SessionKey, capabilities, SystemTime, zone, ChallengeLength; the challenge and a domain.
        const std::string begin = "11 0000 03 3200 0100 04410000 00000100 00000000";
        const std::string end = "00803ed5deb19d01 0000 08 0a00 0000000000000000 0000";
        const auto large = CheckResponse(SmbCommand::NEGOTIATE, response, begin + "5cc20000" + end);
        NS_TEST_EXPECT_MSG_EQ(large.limits.maxOutstanding, 50, "MaxMpxCount");
        NS_TEST_EXPECT_MSG_EQ(large.limits.maxReadSize, 8 << 20, "CAP_LARGE_READX");
        response.limits.hasLargeTransfers = false;
        const auto small = CheckResponse(SmbCommand::NEGOTIATE, response, begin + "5c020000" + end);
        // Contents begin at 60 of a READ_ANDX response and at 64 of a WRITE_ANDX request.
        NS_TEST_EXPECT_MSG_EQ(small.limits.maxReadSize, 16644 - 60, "MaxBufferSize");
        NS_TEST_EXPECT_MSG_EQ(small.limits.maxWriteSize, 16644 - 64, "MaxBufferSize");
        response.limits.dialect = SmbLimits::NO_DIALECT;
        const auto none = CheckResponse(SmbCommand::NEGOTIATE, response, "01 ffff 0000");
        NS_TEST_EXPECT_MSG_EQ(none.limits.maxReadSize, 0, "no dialect");

        request.limits.maxOutstanding = 50;
        request.limits.hasLargeTransfers = true;
        // 13 words: MaxBufferSize, MaxMpxCount, VcNumber, SessionKey, two lengths of passwords,
        // reserved, capabilities; a byte to align, four empty texts.
        CheckRequest(SmbCommand::SESSION_SETUP,
                     request,
                     "0d" + NO_ANDX +
                         "ffff 3200 0100 00000000 0000 0000 00000000 5cc20000"
                         "0900 00 0000 0000 0000 0000");
        CheckResponse(SmbCommand::SESSION_SETUP,
                      response,
                      "03" + NO_ANDX + "0100 0700 00 0000 0000 0000");
        request.path = "//s/a";
        // Flags, length of the password; the password, \\s\a and a zero, "?????" and a zero.
        CheckRequest(SmbCommand::TREE_CONNECT,
                     request,
                     "04" + NO_ANDX + "0000 0100 1300 00 5c005c0073005c0061000000 3f3f3f3f3f00");
        CheckResponse(SmbCommand::TREE_CONNECT, response, "03" + NO_ANDX + "0100 0500 413a00 0000");
    }

    /// 2.2.4.64, 2.2.4.5, 2.2.4.6.
    void CheckCreate()
    {
        SmbRequest request;
        request.path = "f";
        request.disposition = SmbDisposition::OPEN_IF;
        request.access = 0x10083;
        request.isFile = true;
        // 24 words: reserved, NameLength, Flags, RootDirectoryFID, DesiredAccess, AllocationSize,
        // attributes, ShareAccess, disposition, options, impersonation, security; \f and a zero.
        const auto read =
            CheckRequest(SmbCommand::CREATE,
                         request,
                         "18" + NO_ANDX +
                             "00 0400 00000000 00000000 83000100 0000000000000000 00000000"
                             "07000000 03000000 40000000 02000000 00 0700 00 5c0066000000");
        NS_TEST_EXPECT_MSG_EQ(read.path, "f", "name");
        NS_TEST_EXPECT_MSG_EQ(read.isFile, true, "option");
        SmbResponse response;
        response.fileId = 9;
        response.attributes.bytes = 5000;
        response.attributes.modified = Seconds(1);
        // 34 words: OplockLevel, FID, CreateDisposition, times, attributes, AllocationSize,
        // EndOfFile, ResourceType, NMPipeStatus, Directory.
        const auto created =
            CheckResponse(SmbCommand::CREATE,
                          response,
                          "22" + NO_ANDX + "00 0900 01000000" + TIMES +
                              "20000000 0020000000000000 8813000000000000 0000 0000 00 0000");
        NS_TEST_EXPECT_MSG_EQ(created.fileId.number, 9, "FID");
        NS_TEST_EXPECT_MSG_EQ(created.attributes.bytes, 5000, "EndOfFile");
        NS_TEST_EXPECT_MSG_EQ(created.attributes.modified, Seconds(1), "LastWriteTime");
        request.fileId = 9;
        CheckRequest(SmbCommand::CLOSE, request, "03 0900 00000000 0000");
        CheckResponse(SmbCommand::CLOSE, response, "00 0000");
        CheckRequest(SmbCommand::FLUSH, request, "01 0900 0000");
    }

    /// 2.2.4.42, 2.2.4.43, and 2.2.4.2 and 2.2.4.3 of MS-SMB.
    void CheckContents()
    {
        SmbRequest request;
        request.fileId = 9;
        request.offset = 0x120000000;
        request.bytes = 61440;
        // 12 words: FID, Offset, MaxCount, MinCount, MaxCountHigh, Remaining, OffsetHigh.
        const auto read =
            CheckRequest(SmbCommand::READ,
                         request,
                         "0c" + NO_ANDX + "0900 00000020 00f0 0000 00000000 0000 01000000 0000");
        NS_TEST_EXPECT_MSG_EQ(read.offset, 0x120000000, "offset");
        NS_TEST_EXPECT_MSG_EQ(read.bytes, 61440, "bytes");
        request.writeThrough = true;
        request.payload.bytes = 61440;
        // 14 words: FID, Offset, Timeout, WriteMode, Remaining, DataLengthHigh, DataLength,
        // DataOffset, OffsetHigh; a byte to align and the contents, 0xf001 bytes.
        const auto write = CheckRequest(
            SmbCommand::WRITE,
            request,
            "0e" + NO_ANDX + "0900 00000020 00000000 0100 0000 0000 00f0 4000 01000000 01f0 00");
        NS_TEST_EXPECT_MSG_EQ(write.payload.bytes, 61440, "contents");
        NS_TEST_EXPECT_MSG_EQ(write.writeThrough, true, "WriteMode");
        SmbResponse response;
        response.payload.bytes = 61440;
        response.bytes = 61440;
        // 12 words: Available, DataCompactionMode, reserved, DataLength, DataOffset,
        // DataLengthHigh, reserved; a byte to align and the contents.
        CheckResponse(SmbCommand::READ,
                      response,
                      "0c" + NO_ANDX + "ffff 0000 0000 00f0 3c00 0000 0000000000000000 01f0 00");
        response.payload.bytes = 131072;
        const auto large = CheckResponse(
            SmbCommand::READ,
            response,
            "0c" + NO_ANDX + "ffff 0000 0000 0000 3c00 0200 0000000000000000 0100 00");
        NS_TEST_EXPECT_MSG_EQ(large.payload.bytes, 131072, "DataLengthHigh");
        response.payload.bytes = 0;
        // 6 words: Count, Available, CountHigh, reserved.
        const auto written =
            CheckResponse(SmbCommand::WRITE, response, "06" + NO_ANDX + "00f0 ffff 0000 0000 0000");
        NS_TEST_EXPECT_MSG_EQ(written.bytes, 61440, "Count");
    }

    /// 2.2.4.1, 2.2.4.2, 2.2.4.7, 2.2.4.8: format code 4 before each name.
    void CheckNames()
    {
        SmbRequest request;
        request.path = "f";
        request.newPath = "g";
        CheckRequest(SmbCommand::DELETE, request, "01 1600 0700 04 5c0066000000");
        // The new name is aligned by a byte of its own.
        const auto rename = CheckRequest(SmbCommand::RENAME,
                                         request,
                                         "01 1600 0f00 04 5c0066000000 04 00 5c0067000000");
        NS_TEST_EXPECT_MSG_EQ(rename.path + rename.newPath, "fg", "names");
        CheckRequest(SmbCommand::CREATE_DIRECTORY, request, "00 0700 04 5c0066000000");
        CheckRequest(SmbCommand::DELETE_DIRECTORY, request, "00 0700 04 5c0066000000");
        CheckResponse(SmbCommand::DELETE, SmbResponse(), "00 0000");
    }

    /// 2.2.4.46, 2.2.6.2, 2.2.6.3 and 2.2.8.1.5.
    void CheckSearch()
    {
        SmbRequest request;
        request.path = "d";
        request.bytes = 16384;
        // 15 words: counts of parameters and data, most of each in the response, setup, reserved,
        // flags, timeout, reserved, count and offset of parameters and data, the setup: 1.
        // 22 bytes of parameters at 68: attributes, count, flags, level 0x103, storage, \d\* and a
        // zero.
        const auto first = CheckRequest(
            SmbCommand::FIND_FIRST,
            request,
            "0f 1600 0000 0a00 0040 00 00 0000 00000000 0000 1600 4400 0000 0000 01 00 0100"
            "1900 000000 1600 ffff 0200 0301 00000000 5c0064005c002a000000");
        NS_TEST_EXPECT_MSG_EQ(first.path, "d", "directory");
        NS_TEST_EXPECT_MSG_EQ(first.bytes, 16384, "MaxDataCount");
        request.fileId = 3;
        CheckRequest(
            SmbCommand::QUERY_DIRECTORY,
            request,
            "0f 0e00 0000 0a00 0040 00 00 0000 00000000 0000 0e00 4400 0000 0000 01 00 0200"
            "1100 000000 0300 ffff 0301 00000000 0a00 0000");
        SmbResponse response;
        response.fileId = 3;
        response.names = {"a", "abc"};
        response.isLast = true;
        // 10 bytes of parameters at 56: SID, count, end, error, offset of the last name. 40 bytes
        // of data at 68: 12 and 2, up to a multiple of 8; 12 and 6 likewise.
        const std::string names = "10000000 00000000 02000000 6100 0000"
                                  "00000000 00000000 06000000 610062006300 000000000000";
        const auto found = CheckResponse(SmbCommand::FIND_FIRST,
                                         response,
                                         "0a 0a00 2800 0000 0a00 3800 0000 2800 4400 0000 00 00"
                                         "3500 00 0300 0200 0100 0000 1000 0000" +
                                             names);
        NS_TEST_EXPECT_MSG_EQ((found.names == response.names), true, "names");
        NS_TEST_EXPECT_MSG_EQ(found.isLast, true, "EndOfSearch");
        // Without the SID: 8 bytes of parameters, and the data at 64.
        CheckResponse(SmbCommand::QUERY_DIRECTORY,
                      response,
                      "0a 0800 2800 0000 0800 3800 0000 2800 4000 0000 00 00"
                      "3100 00 0200 0100 0000 1000" +
                          names);
    }

    /// 2.2.6.6, 2.2.6.8, 2.2.6.9 and 2.2.8.3.10.
    void CheckInformation()
    {
        SmbRequest request;
        request.path = "f";
        request.fileId = 9;
        request.offset = 5000;
        CheckRequest(
            SmbCommand::QUERY_PATH,
            request,
            "0f 0c00 0000 0a00 4800 00 00 0000 00000000 0000 0c00 4400 0000 0000 01 00 0500"
            "0f00 000000 0701 00000000 5c0066000000");
        CheckRequest(
            SmbCommand::QUERY_INFO,
            request,
            "0f 0400 0000 0a00 4800 00 00 0000 00000000 0000 0400 4400 0000 0000 01 00 0700"
            "0700 000000 0900 0701");
        request.information = SmbInformation::END_OF_FILE;
        // 8 bytes of data at 68 + 6, up to a multiple of 4: 76.
        const auto set = CheckRequest(
            SmbCommand::SET_INFO,
            request,
            "0f 0600 0800 0a00 0000 00 00 0000 00000000 0000 0600 4400 0800 4c00 01 00 0800"
            "1300 000000 0900 0401 0000 0000 8813000000000000");
        NS_TEST_EXPECT_MSG_EQ(set.offset, 5000, "size");
        SmbResponse response;
        response.attributes.directory = true;
        response.attributes.modified = Seconds(1);
        // Times, attributes, reserved, AllocationSize, EndOfFile, links, DeletePending, Directory,
        // reserved, EaSize, FileNameLength.
        const auto read = CheckResponse(
            SmbCommand::QUERY_PATH,
            response,
            "0a 0200 4800 0000 0200 3800 0000 4800 3c00 0000 00 00 4d00 00 0000 0000" + TIMES +
                "10000000 00000000 0000000000000000 0000000000000000 01000000 00 01 0000"
                "00000000 00000000");
        NS_TEST_EXPECT_MSG_EQ(read.attributes.directory, true, "directory");
        NS_TEST_EXPECT_MSG_EQ(read.attributes.modified, Seconds(1), "LastWriteTime");
    }

    Smb1Codec m_codec; //!< what is tested
};

/**
 * @ingroup host-io-tests
 *
 * Bytes of messages of NT LM 0.12.
 */
class Smb1CodecTestSuite : public TestSuite
{
  public:
    Smb1CodecTestSuite()
        : TestSuite("host-io-smb1-codec", Type::UNIT)
    {
        AddTestCase(new Smb1CodecTest(), Duration::QUICK);
    }
};

static Smb1CodecTestSuite g_smb1CodecTestSuite; //!< the suite

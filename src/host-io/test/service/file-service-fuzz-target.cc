/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-fuzz-target.h"

#include "ns3/file-service-framer.h"
#include "ns3/file-service-message.h"
#include "ns3/nfs-codec.h"
#include "ns3/nfs-protocol.h"
#include "ns3/packet.h"
#include "ns3/rpc-header.h"
#include "ns3/smb-dialect.h"
#include "ns3/smb-message.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

namespace
{

/// The longest message that is taken, bytes.
constexpr uint32_t LARGEST = 65536;

/// What a stream is made into.
struct Stream
{
    std::vector<FileServiceMessage> messages; //!< its messages
    bool isMalformed{false};                  //!< whether it ends in bytes that are none
};

/**
 * Reads a message and writes it again.
 *
 * @param from the message
 * @param to where to write all but contents
 * @return the contents at its end; null if the message is none
 */
using Copier = std::function<std::optional<FileServicePayload>(FileServiceReader& from,
                                                               FileServiceWriter& to)>;

/**
 * @param framing how messages are delimited
 * @param data a stream
 * @param size its size
 * @param piece bytes that arrive at a time
 * @return its messages
 */
Stream
Split(FileServiceFraming framing, const uint8_t* data, std::size_t size, std::size_t piece)
{
    Stream stream;
    FileServiceFramer framer(framing, LARGEST);
    for (std::size_t at = 0; at < size && !stream.isMalformed; at += piece)
    {
        const auto bytes = Create<Packet>(data + at, std::min(piece, size - at));
        auto outcome = framer.Receive(bytes);
        for (; outcome == FileServiceFramer::Outcome::MESSAGE; outcome = framer.Receive(bytes))
        {
            stream.messages.push_back(framer.Release());
            auto& message = stream.messages.back();
            message.bytes.resize(message.size);
        }
        stream.isMalformed = outcome == FileServiceFramer::Outcome::MALFORMED;
    }
    return stream;
}

/**
 * @param a a stream
 * @param b another
 * @return true if they have the same messages
 */
bool
AreSame(const Stream& a, const Stream& b)
{
    return a.isMalformed == b.isMalformed &&
           std::equal(a.messages.begin(),
                      a.messages.end(),
                      b.messages.begin(),
                      b.messages.end(),
                      [](const auto& one, const auto& other) { return one.bytes == other.bytes; });
}

/**
 * @param message a message
 * @param copier what reads and writes it
 * @param[out] copy what it writes, with zeros for the contents
 * @return what is wrong, empty if nothing is; without a copy, the message is none
 */
std::string
Copy(const FileServiceMessage& message,
     const Copier& copier,
     std::optional<FileServiceMessage>& copy)
{
    FileServiceReader reader(message);
    FileServiceWriter writer;
    const auto payload = copier(reader, writer);
    if (!payload)
    {
        return "";
    }
    if (reader.GetOffset() > message.size)
    {
        return "read past the end";
    }
    if (payload->bytes > message.size ||
        (payload->data && payload->data->GetSize() != payload->bytes))
    {
        return "contents have the wrong size";
    }
    // XDR fills contents up to a multiple of 4 bytes; behind a message of SMB that does no harm.
    copy = {writer.GetBytes(), writer.GetSize() + (payload->bytes + 3) / 4 * 4};
    return "";
}

/**
 * @param message a message
 * @param copier what reads and writes it
 * @return what is wrong, empty if nothing is
 */
std::string
CheckStable(const FileServiceMessage& message, const Copier& copier)
{
    std::optional<FileServiceMessage> first;
    std::optional<FileServiceMessage> second;
    auto wrong = Copy(message, copier, first);
    if (first && wrong.empty())
    {
        wrong = Copy(*first, copier, second);
        if (wrong.empty() && !second)
        {
            return "what was written cannot be read";
        }
        if (wrong.empty() && (first->bytes != second->bytes || first->size != second->size))
        {
            return "what was read is not what was written";
        }
    }
    return wrong;
}

/**
 * @param keep whether contents are kept
 * @return what copies a call of NFS
 */
Copier
MakeCallCopier(bool keep)
{
    return [keep](auto& from, auto& to) -> std::optional<FileServicePayload> {
        RpcCallHeader header;
        header.Deserialize(from);
        if (from.HasFailed() || GetNfsProcedureName(header.procedure).empty())
        {
            return {};
        }
        const auto procedure = static_cast<NfsProcedure>(header.procedure);
        const auto arguments = DeserializeNfsArguments(procedure, from, keep);
        header.Serialize(to);
        SerializeNfsArguments(procedure, arguments, to);
        return from.HasFailed() ? std::nullopt : std::optional(arguments.payload);
    };
}

/**
 * @param procedure number of the procedure
 * @param keep whether contents are kept
 * @return what copies a reply of NFS
 */
Copier
MakeReplyCopier(uint32_t procedure, bool keep)
{
    return [=](auto& from, auto& to) -> std::optional<FileServicePayload> {
        RpcReplyHeader header;
        header.Deserialize(from);
        if (from.HasFailed() || GetNfsProcedureName(procedure).empty())
        {
            return {};
        }
        header.Serialize(to);
        if (header.status != RpcStatus::SUCCESS)
        {
            return FileServicePayload();
        }
        const auto which = static_cast<NfsProcedure>(procedure);
        const auto results = DeserializeNfsResults(which, from, keep);
        SerializeNfsResults(which, results, to);
        return from.HasFailed() ? std::nullopt : std::optional(results.payload);
    };
}

/**
 * @param codec messages of a dialect of SMB
 * @param responses what responses answer, where they do not say so themselves
 * @param keep whether contents are kept
 * @return what copies a request or response of SMB
 */
Copier
MakeSmbCopier(const SmbCodec& codec, SmbCommand responses, bool keep)
{
    return [&codec, responses, keep](auto& from, auto& to) -> std::optional<FileServicePayload> {
        const auto header = codec.DeserializeHeader(from);
        auto command = codec.Identify(header, from);
        if (header.isResponse && command == SmbCommand::UNKNOWN)
        {
            command = responses;
        }
        if (from.HasFailed() || codec.GetName(command) == codec.GetName(SmbCommand::UNKNOWN))
        {
            return {};
        }
        codec.SerializeHeader(header, to);
        FileServicePayload payload;
        if (header.isResponse)
        {
            const auto response = codec.DeserializeResponse(command, from, keep);
            codec.SerializeResponse(command, response, to);
            payload = response.payload;
        }
        else
        {
            const auto request = codec.DeserializeRequest(command, from, keep);
            codec.SerializeRequest(command, request, to);
            payload = request.payload;
        }
        return from.HasFailed() ? std::nullopt : std::optional(payload);
    };
}

/**
 * @param kind the second byte of the input
 * @param keep whether contents are kept
 * @return what copies messages of SMB
 */
Copier
MakeSmbCopier(uint8_t kind, bool keep)
{
    const auto dialect = kind == 0 ? SmbDialect::SMB_2_1 : SmbDialect::NT_LM_0_12;
    const auto responses = std::min<uint8_t>(kind - 1, static_cast<uint8_t>(SmbCommand::UNKNOWN));
    return MakeSmbCopier(GetSmbCodec(dialect), static_cast<SmbCommand>(responses), keep);
}

} // namespace

std::string
FileServiceFuzzTarget::ReadMessages(const uint8_t* data, std::size_t size)
{
    if (size < 2)
    {
        return "";
    }
    const bool isSmb = (data[0] & 1) != 0;
    const bool keep = (data[0] & 2) != 0;
    const auto framing = isSmb ? FileServiceFraming::NETBIOS : FileServiceFraming::RECORD_MARKING;
    const auto whole = Split(framing, data + 2, size - 2, size);
    const auto pieces = Split(framing, data + 2, size - 2, 1 + data[0] / 4);
    if (!AreSame(whole, pieces))
    {
        return "pieces are not the same as the whole";
    }
    for (const auto& message : whole.messages)
    {
        auto wrong =
            CheckStable(message, isSmb ? MakeSmbCopier(data[1], keep) : MakeCallCopier(keep));
        if (wrong.empty() && !isSmb)
        {
            wrong = CheckStable(message, MakeReplyCopier(data[1], keep));
        }
        if (!wrong.empty())
        {
            return wrong;
        }
    }
    return "";
}

} // namespace ns3

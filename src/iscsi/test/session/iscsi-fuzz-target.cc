/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-fuzz-target.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-negotiator.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-pdu-assembler.h"
#include "ns3/iscsi-pdu-framer.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/iscsi-text.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace ns3
{

namespace
{

using Bytes = std::vector<uint8_t>;
using Outcome = IscsiPduAssembler::Outcome;
using Side = IscsiPduAssembler::Side;

/**
 * @param packet a packet
 * @return its bytes
 */
Bytes
GetBytes(Ptr<const Packet> packet)
{
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * @tparam T a class of header
 * @param bhs 48 bytes
 * @return true if what the header writes is what it reads
 */
template <typename T>
bool
IsStable(const Bytes& bhs)
{
    T read;
    Create<Packet>(bhs.data(), bhs.size())->RemoveHeader(read);
    auto first = Create<Packet>();
    first->AddHeader(read);
    T again;
    first->PeekHeader(again);
    auto second = Create<Packet>();
    second->AddHeader(again);
    std::ostringstream text;
    read.Print(text);
    return GetBytes(first) == GetBytes(second) && !text.str().empty();
}

/**
 * @param bhs 48 bytes
 * @return true if the class for their opcode reads what it writes
 */
bool
IsHeaderStable(const Bytes& bhs)
{
    switch (static_cast<IscsiOpcode>(bhs[0] & 0x3f))
    {
    case IscsiOpcode::NOP_OUT:
        return IsStable<IscsiNopOutHeader>(bhs);
    case IscsiOpcode::SCSI_COMMAND:
        return IsStable<IscsiScsiCommandHeader>(bhs);
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
        return IsStable<IscsiTaskManagementRequestHeader>(bhs);
    case IscsiOpcode::LOGIN_REQUEST:
        return IsStable<IscsiLoginRequestHeader>(bhs);
    case IscsiOpcode::TEXT_REQUEST:
        return IsStable<IscsiTextRequestHeader>(bhs);
    case IscsiOpcode::SCSI_DATA_OUT:
        return IsStable<IscsiDataOutHeader>(bhs);
    case IscsiOpcode::LOGOUT_REQUEST:
        return IsStable<IscsiLogoutRequestHeader>(bhs);
    case IscsiOpcode::SNACK_REQUEST:
        return IsStable<IscsiSnackHeader>(bhs);
    case IscsiOpcode::NOP_IN:
        return IsStable<IscsiNopInHeader>(bhs);
    case IscsiOpcode::SCSI_RESPONSE:
        return IsStable<IscsiScsiResponseHeader>(bhs);
    case IscsiOpcode::TASK_MANAGEMENT_RESPONSE:
        return IsStable<IscsiTaskManagementResponseHeader>(bhs);
    case IscsiOpcode::LOGIN_RESPONSE:
        return IsStable<IscsiLoginResponseHeader>(bhs);
    case IscsiOpcode::TEXT_RESPONSE:
        return IsStable<IscsiTextResponseHeader>(bhs);
    case IscsiOpcode::SCSI_DATA_IN:
        return IsStable<IscsiDataInHeader>(bhs);
    case IscsiOpcode::LOGOUT_RESPONSE:
        return IsStable<IscsiLogoutResponseHeader>(bhs);
    case IscsiOpcode::R2T:
        return IsStable<IscsiR2tHeader>(bhs);
    case IscsiOpcode::ASYNC_MESSAGE:
        return IsStable<IscsiAsyncMessageHeader>(bhs);
    case IscsiOpcode::REJECT:
        return IsStable<IscsiRejectHeader>(bhs);
    }
    return IsStable<IscsiBasicHeader>(bhs);
}

/// How a stream is to be read.
struct Manner
{
    /**
     * @param options the byte that says it
     */
    explicit Manner(uint8_t options)
        : side((options & 1) != 0 ? Side::TARGET : Side::INITIATOR),
          headerDigest((options & 2) != 0),
          dataDigest((options & 4) != 0),
          piece(1 + (options >> 3) * 5)
    {
    }

    Side side;         //!< which end reads
    bool headerDigest; //!< headers have a digest
    bool dataDigest;   //!< data segments have a digest
    std::size_t piece; //!< bytes of a piece
};

/// What came out of a stream.
struct Result
{
    std::vector<Outcome> outcomes; //!< all but INCOMPLETE
    std::vector<Bytes> pdus;       //!< PDUs, and headers of damaged ones

    /// @return whether two results are the same
    bool operator==(const Result&) const = default;
};

/**
 * Read a stream.
 *
 * @param bytes the stream
 * @param manner how
 * @param piece bytes of a piece
 * @return what came out
 */
Result
Read(const Bytes& bytes, const Manner& manner, std::size_t piece)
{
    Result result;
    IscsiPduAssembler assembler(manner.side);
    assembler.SetDigests(manner.headerDigest, manner.dataDigest);
    for (std::size_t offset = 0; offset < bytes.size(); offset += piece)
    {
        auto packet = Create<Packet>(&bytes[offset], std::min(piece, bytes.size() - offset));
        while (packet && packet->GetSize() > 0)
        {
            const auto outcome = assembler.Receive(packet);
            if (outcome != Outcome::INCOMPLETE)
            {
                result.outcomes.push_back(outcome);
            }
            if (outcome == Outcome::PDU || outcome == Outcome::DATA_DAMAGE)
            {
                result.pdus.push_back(GetBytes(assembler.ReleasePdu()));
            }
            if (outcome == Outcome::LOST)
            {
                return result;
            }
        }
    }
    return result;
}

/**
 * @param pdu a PDU
 * @return true if it belongs to a login, and so has no digests
 */
bool
IsOfLogin(const Bytes& pdu)
{
    const auto opcode = static_cast<IscsiOpcode>(pdu[0] & 0x3f);
    return opcode == IscsiOpcode::LOGIN_REQUEST || opcode == IscsiOpcode::LOGIN_RESPONSE;
}

/**
 * @param pdus some PDUs
 * @param manner what digests they get
 * @return what they are on the wire
 */
Bytes
Frame(const std::vector<Bytes>& pdus, const Manner& manner)
{
    IscsiPduFramer framer;
    framer.SetDigests(manner.headerDigest, manner.dataDigest);
    Bytes wire;
    for (const auto& pdu : pdus)
    {
        const auto framed = framer.Frame(Create<Packet>(pdu.data(), pdu.size()));
        for (const auto& part : {framed.segments, framed.digest})
        {
            const auto bytes = part ? GetBytes(part) : Bytes();
            wire.insert(wire.end(), bytes.begin(), bytes.end());
        }
    }
    return wire;
}

/**
 * @param pdu a PDU that came out of a stream
 * @param wire the stream
 * @param manner what digests it has
 * @return true if the stream has the PDU with the digests that it must have; false for a PDU of a
 *         login, which has none
 */
bool
IsSealedIn(const Bytes& pdu, const Bytes& wire, const Manner& manner)
{
    const auto framed = Frame({pdu}, manner);
    return !IsOfLogin(pdu) &&
           std::search(wire.begin(), wire.end(), framed.begin(), framed.end()) != wire.end();
}

/**
 * Send PDUs once more with digests.
 *
 * @param pdus some PDUs
 * @param manner how
 * @return what is wrong, empty if nothing is
 */
std::string
SendAgain(std::vector<Bytes> pdus, const Manner& manner)
{
    std::erase_if(pdus, IsOfLogin);
    auto wire = Frame(pdus, manner);
    const auto good = Read(wire, manner, manner.piece);
    if (good.pdus != pdus || std::count(good.outcomes.begin(), good.outcomes.end(), Outcome::PDU) !=
                                 static_cast<std::ptrdiff_t>(pdus.size()))
    {
        return "PDUs do not come out as they went in";
    }
    if (wire.empty() || !manner.headerDigest || !manner.dataDigest)
    {
        return "";
    }
    const std::size_t bit = (manner.piece * 7919) % (wire.size() * 8);
    wire[bit / 8] ^= 1 << (bit % 8);
    auto bad = Read(wire, manner, manner.piece);
    bool damageSeen = false;
    for (std::size_t i = 0, next = 0; i < bad.outcomes.size(); i++)
    {
        const bool hasPdu = bad.outcomes[i] == Outcome::PDU;
        damageSeen = damageSeen || !hasPdu;
        // Where a length is damaged, bytes that were sent as others may make a PDU.
        if (hasPdu && !IsSealedIn(bad.pdus[next], wire, manner))
        {
            return "a PDU whose digests are wrong";
        }
        next += hasPdu || bad.outcomes[i] == Outcome::DATA_DAMAGE ? 1 : 0;
    }
    // A length that grew makes the reader wait for bytes that do not exist.
    const bool isWhole = bad.pdus.size() == pdus.size();
    return damageSeen || !isWhole ? "" : "damage that nobody saw";
}

} // namespace

std::string
IscsiFuzzTarget::ReadPdus(const uint8_t* data, std::size_t size)
{
    if (size == 0)
    {
        return "";
    }
    const Manner manner(data[0]);
    const Bytes bytes(data + 1, data + size);
    if (bytes.size() >= IscsiHeader::BHS_SIZE &&
        !IsHeaderStable(Bytes(bytes.begin(), bytes.begin() + IscsiHeader::BHS_SIZE)))
    {
        return "a header does not write what it reads";
    }
    if (Read(bytes, manner, IscsiPduAssembler::MOST_BYTES) != Read(bytes, manner, manner.piece))
    {
        return "pieces make a difference";
    }
    Manner plain = manner;
    plain.headerDigest = false;
    plain.dataDigest = false;
    return SendAgain(Read(bytes, plain, IscsiPduAssembler::MOST_BYTES).pdus, manner);
}

std::string
IscsiFuzzTarget::ReadTexts(const uint8_t* data, std::size_t size)
{
    if (size == 0)
    {
        return "";
    }
    const auto role = (data[0] & 1) != 0 ? IscsiRole::TARGET : IscsiRole::INITIATOR;
    IscsiSessionParameters proposals;
    proposals.initiatorName = "iqn.2026-01.com.example:host";
    proposals.targetName = "iqn.2026-01.com.example:disk";
    proposals.headerDigest = (data[0] & 2) != 0 ? "CRC32C,None" : "None";
    proposals.initialR2T = (data[0] & 4) != 0;
    proposals.errorRecoveryLevel = (data[0] & 8) != 0 ? 2 : 0;
    IscsiNegotiator negotiator(role, proposals);
    std::istringstream rounds(std::string(data + 1, data + size));
    for (std::string round; std::getline(rounds, round, '\2') && !round.empty();)
    {
        const auto stage = (round[0] & 1) != 0 ? IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION
                                               : IscsiLoginStage::SECURITY_NEGOTIATION;
        if (role == IscsiRole::INITIATOR)
        {
            negotiator.Offer(stage);
        }
        std::string error;
        const auto keys = IscsiTextKeys::Parse(round.substr(1), error);
        if (!keys)
        {
            return error.empty() ? "a text is refused without a reason" : "";
        }
        const auto again = IscsiTextKeys::Parse(keys->ToText(), error);
        if (!again || again->ToText() != keys->ToText())
        {
            return "a text does not come back as it was";
        }
        negotiator.Accept(*keys, stage);
        if (negotiator.HasFailed())
        {
            return negotiator.GetError().empty() ? "a failure without a reason" : "";
        }
        const auto fault = negotiator.GetResult().Validate();
        if (!fault.empty())
        {
            return "what is agreed on is wrong: " + fault;
        }
        if (role == IscsiRole::TARGET)
        {
            negotiator.Offer(stage);
        }
    }
    return "";
}

} // namespace ns3

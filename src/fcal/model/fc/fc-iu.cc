/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-iu.h"

#include "ns3/assert.h"

#include <array>

namespace ns3
{

namespace
{

/**
 * What the header of an information unit's last frame says.
 */
struct Entry
{
    const char* name; //!< as the standards print it
    FcRCtl rCtl;      //!< routing and information category
    FcType type;      //!< protocol
    uint32_t fCtl;    //!< frame control
};

// What F_CTL says of a last frame, by the place of its sequence in the exchange.
/// The originator's first: a request.
constexpr uint32_t REQUEST =
    FcHeader::FIRST_SEQUENCE | FcHeader::END_SEQUENCE | FcHeader::SEQUENCE_INITIATIVE;
/// The originator's later one, after which the responder continues.
constexpr uint32_t ORIGINATOR = FcHeader::END_SEQUENCE | FcHeader::SEQUENCE_INITIATIVE;
/// The responder's one, behind which it sends more.
constexpr uint32_t RESPONDER_MORE = FcHeader::EXCHANGE_RESPONDER | FcHeader::END_SEQUENCE;
/// The responder's one, after which the originator continues.
constexpr uint32_t RESPONDER = RESPONDER_MORE | FcHeader::SEQUENCE_INITIATIVE;
/// The responder's last: an answer.
constexpr uint32_t ANSWER = RESPONDER | FcHeader::LAST_SEQUENCE;

/// The information units in the order of FcIu.
constexpr std::array<Entry, 10> TABLE{{
    {"FCP_CMND", FcRCtl::UNSOLICITED_COMMAND, FcType::FCP, REQUEST},
    {"FCP_XFER_RDY", FcRCtl::DATA_DESCRIPTOR, FcType::FCP, RESPONDER},
    {"FCP_DATA", FcRCtl::SOLICITED_DATA, FcType::FCP, RESPONDER_MORE},
    {"FCP_DATA", FcRCtl::SOLICITED_DATA, FcType::FCP, ORIGINATOR},
    {"FCP_RSP", FcRCtl::COMMAND_STATUS, FcType::FCP, ANSWER},
    {"ELS", FcRCtl::ELS_REQUEST, FcType::EXTENDED_LINK_SERVICE, REQUEST},
    {"ELS reply", FcRCtl::ELS_REPLY, FcType::EXTENDED_LINK_SERVICE, ANSWER},
    {"ABTS", FcRCtl::ABTS, FcType::BASIC_LINK_SERVICE, ORIGINATOR},
    {"BA_ACC", FcRCtl::BA_ACC, FcType::BASIC_LINK_SERVICE, ANSWER},
    {"BA_RJT", FcRCtl::BA_RJT, FcType::BASIC_LINK_SERVICE, ANSWER},
}};

/**
 * @param iu an information unit
 * @return its entry
 */
const Entry&
GetEntry(FcIu iu)
{
    return TABLE.at(static_cast<std::size_t>(iu));
}

} // namespace

std::string
GetFcIuName(FcIu iu)
{
    return GetEntry(iu).name;
}

FcHeader
MakeFcHeader(FcIu iu, const FcExchangeIds& ids, uint8_t seqId)
{
    const auto& entry = GetEntry(iu);
    FcHeader header;
    header.rCtl = entry.rCtl;
    header.type = entry.type;
    header.fCtl = entry.fCtl;
    header.dId = ids.dId;
    header.sId = ids.sId;
    header.oxId = ids.oxId;
    header.rxId = ids.rxId;
    header.seqId = seqId;
    return header;
}

Ptr<FcFrame>
MakeFcFrame(FcIu iu, const FcExchangeIds& ids, uint8_t seqId, Ptr<Packet> payload)
{
    auto frame = Create<FcFrame>();
    frame->header = MakeFcHeader(iu, ids, seqId);
    frame->payload = payload;
    return frame;
}

Ptr<FcFrame>
MakeFcDataFrame(FcIu iu,
                const FcExchangeIds& ids,
                uint8_t seqId,
                uint16_t seqCnt,
                bool last,
                uint32_t offset,
                Ptr<Packet> data)
{
    NS_ASSERT_MSG(iu == FcIu::FCP_DATA_IN || iu == FcIu::FCP_DATA_OUT,
                  GetFcIuName(iu) << " is not data");
    auto frame = MakeFcFrame(iu, ids, seqId, data);
    auto& header = frame->header;
    header.fCtl |= FcHeader::RELATIVE_OFFSET_PRESENT;
    header.seqCnt = seqCnt;
    header.parameter = offset;
    frame->sof = seqCnt == 0 ? FcSof::SOFI3 : FcSof::SOFN3;
    if (!last)
    {
        header.fCtl &= ~(FcHeader::END_SEQUENCE | FcHeader::SEQUENCE_INITIATIVE);
        frame->eof = FcEof::EOFN;
    }
    return frame;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-plogi-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

namespace
{

/// FC-PH version of the common service parameters, highest and lowest alike (FC-PH-3).
constexpr uint8_t FC_PH_3 = 0x20;
/// Common features: continuously increasing relative offset.
constexpr uint16_t INCREASING_OFFSET = 0x8000;
/// Common features: alternate BB_Credit management.
constexpr uint16_t ALTERNATE_BB_CREDIT = 0x0800;
/// Relative offset by information category: solicited data only.
constexpr uint16_t OFFSET_OF_SOLICITED_DATA = 1 << 1;
/// Service options of a class: valid, sequential delivery.
constexpr uint16_t CLASS_3_OPTIONS = 0x8800;
/// Bytes of the service parameters of one class, and of a vendor's version.
constexpr uint32_t CLASS_SIZE = 16;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(FcPlogiHeader);

TypeId
FcPlogiHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcPlogiHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcPlogiHeader>();
    return tid;
}

TypeId
FcPlogiHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcPlogiHeader::FcPlogiHeader()
    : FcIuHeader(SIZE)
{
}

void
FcPlogiHeader::Encode(Buffer::Iterator& to) const
{
    const uint16_t features =
        (increasingOffset ? INCREASING_OFFSET : 0) | (alternateBbCredit ? ALTERNATE_BB_CREDIT : 0);
    const uint16_t size = receiveDataFieldSize & MAX_DATA_FIELD_SIZE;
    to.WriteHtonU32(static_cast<uint32_t>(code) << 24);
    to.WriteU8(FC_PH_3);
    to.WriteU8(FC_PH_3);
    to.WriteHtonU16(bbCredit);
    to.WriteHtonU16(features);
    to.WriteHtonU16(size);
    to.WriteHtonU16(concurrentSequences);
    to.WriteHtonU16(OFFSET_OF_SOLICITED_DATA);
    to.WriteHtonU32(eDTov);
    to.WriteHtonU64(portName);
    to.WriteHtonU64(nodeName);
    to.WriteU8(0, 2 * CLASS_SIZE); // classes 1 and 2
    to.WriteHtonU16(CLASS_3_OPTIONS);
    to.WriteHtonU32(0); // initiator and recipient control
    to.WriteHtonU16(size);
    to.WriteHtonU16(concurrentSequences);
    to.WriteHtonU16(0); // end-to-end credit, of no use in class 3
    to.WriteHtonU16(openSequences);
    to.WriteHtonU16(0);
    to.WriteU8(0, 2 * CLASS_SIZE); // class 4 and vendor version
}

bool
FcPlogiHeader::Decode(Buffer::Iterator& from)
{
    const auto read = static_cast<FcElsCode>(from.ReadU8());
    if (read != FcElsCode::PLOGI && read != FcElsCode::LS_ACC)
    {
        return false;
    }
    code = read;
    from.Next(5); // rest of the word, FC-PH versions
    bbCredit = from.ReadNtohU16();
    const auto features = from.ReadNtohU16();
    increasingOffset = features & INCREASING_OFFSET;
    alternateBbCredit = features & ALTERNATE_BB_CREDIT;
    receiveDataFieldSize = from.ReadNtohU16() & MAX_DATA_FIELD_SIZE;
    concurrentSequences = from.ReadNtohU16();
    from.Next(2); // relative offset by category
    eDTov = from.ReadNtohU32();
    portName = from.ReadNtohU64();
    nodeName = from.ReadNtohU64();
    from.Next(2 * CLASS_SIZE + 12); // to the sequences of class 3
    openSequences = from.ReadNtohU16();
    return true;
}

void
FcPlogiHeader::Print(std::ostream& os) const
{
    os << GetFcElsCodeName(code) << " BB_Credit=" << bbCredit
       << (alternateBbCredit ? " alternate" : "") << (increasingOffset ? " increasing-offset" : "")
       << " data-field-size=" << receiveDataFieldSize << " port=0x" << std::hex << portName
       << " node=0x" << nodeName << std::dec << " sequences=" << concurrentSequences
       << " open-sequences=" << openSequences << " E_D_TOV=" << eDTov;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-inquiry.h"

#include "scsi-bytes.h"
#include "scsi-copy-list.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// Bytes of standard INQUIRY data up to the end of the version descriptors and what is reserved
/// behind them.
constexpr std::size_t STANDARD_SIZE = 96;
/// Where the version descriptors begin.
constexpr std::size_t VERSION_DESCRIPTORS = 58;
/// Bytes of the block limits and the block device characteristics page (SBC-3, 6.5.2 and 6.5.3).
constexpr std::size_t BLOCK_PAGE_SIZE = 64;
/// Bytes of the logical block provisioning page without group descriptor (SBC-3, 6.5.4).
constexpr std::size_t PROVISIONING_PAGE_SIZE = 8;
/// LBPU, LBPWS, LBPWS10 and LBPRZ: UNMAP and both WRITE SAME unmap, what is unmapped reads zeros.
constexpr uint8_t PROVISIONING_FLAGS = 0xe4;
/// PROVISIONING TYPE 010b: thin.
constexpr uint8_t THIN = 0x02;
/// RMB in byte 1 of standard INQUIRY data: the medium can be removed.
constexpr uint8_t RMB = 0x80;
/// WABEREQ and WACEREQ 01b in byte 7 of the block device characteristics page: after a block erase
/// or a cryptographic erase blocks read without error, before they are written.
constexpr uint8_t ERASED_READ_WELL = 0x50;
/// WSNZ in the block limits page: WRITE SAME of zero blocks is refused.
constexpr uint8_t WSNZ = 0x01;
/// Code set of a designator: ASCII (SPC-4, 7.8.6.1).
constexpr uint8_t CODE_SET_ASCII = 0x02;
/// Code set of a designator: binary.
constexpr uint8_t CODE_SET_BINARY = 0x01;
/// Designator type: T10 vendor identification and what the vendor makes of it.
constexpr uint8_t DESIGNATOR_T10 = 0x01;
/// Designator type: NAA.
constexpr uint8_t DESIGNATOR_NAA = 0x03;
/// Designator type: relative target port identifier.
constexpr uint8_t DESIGNATOR_TARGET_PORT = 0x04;
/// Designator type: target port group.
constexpr uint8_t DESIGNATOR_PORT_GROUP = 0x05;
/// ASSOCIATION of a designator, beside its type: the target port.
constexpr uint8_t OF_TARGET_PORT = 0x10;
/// TPGS in byte 5 of standard INQUIRY data: implicit and explicit asymmetric access (SPC-4, 6.6.2).
constexpr uint8_t TPGS = 0x30;
/// 3PC in byte 5: there is a copy manager.
constexpr uint8_t THIRD_PARTY_COPY = 0x08;
/// Number of bits behind the NAA field of a locally assigned designator (SPC-4, 7.8.6.6.4).
constexpr unsigned NAA_LOCAL_BITS = 60;
/// NAA: locally assigned.
constexpr uint64_t NAA_LOCAL = 0x3;

/**
 * @param text the text
 * @param width bytes of its field
 * @return the text filled up with blanks, or cut, to the width (SPC-4, 4.3.1, left-aligned)
 */
std::string
Pad(const std::string& text, std::size_t width)
{
    auto padded = text;
    padded.resize(width, ' ');
    return padded;
}

/**
 * A number that differs between units: FNV-1a of vendor, product and serial number.
 *
 * @param text what to hash
 * @return the hash
 */
uint64_t
Hash(const std::string& text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const auto character : text)
    {
        hash = (hash ^ static_cast<uint8_t>(character)) * 0x100000001b3;
    }
    return hash;
}

/**
 * @param identity who answers
 * @param page the page code
 * @param size bytes of the whole page
 * @return a page of zeros behind its header
 */
std::vector<uint8_t>
MakePage(const ScsiIdentity& identity, ScsiVpdPage page, std::size_t size)
{
    std::vector<uint8_t> bytes(size);
    bytes[0] = identity.peripheral;
    bytes[1] = static_cast<uint8_t>(page);
    PutScsiNumber(&bytes[2], 2, size - 4);
    return bytes;
}

/**
 * @param identity who answers
 * @param page a page
 * @return true if there is such a page
 */
bool
HasPage(const ScsiIdentity& identity, ScsiVpdPage page)
{
    switch (page)
    {
    case ScsiVpdPage::LOGICAL_BLOCK_PROVISIONING:
        return identity.maxUnmapBlocks > 0;
    case ScsiVpdPage::THIRD_PARTY_COPY:
        return identity.copyBlockSize > 0;
    default:
        return true;
    }
}

/**
 * @param identity who answers
 * @return the list of pages (SPC-4, 7.8.16)
 */
std::vector<uint8_t>
MakeSupportedPages(const ScsiIdentity& identity)
{
    static constexpr std::array PAGES{ScsiVpdPage::SUPPORTED_PAGES,
                                      ScsiVpdPage::UNIT_SERIAL_NUMBER,
                                      ScsiVpdPage::DEVICE_IDENTIFICATION,
                                      ScsiVpdPage::THIRD_PARTY_COPY,
                                      ScsiVpdPage::BLOCK_LIMITS,
                                      ScsiVpdPage::BLOCK_DEVICE_CHARACTERISTICS,
                                      ScsiVpdPage::LOGICAL_BLOCK_PROVISIONING};
    auto bytes = MakePage(identity, ScsiVpdPage::SUPPORTED_PAGES, 4);
    for (const auto page : PAGES)
    {
        if (HasPage(identity, page))
        {
            bytes.push_back(static_cast<uint8_t>(page));
        }
    }
    PutScsiNumber(&bytes[2], 2, bytes.size() - 4);
    return bytes;
}

/**
 * @param identity who answers
 * @return the serial number (SPC-4, 7.8.18)
 */
std::vector<uint8_t>
MakeSerialPage(const ScsiIdentity& identity)
{
    const auto& serial = identity.serial;
    auto bytes = MakePage(identity, ScsiVpdPage::UNIT_SERIAL_NUMBER, 4 + serial.size());
    std::copy(serial.begin(), serial.end(), bytes.begin() + 4);
    return bytes;
}

/**
 * @param codeSet code set
 * @param type designator type, and its association
 * @param value what it says
 * @return a designator with its header (SPC-4, 7.8.6.1)
 */
std::vector<uint8_t>
MakeDesignator(uint8_t codeSet, uint8_t type, const std::vector<uint8_t>& value)
{
    std::vector<uint8_t> bytes(4 + value.size());
    bytes[0] = codeSet;
    bytes[1] = type;
    bytes[3] = static_cast<uint8_t>(value.size());
    std::copy(value.begin(), value.end(), bytes.begin() + 4);
    return bytes;
}

/**
 * @param type designator type of a number that names a port or a group of ports
 * @param number the number
 * @return the designator (SPC-4, 7.8.6.7 and 7.8.6.8)
 */
std::vector<uint8_t>
MakePortDesignator(uint8_t type, uint16_t number)
{
    std::vector<uint8_t> value(4);
    PutScsiNumber(&value[2], 2, number);
    return MakeDesignator(CODE_SET_BINARY, OF_TARGET_PORT | type, value);
}

/**
 * @param identity a logical unit
 * @return its designators: T10 vendor, and locally assigned NAA
 */
std::array<std::vector<uint8_t>, 2>
MakeUnitDesignators(const ScsiIdentity& identity)
{
    const auto name = Pad(identity.vendor, 8) + Pad(identity.product, 16) + identity.serial;
    const auto unique = Hash(name) >> (64 - NAA_LOCAL_BITS);
    std::vector<uint8_t> naa(8);
    PutScsiNumber(naa.data(), 8, NAA_LOCAL << NAA_LOCAL_BITS | unique);
    return {MakeDesignator(CODE_SET_ASCII, DESIGNATOR_T10, {name.begin(), name.end()}),
            MakeDesignator(CODE_SET_BINARY, DESIGNATOR_NAA, naa)};
}

/**
 * @param identity who answers
 * @return the designators of the logical unit, and those of the target port if access is asymmetric
 *         (SPC-4, 7.8.6)
 */
std::vector<uint8_t>
MakeIdentificationPage(const ScsiIdentity& identity)
{
    auto bytes = MakePage(identity, ScsiVpdPage::DEVICE_IDENTIFICATION, 4);
    const auto append = [&bytes](const std::vector<uint8_t>& designator) {
        bytes.insert(bytes.end(), designator.begin(), designator.end());
    };
    for (const auto& designator : MakeUnitDesignators(identity))
    {
        append(designator);
    }
    if (identity.port)
    {
        append(MakePortDesignator(DESIGNATOR_TARGET_PORT, identity.port->port));
        append(MakePortDesignator(DESIGNATOR_PORT_GROUP, identity.port->group));
    }
    PutScsiNumber(&bytes[2], 2, bytes.size() - 4);
    return bytes;
}

/**
 * @param identity who answers
 * @return what the copy manager takes (SPC-4, 7.8.17)
 */
std::vector<uint8_t>
MakeThirdPartyCopyPage(const ScsiIdentity& identity)
{
    auto bytes = MakePage(identity, ScsiVpdPage::THIRD_PARTY_COPY, 4);
    const auto descriptors = MakeScsiThirdPartyCopyDescriptors(identity.copyBlockSize);
    bytes.insert(bytes.end(), descriptors.begin(), descriptors.end());
    PutScsiNumber(&bytes[2], 2, descriptors.size());
    return bytes;
}

/**
 * @param identity who answers
 * @return the block limits (SBC-3, 6.5.3; those of atomic writes are SBC-4's)
 */
std::vector<uint8_t>
MakeBlockLimitsPage(const ScsiIdentity& identity)
{
    auto bytes = MakePage(identity, ScsiVpdPage::BLOCK_LIMITS, BLOCK_PAGE_SIZE);
    PutScsiNumber(&bytes[8], 4, identity.maxTransferBlocks);
    bytes[5] = identity.maxCompareBlocks;
    if (identity.maxUnmapBlocks > 0)
    {
        bytes[4] = identity.refusesNoBlocks ? WSNZ : 0;
        PutScsiNumber(&bytes[20], 4, identity.maxUnmapBlocks);
        PutScsiNumber(&bytes[24], 4, identity.maxUnmapRuns);
        PutScsiNumber(&bytes[36], 8, identity.maxUnmapBlocks);
    }
    const auto& atomic = identity.atomic;
    PutScsiNumber(&bytes[44], 4, atomic.maxBlocks);
    PutScsiNumber(&bytes[48], 4, atomic.alignment);
    PutScsiNumber(&bytes[52], 4, atomic.granularity);
    PutScsiNumber(&bytes[56], 4, atomic.maxBlocksWithBoundary);
    PutScsiNumber(&bytes[60], 4, atomic.maxBoundary);
    return bytes;
}

/**
 * @param identity who answers
 * @return the block device characteristics (SBC-3, 6.5.2; what follows an erase is SBC-4's)
 */
std::vector<uint8_t>
MakeCharacteristicsPage(const ScsiIdentity& identity)
{
    auto bytes = MakePage(identity, ScsiVpdPage::BLOCK_DEVICE_CHARACTERISTICS, BLOCK_PAGE_SIZE);
    PutScsiNumber(&bytes[4], 2, identity.rotationRate);
    bytes[7] = identity.canErase ? ERASED_READ_WELL : 0;
    return bytes;
}

/**
 * @param identity who answers
 * @return what the disk says of unmapping (SBC-3, 6.5.4)
 */
std::vector<uint8_t>
MakeProvisioningPage(const ScsiIdentity& identity)
{
    auto bytes =
        MakePage(identity, ScsiVpdPage::LOGICAL_BLOCK_PROVISIONING, PROVISIONING_PAGE_SIZE);
    bytes[5] = PROVISIONING_FLAGS;
    bytes[6] = THIN;
    return bytes;
}

} // namespace

std::vector<uint8_t>
MakeScsiInquiryData(const ScsiIdentity& identity)
{
    // SAM-5, SPC-4 and SBC-3, no version claimed (SPC-4, 6.6.2, table of version descriptors).
    static constexpr std::array<uint16_t, 3> VERSIONS{0x00a0, 0x0460, 0x04c0};
    std::vector<uint8_t> bytes(STANDARD_SIZE);
    bytes[0] = identity.peripheral;
    bytes[1] = identity.isRemovable ? RMB : 0;
    bytes[2] = 0x06; // VERSION: SPC-4
    bytes[3] = 0x12; // HISUP, RESPONSE DATA FORMAT 2
    bytes[4] = STANDARD_SIZE - 5;
    bytes[5] = (identity.port ? TPGS : 0) | (identity.copyBlockSize > 0 ? THIRD_PARTY_COPY : 0);
    bytes[7] = 0x02; // CMDQUE
    const auto text =
        Pad(identity.vendor, 8) + Pad(identity.product, 16) + Pad(identity.revision, 4);
    std::copy(text.begin(), text.end(), bytes.begin() + 8);
    for (std::size_t i = 0; i < VERSIONS.size(); ++i)
    {
        PutScsiNumber(&bytes[VERSION_DESCRIPTORS + 2 * i], 2, VERSIONS[i]);
    }
    return bytes;
}

std::optional<std::vector<uint8_t>>
MakeScsiVpdPage(const ScsiIdentity& identity, uint8_t page)
{
    const auto code = static_cast<ScsiVpdPage>(page);
    if (!HasPage(identity, code))
    {
        return std::nullopt;
    }
    switch (code)
    {
    case ScsiVpdPage::SUPPORTED_PAGES:
        return MakeSupportedPages(identity);
    case ScsiVpdPage::UNIT_SERIAL_NUMBER:
        return MakeSerialPage(identity);
    case ScsiVpdPage::DEVICE_IDENTIFICATION:
        return MakeIdentificationPage(identity);
    case ScsiVpdPage::THIRD_PARTY_COPY:
        return MakeThirdPartyCopyPage(identity);
    case ScsiVpdPage::BLOCK_LIMITS:
        return MakeBlockLimitsPage(identity);
    case ScsiVpdPage::BLOCK_DEVICE_CHARACTERISTICS:
        return MakeCharacteristicsPage(identity);
    case ScsiVpdPage::LOGICAL_BLOCK_PROVISIONING:
        return MakeProvisioningPage(identity);
    }
    return std::nullopt;
}

bool
IsScsiDesignatorOf(const ScsiIdentity& identity, const std::vector<uint8_t>& designator)
{
    const auto own = MakeUnitDesignators(identity);
    return std::find(own.begin(), own.end(), designator) != own.end();
}

std::optional<std::vector<uint8_t>>
MakeScsiInquiryResponse(const ScsiIdentity& identity, const ScsiInquiryCdb& cdb)
{
    if (cdb.evpd)
    {
        return MakeScsiVpdPage(identity, cdb.page);
    }
    if (cdb.page != 0)
    {
        return std::nullopt;
    }
    return MakeScsiInquiryData(identity);
}

} // namespace ns3

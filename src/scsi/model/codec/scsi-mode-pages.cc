/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-mode-pages.h"

#include "scsi-bytes.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// DPOFUA in the device-specific parameter: DPO and FUA are accepted (SBC-3, 6.4.1).
constexpr uint8_t DPOFUA = 0x10;
/// WCE in byte 2 of the caching mode page: a write cache is on.
constexpr uint8_t WCE = 0x04;
/// RCD in byte 2 of the caching mode page: the read cache is off.
constexpr uint8_t RCD = 0x01;
/// Page code of the caching mode page.
constexpr uint8_t CACHING_PAGE = ScsiModeSenseCdb::CACHING_PAGE;
/// Page code of the control mode page.
constexpr uint8_t CONTROL_PAGE = 0x0a;
/// Page code of the informational exceptions control mode page.
constexpr uint8_t EXCEPTIONS_PAGE = 0x1c;
/// DEXCPT in byte 2 of the informational exceptions control mode page: none are reported.
constexpr uint8_t EXCEPTIONS_DISABLED = 0x08;
/// WP in the device-specific parameter: the medium is write protected (SBC-3, 6.4.1).
constexpr uint8_t WRITE_PROTECTED = 0x80;
/// D_SENSE in byte 2 of the control mode page.
constexpr uint8_t D_SENSE = 0x04;
/// SWP in byte 4 of the control mode page.
constexpr uint8_t SWP = 0x08;
/// TAS in byte 5 of the control mode page.
constexpr uint8_t TAS = 0x40;
/// QUEUE ALGORITHM MODIFIER 1h in the control mode page: reordering is allowed.
constexpr uint8_t UNRESTRICTED_REORDERING = 0x10;
/// The page code in byte 0 of a mode page.
constexpr uint8_t CODE_MASK = 0x3f;
/// SPF in byte 0 of a mode page: it is a subpage.
constexpr uint8_t SUBPAGE_FORMAT = 0x40;
/// LONGLBA in byte 4 of the header of the 10-byte commands.
constexpr uint8_t LONG_LBA = 0x01;

/**
 * @param blockCount number of blocks
 * @param blockSize bytes in a block
 * @return the short LBA mode parameter block descriptor of a disk (SBC-3, 6.4.2.2)
 */
std::vector<uint8_t>
MakeShortDescriptor(uint64_t blockCount, uint32_t blockSize)
{
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 4, std::min<uint64_t>(blockCount, UINT32_MAX));
    AppendScsiNumber(bytes, 4, blockSize);
    return bytes;
}

/**
 * @param blockCount number of blocks
 * @param blockSize bytes in a block
 * @return the long LBA mode parameter block descriptor (SBC-3, 6.4.2.3)
 */
std::vector<uint8_t>
MakeLongDescriptor(uint64_t blockCount, uint32_t blockSize)
{
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 8, blockCount);
    AppendScsiNumber(bytes, 4, 0);
    AppendScsiNumber(bytes, 4, blockSize);
    return bytes;
}

/**
 * @param code a page code
 * @param control which values: not the saved ones
 * @param values what to report
 * @return the page, empty if there is none of that code
 */
std::vector<uint8_t>
MakePage(uint8_t code, ScsiPageControl control, const ScsiModeValues& values)
{
    const bool masks = control == ScsiPageControl::CHANGEABLE;
    std::vector<uint8_t> bytes;
    if (code == CACHING_PAGE)
    {
        const auto& cache = masks                                 ? values.changeableCache
                            : control == ScsiPageControl::DEFAULT ? values.defaultCache
                                                                  : values.cache;
        // The mask has RCD where the read cache can be switched, the values where it is off.
        const uint8_t flags = (cache.writeCache ? WCE : 0) | (cache.readCache == masks ? RCD : 0);
        bytes = {CACHING_PAGE, 0x12, flags};
    }
    else if (code == CONTROL_PAGE)
    {
        const auto settings = masks ? ScsiControlSettings{true, true, true}
                              : control == ScsiPageControl::DEFAULT ? ScsiControlSettings{}
                                                                    : values.control;
        const uint8_t queueing = masks ? 0 : UNRESTRICTED_REORDERING;
        bytes = {CONTROL_PAGE,
                 0x0a,
                 settings.descriptorSense ? D_SENSE : uint8_t{0},
                 queueing,
                 settings.writeProtect ? SWP : uint8_t{0},
                 settings.tellsAborted ? TAS : uint8_t{0}};
    }
    else if (code == EXCEPTIONS_PAGE)
    {
        bytes = {EXCEPTIONS_PAGE, 0x0a, masks ? uint8_t{0} : EXCEPTIONS_DISABLED};
    }
    if (!bytes.empty())
    {
        bytes.resize(bytes[1] + 2);
    }
    return bytes;
}

/**
 * @param cdb what was asked
 * @param values what to report
 * @return the pages one after the other; empty if there is none of that code
 */
std::vector<uint8_t>
MakePages(const ScsiModeSenseCdb& cdb, const ScsiModeValues& values)
{
    std::vector<uint8_t> bytes;
    if (cdb.subpage != 0 && cdb.subpage != ScsiModeSenseCdb::ALL_SUBPAGES)
    {
        return bytes;
    }
    for (const auto code : {CACHING_PAGE, CONTROL_PAGE, EXCEPTIONS_PAGE})
    {
        if (cdb.page == ScsiModeSenseCdb::ALL_PAGES || cdb.page == code)
        {
            const auto page = MakePage(code, cdb.pageControl, values);
            bytes.insert(bytes.end(), page.begin(), page.end());
        }
    }
    return bytes;
}

/// Reads the mode parameter list of MODE SELECT, from its beginning to its end.
class ListReader
{
  public:
    /**
     * @param opcode the command
     * @param bytes the list
     * @param values the values that it may change
     */
    ListReader(ScsiOpcode opcode, const std::vector<uint8_t>& bytes, ScsiModeValues& values)
        : m_isLong(opcode == ScsiOpcode::MODE_SELECT_10),
          m_bytes(bytes),
          m_values(values)
    {
    }

    /**
     * @return what is wrong with the list, or nothing
     */
    std::optional<ScsiSense> Read()
    {
        if (m_bytes.empty())
        {
            return std::nullopt;
        }
        auto sense = ReadHead();
        while (!sense && m_at < m_bytes.size())
        {
            sense = ReadPage();
        }
        return sense;
    }

  private:
    /**
     * @param at the byte that may not be as it is
     * @return the sense data
     */
    static ScsiSense MakeFieldSense(std::size_t at)
    {
        return {ScsiSenseKey::ILLEGAL_REQUEST,
                ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
                std::nullopt,
                ScsiFieldPointer{static_cast<uint16_t>(at), std::nullopt, false}};
    }

    /**
     * @return the sense data of a list that ends too early
     */
    static ScsiSense MakeLengthSense()
    {
        return {ScsiSenseKey::ILLEGAL_REQUEST,
                ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR,
                std::nullopt};
    }

    /**
     * Read the header and the block descriptor, if there is one.
     *
     * @return what is wrong with them, or nothing
     */
    std::optional<ScsiSense> ReadHead()
    {
        const std::size_t lengthWidth = m_isLong ? 2 : 1;
        const std::size_t headerSize = m_isLong ? 8 : 4;
        if (m_bytes.size() < headerSize)
        {
            return MakeLengthSense();
        }
        // MEDIUM TYPE follows the mode data length, which means nothing here.
        if (m_bytes[lengthWidth] != 0)
        {
            return MakeFieldSense(lengthWidth);
        }
        const bool longLba = m_isLong && (m_bytes[4] & LONG_LBA);
        const auto expected = longLba
                                  ? MakeLongDescriptor(m_values.blockCount, m_values.blockSize)
                                  : MakeShortDescriptor(m_values.blockCount, m_values.blockSize);
        const auto length = GetScsiNumber(&m_bytes[headerSize - lengthWidth], lengthWidth);
        if (length != 0 && length != expected.size())
        {
            return MakeFieldSense(headerSize - lengthWidth);
        }
        m_at = headerSize + length;
        if (m_bytes.size() < m_at)
        {
            return MakeLengthSense();
        }
        return length == 0 ? std::nullopt : CheckDescriptor(headerSize, expected);
    }

    /**
     * Check that a block descriptor leaves the capacity as it is. Zero blocks mean the same (SBC-3,
     * 6.4.2.2).
     *
     * @param at where it begins
     * @param expected the one that changes nothing
     * @return what is wrong with it, or nothing
     */
    std::optional<ScsiSense> CheckDescriptor(std::size_t at, const std::vector<uint8_t>& expected)
    {
        const auto countWidth = expected.size() / 2;
        const bool keeps = GetScsiNumber(&m_bytes[at], countWidth) == 0;
        for (auto i = keeps ? countWidth : 0; i < expected.size(); ++i)
        {
            if (m_bytes[at + i] != expected[i])
            {
                return MakeFieldSense(at + i);
            }
        }
        return std::nullopt;
    }

    /**
     * Read the next page.
     *
     * @return what is wrong with it, or nothing
     */
    std::optional<ScsiSense> ReadPage()
    {
        const auto left = m_bytes.size() - m_at;
        const auto code = m_bytes[m_at] & CODE_MASK;
        const auto current = MakePage(code, ScsiPageControl::CURRENT, m_values);
        if (current.empty() || m_bytes[m_at] & SUBPAGE_FORMAT)
        {
            return MakeFieldSense(m_at);
        }
        if (left >= 2 && m_bytes[m_at + 1] != current[1])
        {
            return MakeFieldSense(m_at + 1);
        }
        if (left < current.size())
        {
            return MakeLengthSense();
        }
        const auto mask = MakePage(code, ScsiPageControl::CHANGEABLE, m_values);
        for (std::size_t i = 2; i < current.size(); ++i)
        {
            if ((m_bytes[m_at + i] ^ current[i]) & ~mask[i])
            {
                return MakeFieldSense(m_at + i);
            }
        }
        if (code == CACHING_PAGE)
        {
            const auto flags = m_bytes[m_at + 2];
            m_values.cache = {(flags & WCE) != 0, (flags & RCD) == 0};
        }
        if (code == CONTROL_PAGE)
        {
            const auto* page = &m_bytes[m_at];
            m_values.control = {(page[2] & D_SENSE) != 0,
                                (page[4] & SWP) != 0,
                                (page[5] & TAS) != 0};
        }
        m_at += current.size();
        return std::nullopt;
    }

    bool m_isLong;                       //!< true for MODE SELECT(10)
    const std::vector<uint8_t>& m_bytes; //!< the list
    ScsiModeValues& m_values;            //!< the values that it may change
    std::size_t m_at{0};                 //!< where the next page begins
};

} // namespace

std::optional<std::vector<uint8_t>>
MakeScsiModeParameters(const ScsiModeSenseCdb& cdb, const ScsiModeValues& values)
{
    const auto pages = MakePages(cdb, values);
    if (pages.empty())
    {
        return std::nullopt;
    }
    std::vector<uint8_t> descriptor;
    if (!cdb.disableBlockDescriptors)
    {
        descriptor = cdb.longLbaAccepted ? MakeLongDescriptor(values.blockCount, values.blockSize)
                                         : MakeShortDescriptor(values.blockCount, values.blockSize);
    }
    const bool isLong = cdb.opcode == ScsiOpcode::MODE_SENSE_10;
    const std::size_t lengthWidth = isLong ? 2 : 1;
    const std::size_t headerSize = isLong ? 8 : 4;
    std::vector<uint8_t> bytes(headerSize);
    // MODE DATA LENGTH does not count itself.
    PutScsiNumber(&bytes[0],
                  lengthWidth,
                  headerSize + descriptor.size() + pages.size() - lengthWidth);
    const bool isProtected = values.isReadOnly || values.control.writeProtect;
    bytes[lengthWidth + 1] = DPOFUA | (isProtected ? WRITE_PROTECTED : 0);
    if (isLong)
    {
        bytes[4] = descriptor.size() == 16 ? LONG_LBA : 0;
    }
    PutScsiNumber(&bytes[headerSize - lengthWidth], lengthWidth, descriptor.size());
    bytes.insert(bytes.end(), descriptor.begin(), descriptor.end());
    bytes.insert(bytes.end(), pages.begin(), pages.end());
    return bytes;
}

std::optional<ScsiSense>
ReadScsiModeParameters(ScsiOpcode opcode, const std::vector<uint8_t>& bytes, ScsiModeValues& values)
{
    return ListReader(opcode, bytes, values).Read();
}

std::optional<BlockCacheSettings>
FindScsiCacheSettings(const std::vector<uint8_t>& bytes)
{
    // The descriptor's length, at the end of the header, says where the page begins.
    const std::size_t at = bytes.size() < 4 ? 0 : 4 + bytes[3];
    if (at == 0 || bytes.size() < at + 3 || (bytes[at] & CODE_MASK) != CACHING_PAGE)
    {
        return std::nullopt;
    }
    const auto flags = bytes[at + 2];
    return BlockCacheSettings{(flags & WCE) != 0, (flags & RCD) == 0};
}

} // namespace ns3

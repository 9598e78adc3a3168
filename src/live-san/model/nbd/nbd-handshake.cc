/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-handshake.h"

#include "ns3/log.h"
#include "ns3/scsi-bytes.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NbdHandshake");

namespace
{

/// Bytes of the client's flags.
constexpr uint32_t FLAGS_SIZE = 4;
/// Bytes of an option's head: magic, option, length.
constexpr uint32_t HEAD_SIZE = 16;
/// Most data of an option: the longest name, and more kinds of information than there are.
constexpr uint32_t MOST_DATA = 8192;
/// Zeros behind an export, unless client and server do without.
constexpr std::size_t PADDING = 124;
/// What clients do best to read and write, bytes: a page, and a physical block of most drives.
constexpr uint32_t PREFERRED_SIZE = 4096;

/**
 * Append a text.
 *
 * @param bytes what to append to
 * @param text the text
 */
void
AppendText(std::vector<uint8_t>& bytes, const std::string& text)
{
    bytes.insert(bytes.end(), text.begin(), text.end());
}

} // namespace

NbdHandshake::NbdHandshake(const std::vector<NbdExport>& exports)
    : m_exports(exports)
{
    AppendScsiNumber(m_output, 8, NbdMagic::GREETING);
    AppendScsiNumber(m_output, 8, NbdMagic::OPTION);
    AppendScsiNumber(m_output, 2, NbdHandshakeFlags::FIXED_NEWSTYLE | NbdHandshakeFlags::NO_ZEROES);
    Await(State::FLAGS, FLAGS_SIZE);
}

void
NbdHandshake::Await(State state, uint32_t length)
{
    m_state = state;
    m_missing = length;
    m_piece.clear();
}

std::size_t
NbdHandshake::Receive(const uint8_t* bytes, std::size_t length)
{
    if (m_state == State::CHOSEN || m_state == State::CLOSED)
    {
        return 0;
    }
    const auto taken = std::min<std::size_t>(length, m_missing);
    m_missing -= taken;
    if (m_state != State::SKIPPING)
    {
        m_piece.insert(m_piece.end(), bytes, bytes + taken);
    }
    if (m_missing == 0)
    {
        HandlePiece();
    }
    return taken;
}

void
NbdHandshake::HandlePiece()
{
    switch (m_state)
    {
    case State::FLAGS:
        HandleFlags();
        return;
    case State::OPTION:
        HandleHead();
        return;
    case State::DATA:
        HandleOption();
        break;
    case State::SKIPPING:
        Refuse(NbdOptionReply::TOO_BIG, "too many bytes for an option");
        break;
    default:
        break;
    }
    if (m_state == State::DATA || m_state == State::SKIPPING)
    {
        Await(State::OPTION, HEAD_SIZE);
    }
}

void
NbdHandshake::HandleFlags()
{
    const auto flags = static_cast<uint32_t>(GetScsiNumber(m_piece.data(), FLAGS_SIZE));
    constexpr uint32_t KNOWN = NbdHandshakeFlags::FIXED_NEWSTYLE | NbdHandshakeFlags::NO_ZEROES;
    m_hasPadding = !(flags & NbdHandshakeFlags::NO_ZEROES);
    Await((flags & ~KNOWN) == 0 ? State::OPTION : State::CLOSED, HEAD_SIZE);
}

void
NbdHandshake::HandleHead()
{
    if (GetScsiNumber(m_piece.data(), 8) != NbdMagic::OPTION)
    {
        NS_LOG_WARN("a client sends no options");
        m_state = State::CLOSED;
        return;
    }
    m_option = static_cast<uint32_t>(GetScsiNumber(&m_piece[8], 4));
    const auto length = static_cast<uint32_t>(GetScsiNumber(&m_piece[12], 4));
    Await(length > MOST_DATA ? State::SKIPPING : State::DATA, length);
    if (length == 0)
    {
        HandlePiece();
    }
}

void
NbdHandshake::HandleOption()
{
    NS_LOG_DEBUG("option " << m_option << ", " << m_piece.size() << " bytes");
    switch (static_cast<NbdOption>(m_option))
    {
    case NbdOption::EXPORT_NAME:
        SendExport();
        return;
    case NbdOption::ABORT:
        Reply(NbdOptionReply::ACK);
        m_state = State::CLOSED;
        return;
    case NbdOption::LIST:
        SendList();
        return;
    case NbdOption::INFO:
    case NbdOption::GO:
        SendInfo();
        return;
    case NbdOption::STRUCTURED_REPLY:
        if (!m_piece.empty())
        {
            Refuse(NbdOptionReply::INVALID, "this option has no data");
            return;
        }
        m_isStructured = true;
        Reply(NbdOptionReply::ACK);
        return;
    }
    Refuse(NbdOptionReply::UNSUPPORTED, "there is no such option here");
}

void
NbdHandshake::SendExport()
{
    m_chosen = Find({m_piece.begin(), m_piece.end()});
    if (!m_chosen)
    {
        NS_LOG_WARN("a client wants an export that there is not");
        m_state = State::CLOSED;
        return;
    }
    m_state = State::CHOSEN;
    AppendScsiNumber(m_output, 8, m_chosen->size);
    AppendScsiNumber(m_output, 2, GetFlags(*m_chosen));
    m_output.resize(m_output.size() + (m_hasPadding ? PADDING : 0));
}

void
NbdHandshake::SendList()
{
    if (!m_piece.empty())
    {
        Refuse(NbdOptionReply::INVALID, "this option has no data");
        return;
    }
    for (const auto& disk : m_exports)
    {
        std::vector<uint8_t> data;
        AppendScsiNumber(data, 4, disk.name.size());
        AppendText(data, disk.name);
        AppendText(data, disk.description);
        Reply(NbdOptionReply::SERVER, data);
    }
    Reply(NbdOptionReply::ACK);
}

bool
NbdHandshake::ReadInfo(std::string& name, std::vector<NbdInfo>& asked) const
{
    const auto size = m_piece.size();
    if (size < 6)
    {
        return false;
    }
    const auto length = GetScsiNumber(m_piece.data(), 4);
    if (length > size - 6)
    {
        return false;
    }
    const auto* rest = m_piece.data() + 4 + length;
    const auto count = GetScsiNumber(rest, 2);
    if (size != 6 + length + 2 * count)
    {
        return false;
    }
    name.assign(m_piece.begin() + 4, m_piece.begin() + 4 + static_cast<std::ptrdiff_t>(length));
    for (std::size_t i = 1; i <= count; ++i)
    {
        asked.push_back(static_cast<NbdInfo>(GetScsiNumber(rest + 2 * i, 2)));
    }
    return true;
}

void
NbdHandshake::SendInfo()
{
    std::string name;
    std::vector<NbdInfo> asked;
    if (!ReadInfo(name, asked))
    {
        Refuse(NbdOptionReply::INVALID, "the lengths in this option contradict each other");
        return;
    }
    const auto* disk = Find(name);
    if (!disk)
    {
        Refuse(NbdOptionReply::UNKNOWN, "there is no such export");
        return;
    }
    // Block sizes are for all, as some clients do not ask and heed them none the less.
    SendInfoOf(*disk, NbdInfo::EXPORT);
    SendInfoOf(*disk, NbdInfo::BLOCK_SIZE);
    for (const auto info : {NbdInfo::NAME, NbdInfo::DESCRIPTION})
    {
        if (std::find(asked.begin(), asked.end(), info) != asked.end())
        {
            SendInfoOf(*disk, info);
        }
    }
    Reply(NbdOptionReply::ACK);
    if (static_cast<NbdOption>(m_option) == NbdOption::GO)
    {
        m_chosen = disk;
        m_state = State::CHOSEN;
    }
}

void
NbdHandshake::SendInfoOf(const NbdExport& disk, NbdInfo info)
{
    std::vector<uint8_t> data;
    AppendScsiNumber(data, 2, static_cast<uint16_t>(info));
    switch (info)
    {
    case NbdInfo::EXPORT:
        AppendScsiNumber(data, 8, disk.size);
        AppendScsiNumber(data, 2, GetFlags(disk));
        break;
    case NbdInfo::NAME:
        AppendText(data, disk.name);
        break;
    case NbdInfo::DESCRIPTION:
        AppendText(data, disk.description);
        break;
    case NbdInfo::BLOCK_SIZE:
        AppendScsiNumber(data, 4, disk.blockSize);
        AppendScsiNumber(data, 4, std::max(disk.blockSize, PREFERRED_SIZE));
        AppendScsiNumber(data, 4, NbdMagic::LARGEST_TRANSFER);
        break;
    }
    Reply(NbdOptionReply::INFO, data);
}

void
NbdHandshake::Reply(NbdOptionReply type, const std::vector<uint8_t>& data)
{
    AppendScsiNumber(m_output, 8, NbdMagic::OPTION_REPLY);
    AppendScsiNumber(m_output, 4, m_option);
    AppendScsiNumber(m_output, 4, static_cast<uint32_t>(type));
    AppendScsiNumber(m_output, 4, data.size());
    m_output.insert(m_output.end(), data.begin(), data.end());
}

void
NbdHandshake::Refuse(NbdOptionReply type, const std::string& text)
{
    NS_LOG_DEBUG("option " << m_option << " refused: " << text);
    if (static_cast<NbdOption>(m_option) == NbdOption::EXPORT_NAME)
    {
        m_state = State::CLOSED;
        return;
    }
    Reply(type, {text.begin(), text.end()});
}

const NbdExport*
NbdHandshake::Find(const std::string& name) const
{
    const auto found = std::find_if(m_exports.begin(), m_exports.end(), [&](const auto& disk) {
        return name.empty() || disk.name == name;
    });
    return found == m_exports.end() ? nullptr : &*found;
}

uint16_t
NbdHandshake::GetFlags(const NbdExport& disk) const
{
    return disk.flags | (m_isStructured ? NbdExportFlags::SEND_DF : 0);
}

std::vector<uint8_t>
NbdHandshake::TakeOutput()
{
    return std::exchange(m_output, {});
}

bool
NbdHandshake::IsClosed() const
{
    return m_state == State::CLOSED;
}

const NbdExport*
NbdHandshake::GetExport() const
{
    return m_chosen;
}

bool
NbdHandshake::HasStructuredReplies() const
{
    return m_isStructured;
}

} // namespace ns3

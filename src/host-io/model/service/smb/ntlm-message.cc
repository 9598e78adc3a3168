/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ntlm-message.h"

#include "smb2-text.h"

#include "ns3/file-service-message.h"

#include <cstddef>

namespace ns3
{

namespace
{

constexpr std::string_view NTLM_SIGNATURE{"NTLMSSP\0", 8}; //!< of each message
constexpr uint32_t NTLM_CHALLENGE_BYTES = 48;              //!< of a challenge without names
constexpr uint32_t NTLM_AUTHENTICATE_BYTES = 64;           //!< of the last without its fields
constexpr std::size_t NTLM_USER_LENGTH = 36;               //!< where the last has UserNameLen

/// AvId of AV_PAIRs.
enum NtlmPair : uint16_t
{
    END = 0,             //!< the last
    COMPUTER = 1,        //!< MsvAvNbComputerName
    DOMAIN_NAME = 2,     //!< MsvAvNbDomainName
    SERVER_TIMESTAMP = 7 //!< MsvAvTimestamp
};

/**
 * @param kind kind of a message
 * @return its begin
 */
FileServiceWriter
BeginNtlm(NtlmMessage::Kind kind)
{
    FileServiceWriter to;
    to.PutBytes(NTLM_SIGNATURE);
    to.PutLittle32(static_cast<uint32_t>(kind));
    return to;
}

/// Writes fields of a message, whose bytes are behind its fixed part.
class NtlmFields
{
  public:
    /**
     * @param to the fixed part
     * @param offset bytes of it
     */
    NtlmFields(FileServiceWriter& to, uint32_t offset)
        : m_to(to),
          m_offset(offset)
    {
    }

    /// Write length, room and offset of something.
    void Put(const std::string& bytes)
    {
        m_to.PutLittle16(bytes.size());
        m_to.PutLittle16(bytes.size());
        m_to.PutLittle32(m_offset + m_bytes.size());
        m_bytes += bytes;
    }

    /// @return the bytes
    const std::string& GetBytes() const
    {
        return m_bytes;
    }

  private:
    FileServiceWriter& m_to; //!< the fixed part
    uint32_t m_offset;       //!< its bytes
    std::string m_bytes;     //!< what is behind it
};

} // namespace

std::string
NtlmMessage::Find(const std::string& blob)
{
    const auto at = blob.find(NTLM_SIGNATURE);
    return at == std::string::npos ? "" : blob.substr(at);
}

NtlmMessage::Kind
NtlmMessage::GetKind(std::string_view token)
{
    const auto kind = token.size() < NTLM_SIGNATURE.size() + 4 ? 0 : token[NTLM_SIGNATURE.size()];
    return kind >= 1 && kind <= 3 ? static_cast<Kind>(kind) : Kind::NONE;
}

std::string
NtlmNegotiate::Serialize() const
{
    auto to = BeginNtlm(NtlmMessage::Kind::NEGOTIATE);
    to.PutLittle32(flags);
    to.PutZeros(16);
    return to.GetText();
}

std::string
NtlmChallenge::MakeInformation(const std::string& name)
{
    FileServiceWriter to;
    for (const auto kind : {DOMAIN_NAME, COMPUTER})
    {
        to.PutLittle16(kind);
        to.PutLittle16(Smb2Text::GetBytes(name));
        Smb2Text::Put(to, name);
    }
    to.PutZeros(4);
    return to.GetText();
}

uint64_t
NtlmChallenge::GetTime() const
{
    FileServiceMessage message;
    message.bytes.assign(information.begin(), information.end());
    message.size = message.bytes.size();
    FileServiceReader reader(message);
    while (!reader.HasFailed())
    {
        const auto kind = reader.GetLittle16();
        const auto size = reader.GetLittle16();
        if (kind == SERVER_TIMESTAMP && size == 8)
        {
            const auto time = reader.GetLittle64();
            return reader.HasFailed() ? 0 : time;
        }
        if (kind == END)
        {
            break;
        }
        reader.Skip(size);
    }
    return 0;
}

std::string
NtlmChallenge::Serialize() const
{
    auto to = BeginNtlm(NtlmMessage::Kind::CHALLENGE);
    NtlmFields fields(to, NTLM_CHALLENGE_BYTES);
    fields.Put(Smb2Text::Encode(name));
    to.PutLittle32(flags);
    to.PutLittle64(challenge);
    to.PutZeros(8);
    fields.Put(information);
    to.PutBytes(fields.GetBytes());
    return to.GetText();
}

std::optional<NtlmChallenge>
NtlmChallenge::Deserialize(const std::string& token)
{
    if (NtlmMessage::GetKind(token) != NtlmMessage::Kind::CHALLENGE)
    {
        return std::nullopt;
    }
    FileServiceMessage message;
    message.bytes.assign(token.begin(), token.end());
    message.size = message.bytes.size();
    FileServiceReader reader(message);
    NtlmChallenge challenge;
    reader.Skip(12 + 8);
    challenge.flags = reader.GetLittle32();
    challenge.challenge = reader.GetLittle64();
    reader.Skip(8);
    const auto size = reader.GetLittle16();
    reader.Skip(2);
    const auto offset = reader.GetLittle32();
    if (size > 0)
    {
        reader.Seek(offset);
        challenge.information = reader.GetBytes(size);
    }
    return reader.HasFailed() ? std::nullopt : std::optional(challenge);
}

std::string
NtlmAuthenticate::Serialize() const
{
    auto to = BeginNtlm(NtlmMessage::Kind::AUTHENTICATE);
    NtlmFields fields(to, NTLM_AUTHENTICATE_BYTES);
    for (const auto& bytes : {lmResponse,
                              ntResponse,
                              Smb2Text::Encode(domain),
                              Smb2Text::Encode(user),
                              std::string(),
                              std::string()})
    {
        fields.Put(bytes);
    }
    to.PutLittle32(flags);
    to.PutBytes(fields.GetBytes());
    return to.GetText();
}

bool
NtlmAuthenticate::HasUser(const std::string& token)
{
    return token.size() > NTLM_USER_LENGTH + 1 &&
           (token[NTLM_USER_LENGTH] != 0 || token[NTLM_USER_LENGTH + 1] != 0);
}

} // namespace ns3

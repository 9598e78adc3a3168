/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-session.h"

#include "ntlm-message.h"
#include "smb-fields.h"
#include "smb2-codec.h"
#include "smb2-login.h"
#include "smb2-signature.h"
#include "spnego-token.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SmbSession");

namespace
{

/// Most bytes of a READ or WRITE without large transfers (MS-SMB2, 3.2.5.2).
constexpr uint32_t SMALL_SESSION_TRANSFER = 65536;

/// Flags with which a login in one round trip begins: Unicode, OEM, target, NTLM.
constexpr uint32_t ONE_STEP_FLAGS = 0x207;

/**
 * @param payload contents
 * @return their bytes, zeros where they are not kept
 */
std::string
GetPayloadText(const FileServicePayload& payload)
{
    std::vector<uint8_t> bytes(payload.bytes);
    if (payload.data)
    {
        payload.data->CopyData(bytes.data(), std::min(payload.bytes, payload.data->GetSize()));
    }
    return {bytes.begin(), bytes.end()};
}

} // namespace

SmbSession::SmbSession(const SmbCodec& codec, const Settings& settings, SmbCall send, Ended ended)
    : m_codec(codec),
      m_settings(settings),
      m_send(std::move(send)),
      m_ended(std::move(ended))
{
}

void
SmbSession::Start()
{
    SmbRequest negotiate;
    if (!m_settings.share.empty())
    {
        negotiate.dialects.push_back(Smb2Codec::DIALECT_2_0_2);
    }
    negotiate.dialects.push_back(Smb2Codec::DIALECT_2_1);
    Send(
        SmbCommand::NEGOTIATE,
        negotiate,
        [this](SmbStatus /* status */, const auto& response) { Negotiated(response); },
        "NEGOTIATE: ");
}

void
SmbSession::Close()
{
    m_ended = nullptr;
}

const SmbLimits&
SmbSession::GetLimits() const
{
    return m_limits;
}

void
SmbSession::Send(SmbCommand command,
                 const SmbRequest& request,
                 std::function<void(SmbStatus, const SmbResponse&)> next,
                 const std::string& refused)
{
    m_send(command,
           request,
           [self = Ptr<SmbSession>(this), next, refused](SmbStatus status, const auto& response) {
               if (!self->m_ended)
               {
                   return;
               }
               if (status == SmbStatus::OK || status == SmbStatus::MORE_PROCESSING_REQUIRED)
               {
                   next(status, response);
               }
               else
               {
                   self->End(refused + GetSmbStatusName(status));
               }
           });
}

void
SmbSession::Negotiated(const SmbResponse& response)
{
    m_limits = response.limits;
    if (m_limits.maxReadSize == 0 || m_limits.maxWriteSize == 0)
    {
        End("the server does not speak the dialect, or takes no data");
        return;
    }
    if (!m_settings.share.empty())
    {
        const auto fault = CheckForeign(response);
        if (!fault.empty())
        {
            End(fault);
            return;
        }
        if (m_limits.dialect == Smb2Codec::DIALECT_2_0_2 || !m_limits.hasLargeTransfers)
        {
            m_limits.maxReadSize = std::min(m_limits.maxReadSize, SMALL_SESSION_TRANSFER);
            m_limits.maxWriteSize = std::min(m_limits.maxWriteSize, SMALL_SESSION_TRANSFER);
        }
        m_login.emplace(m_settings.user, m_settings.password, m_settings.challenge);
        LogIn(m_login->Begin());
        return;
    }
    SmbRequest setup;
    setup.limits = m_limits;
    setup.blob = NtlmNegotiate{ONE_STEP_FLAGS}.Serialize();
    Send(
        SmbCommand::SESSION_SETUP,
        setup,
        [this](SmbStatus /* status */, const auto& /* response */) { ConnectTree(); },
        "SESSION_SETUP: ");
}

std::string
SmbSession::CheckForeign(const SmbResponse& response) const
{
    const auto dialect = response.limits.dialect;
    if (dialect != Smb2Codec::DIALECT_2_0_2 && dialect != Smb2Codec::DIALECT_2_1)
    {
        return "the server chooses a dialect that is neither SMB 2.0.2 nor 2.1";
    }
    return SpnegoToken::OffersNtlm(response.buffer) ? "" : "the server takes no login by NTLM";
}

void
SmbSession::LogIn(const std::string& blob)
{
    SmbRequest setup;
    setup.blob = blob;
    Send(
        SmbCommand::SESSION_SETUP,
        setup,
        [this](SmbStatus status, const SmbResponse& response) {
            if (status == SmbStatus::OK)
            {
                LoggedIn(response);
                return;
            }
            const auto time = SmbFields::EPOCH + Simulator::Now().GetNanoSeconds() / 100;
            const auto next = m_login ? m_login->Answer(response.buffer, time) : "";
            if (next.empty())
            {
                End(DescribeLogin() + "failed: the server sends no challenge of NTLM");
                return;
            }
            m_key = m_login->GetSessionKey();
            m_login.reset();
            LogIn(next);
        },
        DescribeLogin() + "was refused: ");
}

void
SmbSession::LoggedIn(const SmbResponse& response)
{
    const bool isGuest = (response.sessionFlags & Smb2Login::IS_GUEST) != 0;
    const bool isNull = (response.sessionFlags & Smb2Login::IS_NULL) != 0;
    if (isGuest && !m_settings.password.empty())
    {
        End(DescribeLogin() + "was refused: the server takes the user as a guest only");
        return;
    }
    if (isGuest || isNull)
    {
        m_key.clear();
    }
    if (m_limits.mustSign && m_key.empty())
    {
        End(DescribeLogin() + "will not do: the server wants signatures, which have no key");
        return;
    }
    m_signs = m_limits.mustSign;
    NS_LOG_INFO("logged in" << (isGuest  ? " as a guest"
                                : isNull ? " as nobody"
                                         : "")
                            << (m_signs ? ", signing" : ""));
    ConnectTree();
}

void
SmbSession::ConnectTree()
{
    const bool isForeign = !m_settings.share.empty();
    SmbRequest tree;
    tree.path = isForeign ? "//" + m_settings.server + "/" + m_settings.share : "//server/share";
    const auto refused = isForeign ? "share " + m_settings.share + ": " : "TREE_CONNECT: ";
    Send(
        SmbCommand::TREE_CONNECT,
        tree,
        [this, refused](SmbStatus /* status */, const auto& response) {
            End(response.isPipe ? refused + "it is none of files" : "");
        },
        refused);
}

void
SmbSession::End(const std::string& fault)
{
    std::exchange(m_ended, nullptr)(fault);
}

std::string
SmbSession::DescribeLogin() const
{
    return m_settings.user.empty() ? "anonymous login " : "login of " + m_settings.user + " ";
}

FileServiceWriter
SmbSession::Seal(SmbHeader header,
                 const FileServiceWriter& body,
                 const FileServicePayload& payload) const
{
    header.sessionId = m_sessionId;
    header.treeId = m_treeId;
    header.isSigned = m_signs;
    const auto write = [&]() {
        FileServiceWriter writer;
        m_codec.SerializeHeader(header, writer);
        writer.Append(body);
        return writer;
    };
    if (m_signs)
    {
        header.signature =
            Smb2Signature::Compute(m_key, write().GetText() + GetPayloadText(payload));
    }
    return write();
}

std::string
SmbSession::Accept(const SmbHeader& header, const FileServiceMessage& message)
{
    m_sessionId = std::max(m_sessionId, header.sessionId);
    m_treeId = std::max(m_treeId, header.treeId);
    if (header.isSigned && !m_key.empty())
    {
        std::string text(message.bytes.begin(), message.bytes.end());
        text.resize(message.size);
        return Smb2Signature::Compute(m_key, text) == header.signature
                   ? ""
                   : "the signature of a response is wrong";
    }
    // 3.2.5.1.3: what only says that a response comes later need not be signed.
    return m_signs && header.status != SmbStatus::PENDING ? "a response is not signed" : "";
}

} // namespace ns3

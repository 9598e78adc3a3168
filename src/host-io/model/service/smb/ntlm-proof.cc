/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ntlm-proof.h"

#include "smb-hash.h"
#include "smb2-text.h"

#include "ns3/file-service-message.h"

#include <algorithm>

namespace ns3
{

std::string
NtlmProof::MakeKey(const std::string& user, const std::string& domain, const std::string& password)
{
    auto name = user;
    std::ranges::transform(name, name.begin(), [](char letter) {
        return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    });
    return SmbHash::HmacMd5(SmbHash::Md4(Smb2Text::Encode(password)),
                            Smb2Text::Encode(name + domain));
}

NtlmProof
NtlmProof::Make(const std::string& key, const Question& question)
{
    FileServiceWriter to;
    to.PutLittle64(question.serverChallenge);
    const auto begin = to.GetSize();
    to.Put8(1);
    to.Put8(1);
    to.PutZeros(6);
    to.PutLittle64(question.time);
    to.PutLittle64(question.clientChallenge);
    to.PutZeros(4);
    to.PutBytes(question.information);
    to.PutZeros(4);
    const auto text = to.GetText();
    NtlmProof proof;
    proof.response = SmbHash::HmacMd5(key, text);
    proof.sessionKey = SmbHash::HmacMd5(key, proof.response);
    proof.response += text.substr(begin);
    return proof;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-chap-hash.h"

#include "ns3/user-error.h"

#include <memory>
#include <openssl/evp.h>

namespace ns3
{

std::optional<IscsiChapAlgorithm>
FindIscsiChapAlgorithm(const std::string& name)
{
    if (name == "MD5")
    {
        return IscsiChapAlgorithm::MD5;
    }
    return name == "SHA256" ? std::optional(IscsiChapAlgorithm::SHA256) : std::nullopt;
}

IscsiChapHash::IscsiChapHash(IscsiChapAlgorithm algorithm)
    : m_algorithm(algorithm)
{
}

uint32_t
IscsiChapHash::GetLength() const
{
    return m_algorithm == IscsiChapAlgorithm::MD5 ? 16 : 32;
}

std::vector<uint8_t>
IscsiChapHash::Respond(uint8_t identifier,
                       const std::string& secret,
                       const std::vector<uint8_t>& challenge) const
{
    const EVP_MD* method = m_algorithm == IscsiChapAlgorithm::MD5 ? EVP_md5() : EVP_sha256();
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                          &EVP_MD_CTX_free);
    std::vector<uint8_t> response(GetLength());
    unsigned int length = 0;
    if (EVP_DigestInit_ex(context.get(), method, nullptr) != 1 ||
        EVP_DigestUpdate(context.get(), &identifier, 1) != 1 ||
        EVP_DigestUpdate(context.get(), secret.data(), secret.size()) != 1 ||
        EVP_DigestUpdate(context.get(), challenge.data(), challenge.size()) != 1 ||
        EVP_DigestFinal_ex(context.get(), response.data(), &length) != 1)
    {
        throw UserError("CHAP: this machine's libcrypto does not support the algorithm " +
                        std::to_string(static_cast<uint32_t>(m_algorithm)) +
                        "; choose another with the attribute ChapAlgorithms");
    }
    return response;
}

} // namespace ns3

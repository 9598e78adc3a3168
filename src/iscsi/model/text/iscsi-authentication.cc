/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-authentication.h"

#include "iscsi-key-definition.h"

#include <algorithm>

namespace ns3
{

bool
IscsiAuthentication::HasChap() const
{
    return IsInIscsiList(methods, "CHAP");
}

std::string
IscsiAuthentication::Validate(IscsiRole role) const
{
    for (const auto& method : SplitIscsiList(methods))
    {
        if (method != "CHAP" && method != "None")
        {
            return "AuthMethod is " + methods + " but must be a list of CHAP or None";
        }
    }
    if (!HasChap())
    {
        return users.empty() && mutualUser.empty() && mutualSecret.empty()
                   ? ""
                   : "AuthMethod is " + methods + " but must contain CHAP, because ChapUser is set";
    }
    for (const auto& algorithm : SplitIscsiList(algorithms))
    {
        if (!FindIscsiChapAlgorithm(algorithm))
        {
            return "ChapAlgorithms is " + algorithms + " but must be a list of SHA256 or MD5";
        }
    }
    if (role == IscsiRole::INITIATOR && !IsInIscsiList(algorithms, "MD5"))
    {
        return "ChapAlgorithms is " + algorithms + " but an initiator must offer MD5";
    }
    const bool isShort = std::any_of(users.begin(), users.end(), [](const auto& user) {
        return user.first.empty() || user.second.size() < MIN_SECRET;
    });
    if (users.empty() || isShort)
    {
        return "ChapSecret must have 12 bytes or more, and ChapUser must not be empty";
    }
    if (!mutualSecret.empty() && (mutualUser.empty() || mutualSecret.size() < MIN_SECRET))
    {
        return "ChapMutualSecret must have 12 bytes or more, and ChapMutualUser must not be empty";
    }
    const bool isShared = std::any_of(users.begin(), users.end(), [this](const auto& user) {
        return user.second == mutualSecret;
    });
    return isShared ? "ChapMutualSecret must not be the ChapSecret of an initiator" : "";
}

std::shared_ptr<const IscsiChapSettings>
IscsiAuthentication::MakeSettings(IscsiRole role, Ptr<RandomVariableStream> random) const
{
    auto settings = std::make_shared<IscsiChapSettings>();
    for (const auto& algorithm : SplitIscsiList(algorithms))
    {
        settings->algorithms.push_back(FindIscsiChapAlgorithm(algorithm).value());
    }
    settings->random = random;
    if (role == IscsiRole::TARGET)
    {
        settings->name = mutualUser;
        settings->secret = mutualSecret;
        settings->peers = users;
        return settings;
    }
    settings->name = users.begin()->first;
    settings->secret = users.begin()->second;
    if (!mutualSecret.empty())
    {
        settings->peers[mutualUser] = mutualSecret;
    }
    return settings;
}

} // namespace ns3

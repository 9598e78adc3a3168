/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-login-script.h"

namespace ns3
{

IscsiLoginStatus
IscsiTestPortal::Admit(const IscsiLoginIdentity& who, IscsiLoginTerms& given)
{
    admitted.push_back(who);
    given = terms;
    return admission;
}

IscsiLoginStatus
IscsiTestPortal::Complete(const IscsiLoginIdentity& who, uint16_t& tsih)
{
    if (who.tsih == 0)
    {
        tsih = newTsih;
    }
    return completion;
}

IscsiTextKeys
IscsiTestPortal::SendTargets(const IscsiSessionParameters& /* session */,
                             const std::string& request) const
{
    IscsiTextKeys records;
    for (int i = 0; i < 2; i++)
    {
        records.Add("TargetName", "iqn.2026-01.com.example:" + request + std::to_string(i));
        records.Add("TargetAddress", "10.0.0.1:3260,1");
    }
    return records;
}

IscsiLoginScript::IscsiLoginScript()
    : target(&portal)
{
    portal.terms.proposals.targetName = "iqn.2026-01.com.example:disk";
    portal.terms.proposals.targetPortalGroupTag = 1;
    request.transit = true;
    request.nextStage = IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
    request.cid = 9;
    request.isid = {0x80, 1, 2, 3, 4, 5};
}

IscsiTargetLogin::Progress
IscsiLoginScript::Ask(const std::string& text)
{
    response = IscsiLoginResponseHeader();
    segment = nullptr;
    const auto data = Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    const auto progress = target.Handle(request, data, response, segment);
    segment = segment ? segment : Create<Packet>();
    return progress;
}

IscsiTargetLogin::Progress
IscsiLoginScript::Ask(const std::vector<IscsiTextKeys::Pair>& pairs)
{
    IscsiTextKeys keys;
    for (const auto& pair : pairs)
    {
        keys.Add(pair.key, pair.value);
    }
    return Ask(keys.ToText());
}

std::vector<IscsiTextKeys::Pair>
IscsiLoginScript::GetNames()
{
    return {{"InitiatorName", "iqn.2026-01.com.example:host"},
            {"TargetName", "iqn.2026-01.com.example:disk"}};
}

std::string
IscsiLoginScript::GetAnswer() const
{
    std::string error;
    std::string line;
    const auto keys = IscsiTextKeys::Parse(segment, error);
    if (!keys)
    {
        return error;
    }
    for (const auto& pair : *keys)
    {
        line += (line.empty() ? "" : " ") + pair.key + "=" + pair.value;
    }
    return line;
}

IscsiLoginStatus
IscsiLoginScript::GetStatus() const
{
    return response.GetStatus();
}

IscsiInitiatorLogin::Progress
IscsiLoginScript::Run(IscsiInitiatorLogin& initiator)
{
    auto progress = IscsiInitiatorLogin::Progress::CONTINUES;
    for (exchanges = 0; progress == IscsiInitiatorLogin::Progress::CONTINUES && exchanges < 20;
         ++exchanges)
    {
        request = IscsiLoginRequestHeader();
        const auto text = initiator.NextRequest(request);
        response = IscsiLoginResponseHeader();
        segment = nullptr;
        target.Handle(request, text ? text : Create<Packet>(), response, segment);
        segment = segment ? segment : Create<Packet>();
        progress = initiator.Handle(response, segment);
    }
    return progress;
}

IscsiSessionParameters
IscsiLoginScript::MakeInitiatorProposals()
{
    IscsiSessionParameters proposals;
    proposals.initiatorName = "iqn.2026-01.com.example:host";
    proposals.targetName = "iqn.2026-01.com.example:disk";
    return proposals;
}

std::string
PrintText(const IscsiTextKeys& keys)
{
    std::string line;
    for (const auto& pair : keys)
    {
        line += (line.empty() ? "" : " ") + pair.key + "=" + pair.value;
    }
    return line;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-test-case.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/boolean.h"
#include "ns3/iscsi-target.h"
#include "ns3/pointer.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task-router.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;

/// How errors of the first initiator begin, with the portal of its target.
const std::string SUBJECT =
    "initiator iqn.2026-01.com.example:node0, target iqn.2026-01.com.example:disk";
const std::string PORTAL = ": no session at 10.0.0.2:3260: "; //!< of the target

/**
 * Run a simulation that may end with a mistake of the user.
 *
 * @param run runs it
 * @return the error's text and when it came, empty if there was none
 */
std::pair<std::string, Time>
Catch(const std::function<void()>& run)
{
    try
    {
        run();
    }
    catch (const UserError& error)
    {
        return {error.what(), Simulator::Now()};
    }
    return {"", Simulator::Now()};
}

/**
 * A target's statuses: those that are the initiator's fault end the first login at once, those that
 * are the target's after all retries.
 *
 * @param test the test
 * @param status the status
 * @param text what it is called
 * @param logins logins until then
 */
void
Refusal(Test& test, uint16_t status, const std::string& text, uint32_t logins)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("LoginMayFail", BooleanValue(false));
    raw.bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(3));
    raw.bench.initiatorHelper.SetAttribute("LoginRetryDelay", TimeValue(Seconds(1)));
    raw.target.loginScript = [status](auto&, IscsiLoginResponseHeader& header) {
        header.SetStatus(static_cast<IscsiLoginStatus>(status));
        return true;
    };
    const auto [error, when] = Catch([&raw]() { raw.Run(Seconds(30)); });
    const auto tries = logins == 1 ? "" : ", " + std::to_string(logins) + " times tried";
    test.Equal(error, SUBJECT + PORTAL + "login refused with status " + text + tries, "the error");
    test.Equal(raw.target.links.size(), logins, "logins");
    test.True(when >= Seconds(logins - 1) && when < Seconds(logins - 1) + MilliSeconds(20),
              "as soon as it is known");
}

/**
 * The target sends the initiator to another address.
 *
 * @param test the test
 * @param address TargetAddress, and keys behind it; empty for none
 * @param text the error behind the initiator and the target
 * @param logins logins at the target until then
 */
void
Redirection(Test& test, const std::string& address, const std::string& text, uint32_t logins)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("LoginMayFail", BooleanValue(false));
    raw.bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(3));
    raw.bench.initiatorHelper.SetAttribute("LoginTimeout", TimeValue(Seconds(1)));
    raw.target.loginScript = [&](auto& link, IscsiLoginResponseHeader& header) {
        header.transit = false;
        header.SetStatus(IscsiLoginStatus::TARGET_MOVED_TEMPORARILY);
        IscsiTextKeys keys;
        if (!address.empty())
        {
            keys.Add("TargetAddress", address);
        }
        header.statSn = link.statSn++;
        raw.target.SendRaw(raw.target.links.size() - 1, header, keys.ToPacket());
        return false;
    };
    const auto [error, when] = Catch([&raw]() { raw.Run(Seconds(30)); });
    test.Equal(error.substr(0, SUBJECT.size() + text.size()), SUBJECT + text, "the error");
    test.Equal(raw.target.links.size(), logins, "logins");
    if (text.starts_with(PORTAL + "login refused"))
    {
        test.Equal(raw.errors.size(), 2, "the refusal and the address are traced");
        test.True(when < MilliSeconds(20), "as soon as it is known");
    }
}

/**
 * A user names a portal at which nobody can be.
 *
 * @param test the test
 * @param remote the address
 * @param fault what the error says of it
 */
void
WrongRemote(Test& test, const Address& remote, const std::string& fault)
{
    for (const bool isFirst : {true, false})
    {
        IscsiTestBench bench("1Gbps", MilliSeconds(1));
        bench.InstallTarget();
        if (isFirst)
        {
            bench.initiatorHelper.SetAttribute("Remote", AddressValue(remote));
        }
        const auto initiator = bench.InstallInitiator();
        if (!isFirst)
        {
            initiator->AddPortal(remote);
        }
        const auto [error, when] = Catch([]() { Simulator::Run(); });
        test.Equal(error, "ns3::IscsiInitiator::Remote: " + fault, "the error");
        Simulator::Destroy();
    }
}

/**
 * Real parties that do not suit each other.
 *
 * @param test the test
 * @param initiator attributes of the initiator
 * @param target attributes of the target
 * @param text how the error ends
 */
void
Mismatch(Test& test,
         const std::map<std::string, std::string>& initiator,
         const std::map<std::string, std::string>& target,
         const std::string& text)
{
    IscsiTestBench bench("1Gbps", MilliSeconds(1));
    bench.initiatorHelper.SetAttribute("LoginMayFail", BooleanValue(false));
    for (const auto& [name, value] : initiator)
    {
        bench.initiatorHelper.SetAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : target)
    {
        bench.targetHelper.SetAttribute(name, StringValue(value));
    }
    bench.InstallTarget();
    bench.InstallInitiator();
    const auto [error, when] = Catch([]() { Simulator::Run(); });
    test.True(error.ends_with(text), error);
    test.True(when < MilliSeconds(20), "at once");
}

/**
 * Nobody is at the portal: a host without a target, one that answers no SYN, and none at all. All
 * retries are made, for somebody may come.
 *
 * @param test the test
 * @param portal the portal
 * @param isSilent whether SYNs stay unanswered
 * @param text what the error says
 * @param when when it comes
 */
void
Nobody(Test& test, Ipv4Address portal, bool isSilent, const std::string& text, Time when)
{
    IscsiTestBench bench("1Gbps", MilliSeconds(1));
    bench.initiatorHelper.SetAttribute("LoginMayFail", BooleanValue(false));
    bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(2));
    bench.initiatorHelper.SetAttribute("LoginRetryDelay", TimeValue(Seconds(3)));
    bench.initiatorHelper.SetAttribute("LoginTimeout", TimeValue(Seconds(5)));
    bench.initiatorHelper.SetAttribute("Remote", AddressValue(portal));
    std::optional<IscsiRawTarget> target;
    if (isSilent)
    {
        target.emplace(bench.nodes.Get(1));
        target->Stop();
    }
    bench.InstallInitiator();
    const auto [error, end] = Catch([]() { Simulator::Run(); });
    std::ostringstream expected;
    expected << SUBJECT << ": no session at " << portal << ":3260: " << text << ", 3 times tried";
    test.Equal(error, expected.str(), "the error");
    test.True(end >= when && end < when + MilliSeconds(20), "when the last login failed");
}

/**
 * Nobody is at the portal when the first logins are made, but before the last.
 *
 * @param test the test
 */
void
LateTarget(Test& test)
{
    IscsiTestBench bench("1Gbps", MilliSeconds(1));
    bench.initiatorHelper.SetAttribute("LoginMayFail", BooleanValue(false));
    const auto initiator = bench.InstallInitiator();
    bench.targetHelper.SetAttribute("StartTime", TimeValue(Seconds(19)));
    bench.InstallTarget();
    const auto [error, when] = Catch([]() {
        Simulator::Stop(Seconds(30));
        Simulator::Run();
    });
    test.Equal(error, "", "no error");
    test.True(initiator->GetSession()->IsReady(), "logged in at last");
}

/**
 * With LoginMayFail the simulation continues, and the port's BlockIoPermanentFailure tells once.
 *
 * @param test the test
 */
void
AllowedToFail(Test& test)
{
    IscsiTestBench bench("1Gbps", MilliSeconds(1));
    bench.initiatorHelper.SetAttribute("TargetName", StringValue("iqn.2026-01.com.example:x"));
    bench.InstallTarget();
    const auto initiator = bench.InstallInitiator();
    const auto failure = initiator->GetPort()->GetObject<BlockIoPermanentFailure>();
    std::vector<std::string> told;
    failure->TraceConnectWithoutContext(
        "Failed",
        Callback<void, const std::string&>([&](const auto& reason) { told.push_back(reason); }));
    const auto [error, when] = Catch([]() { Simulator::Run(); });
    test.Equal(error, "", "no error");
    test.Equal(told.size(), 1, "told once");
    test.Equal(told.at(0),
               "initiator iqn.2026-01.com.example:node0, target iqn.2026-01.com.example:x" +
                   PORTAL + "login refused with status 0203, Not found",
               "why");
    test.Equal(failure->GetReason(), told.at(0), "and can be asked for");
}

/**
 * One of two sessions does not come about.
 *
 * @param test the test
 */
void
OneOfTwo(Test& test)
{
    IscsiTestBench bench("1Gbps", MilliSeconds(1));
    bench.initiatorHelper.SetAttribute("LoginMayFail", BooleanValue(false));
    bench.InstallTarget();
    const auto first = bench.InstallInitiator();
    bench.initiatorHelper.SetAttribute("InitiatorName", StringValue("iqn.2026-01.com.example:b"));
    bench.initiatorHelper.SetAttribute("TargetName", StringValue("iqn.2026-01.com.example:x"));
    const auto second = bench.InstallInitiator();
    second->SetStartTime(Seconds(1));
    const auto [error, when] = Catch([]() { Simulator::Run(); });
    test.True(
        error.starts_with("initiator iqn.2026-01.com.example:b, target iqn.2026-01.com.example:x:"),
        error);
    test.True(first->GetSession()->IsReady(), "the other stands");
}

/**
 * A session that was established and cannot be re-established is no user error: the simulation
 * continues, and requests end instead of waiting.
 *
 * @param test the test
 */
void
LostForGood(Test& test)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("LoginMayFail", BooleanValue(false));
    raw.bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(1));
    raw.target.script = [](const Request& request) {
        return request.opcode == IscsiOpcode::SCSI_COMMAND;
    };
    bool isRefusing = false;
    raw.target.loginScript = [&isRefusing](auto&, IscsiLoginResponseHeader& header) {
        header.SetStatus(isRefusing ? IscsiLoginStatus::TARGET_REMOVED : IscsiLoginStatus::SUCCESS);
        return true;
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 512); });
    raw.At(Seconds(2), [&]() {
        isRefusing = true;
        raw.target.links[0].stream->Close();
    });
    const auto [error, when] = Catch([&raw]() { raw.Run(Seconds(30)); });
    test.Equal(error, "", "no error");
    test.Equal(raw.client.completed.size(), 1, "the command ended");
    test.Equal(raw.Session()->GetObject<BlockIoPermanentFailure>()->GetReason(),
               SUBJECT + PORTAL + "login refused with status 0204, Target removed",
               "why");
}

/**
 * A logical unit that does not exist is named with the target it is not at.
 *
 * @param test the test
 */
void
NoLogicalUnit(Test& test)
{
    IscsiTestBench bench("1Gbps", MilliSeconds(1));
    auto disk = CreateObject<ScsiDisk>();
    disk->SetBlockDevice(CreateObject<RamDisk>());
    auto units = CreateObject<ScsiTaskRouter>();
    units->AddLogicalUnit(0, disk);
    bench.targetHelper.Install(bench.nodes.Get(1), units);
    const auto initiator = bench.InstallInitiator();
    auto device = CreateObjectWithAttributes<ScsiBlockDevice>("Port",
                                                              PointerValue(initiator->GetPort()),
                                                              "Lun",
                                                              UintegerValue(7));
    const auto [error, when] = Catch([]() { Simulator::Run(); });
    test.Equal(error,
               SUBJECT + ", LUN 7: LOGICAL UNIT NOT SUPPORTED, sense 5/25/00",
               "the unit and the target");
    test.True(when < MilliSeconds(20), "at once");
}

/**
 * @ingroup iscsi-tests
 *
 * Sessions that never come about, and those that never come back: who is notified, when, and how.
 */
class IscsiLoginFailureTestSuite : public TestSuite
{
  public:
    IscsiLoginFailureTestSuite()
        : TestSuite("iscsi-login-failure", Type::UNIT)
    {
        AddRefusals();
        AddRedirections();
        AddMismatches();
        // 3 s between logins; a login that is not answered takes 5 s.
        Add("nobody listens", [](Test& test) {
            Nobody(test, Ipv4Address("10.0.0.2"), false, "the login took too long", Seconds(21));
        });
        Add("a silent host", [](Test& test) {
            Nobody(test, Ipv4Address("10.0.0.2"), true, "the login took too long", Seconds(21));
        });
        Add("no route", [](Test& test) {
            Nobody(test, Ipv4Address("10.9.9.9"), false, "no route to the peer", Seconds(6));
        });
        Add("a target that comes late", LateTarget);
        Add("LoginMayFail", AllowedToFail);
        Add("one of two sessions", OneOfTwo);
        Add("a session that does not come back", LostForGood);
        Add("no such logical unit", NoLogicalUnit);
    }

  private:
    /**
     * @param name what is checked
     * @param body checks it
     */
    void Add(const std::string& name, Test::Body body)
    {
        AddTestCase(new Test(name, body), TestCase::Duration::QUICK);
    }

    /**
     * The statuses of RFC 7143, 11.13.5, and one that it does not have.
     */
    void AddRefusals()
    {
        const std::vector<std::pair<uint16_t, std::string>> refusals{
            {0x0200, "0200, Initiator error"},
            {0x0201, "0201, Authentication failure"},
            {0x0202, "0202, Authorization failure"},
            {0x0203, "0203, Not found"},
            {0x0204, "0204, Target removed"},
            {0x0205, "0205, Unsupported version"},
            {0x0206, "0206, Too many connections"},
            {0x0207, "0207, Missing parameter"},
            {0x0208, "0208, Can't include in session"},
            {0x0209, "0209, Session type not supported"},
            {0x020a, "020a, Session does not exist"},
            {0x020b, "020b, Invalid during login"},
            {0x0300, "0300, Target error"},
            {0x0301, "0301, Service unavailable"},
            {0x0302, "0302, Out of resources"},
            {0x04ff, "04ff"}};
        for (const auto& [status, text] : refusals)
        {
            const uint32_t logins = status >> 8 == 3 ? 4 : 1;
            Add("refused with " + text + ", 11.13.5",
                [=](Test& test) { Refusal(test, status, text, logins); });
        }
    }

    /**
     * Redirections to where this host cannot connect, or where nobody is.
     */
    void AddRedirections()
    {
        const auto moved = PORTAL + "login refused with status 0101, Target moved temporarily";
        const auto longName = std::string(120, 'x');
        const std::vector<std::pair<std::string, std::string>> faults{
            {"224.0.0.1:3260,1", "a multicast address"},
            {"0.0.0.0", "no address of a host"},
            {"255.255.255.255:3260,1", "a broadcast address"},
            {"[ff02::1]:3260,1", "a multicast address"},
            {"[::]:3260,1", "no address of a host"},
            {"[1:2:3:4:5:6:7:8:9]:3260,1", "no address in digits"},
            {"disks.example.com:3260,1", "no address in digits"},
            {"0xa.0.0.2", "no address in digits"},
            {"10.0.0.2:0,1", "no address in digits"},
            {"10.0.0.2:65536,1", "no address in digits"},
            {"10.0.0.2:-1,1", "no address in digits"}};
        for (const auto& [address, fault] : faults)
        {
            const auto text = moved + " to \"" + address + "\", which is " + fault;
            Add("redirected to " + address,
                [address, text](Test& test) { Redirection(test, address, text, 1); });
        }
        Add("redirected to a control character", [moved](Test& test) {
            Redirection(test,
                        "10.0.0.2\n:3260",
                        moved + " to \"10.0.0.2?:3260\", which is no address in digits",
                        1);
        });
        Add("redirected to a long name", [=](Test& test) {
            const auto quoted = longName.substr(0, 80) + "...";
            Redirection(test,
                        longName,
                        moved + " to \"" + quoted + "\", which is no address in digits",
                        1);
        });
        // A value has at most 255 bytes (RFC 7143, 6.1).
        Add("redirected to 8,000 bytes", [=](Test& test) {
            Redirection(test, std::string(8000, '1'), moved + " without an address", 1);
        });
        // A data segment during login has at most 8192 (RFC 7143, 6.3): the stream ends.
        Add("redirected to 10,240 bytes", [=](Test& test) {
            Redirection(test, std::string(10240, '1'), ": no session at 10.0.0.2:3260: ", 4);
        });
        Add("redirected to nowhere",
            [=](Test& test) { Redirection(test, "", moved + " without an address", 1); });
        Add("redirected to itself", [](Test& test) {
            Redirection(test, "127.0.0.1:4000", ": no session at 127.0.0.1:4000: ", 1);
        });
        Add("redirected beyond the network", [](Test& test) {
            Redirection(test,
                        "[2001:db8::77]:3260,1",
                        ": no session at [2001:db8::77]:3260: no route to the peer, 4 times tried",
                        1);
        });
        Add("a user's mistake", [](Test& test) {
            WrongRemote(test, Ipv4Address("224.0.0.1"), "224.0.0.1:3260 is a multicast address");
            WrongRemote(test, Ipv6Address("ff02::1"), "[ff02::1]:3260 is a multicast address");
            WrongRemote(test,
                        InetSocketAddress(Ipv4Address::GetAny(), 5000),
                        "0.0.0.0:5000 is no address of a host");
        });
    }

    /**
     * Names and secrets that do not match, and a target that cannot prove itself.
     */
    void AddMismatches()
    {
        const std::map<std::string, std::string> chap{{"AuthMethod", "CHAP"},
                                                      {"ChapUser", "alice"},
                                                      {"ChapSecret", "a-secret-of-alice"},
                                                      {"ChapMutualUser", "disks"},
                                                      {"ChapMutualSecret", "a-secret-of-disks"}};
        auto wrong = chap;
        wrong["ChapSecret"] = "another-secret";
        auto impostor = chap;
        impostor["ChapMutualSecret"] = "another-secret";
        Add("another name", [](Test& test) {
            Mismatch(test,
                     {{"TargetName", "iqn.2026-01.com.example:x"}},
                     {},
                     "target iqn.2026-01.com.example:x" + PORTAL +
                         "login refused with status 0203, Not found");
        });
        Add("another secret", [=](Test& test) {
            Mismatch(test,
                     wrong,
                     chap,
                     PORTAL + "login refused with status 0201, Authentication failure");
        });
        Add("no authentication", [=](Test& test) {
            Mismatch(test,
                     {},
                     chap,
                     PORTAL + "login refused with status 0201, Authentication failure");
        });
        Add("an impostor", [=](Test& test) {
            Mismatch(test,
                     chap,
                     impostor,
                     PORTAL + "the target did not prove itself: CHAP name or secret is wrong");
        });
    }
};

IscsiLoginFailureTestSuite g_iscsiLoginFailureTestSuite; //!< registers the suite

} // namespace

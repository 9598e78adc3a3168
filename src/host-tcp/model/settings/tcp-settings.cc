/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-settings.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/nearest-word.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-host-westwood-plus.h"
#include "ns3/tcp-idle-restart.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-ruled-socket.h"
#include "ns3/tcp-rules.h"
#include "ns3/tcp-sharing-installer.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/**
 * Give the copy of TcpCubic that an accepted socket has its TcpFriendliness, which ns-3 3.44 leaves
 * undefined.
 *
 * @param socket the socket
 */
void
InitializeForkedCubic(Ptr<Socket> socket)
{
    PointerValue algorithm;
    TypeId::AttributeInformation friendliness;
    if (socket->GetAttributeFailSafe("CongestionOps", algorithm))
    {
        const auto cubic = DynamicCast<TcpCubic>(algorithm.Get<TcpCongestionOps>());
        if (cubic && TcpCubic::GetTypeId().LookupAttributeByName("TcpFriendliness", &friendliness))
        {
            cubic->SetAttribute("TcpFriendliness", *friendliness.initialValue);
        }
    }
}

/**
 * @param name what is no name of an algorithm, with its namespace or without
 * @param base the base class of the algorithms
 * @return the algorithm whose name is nearest, empty if none is near
 */
std::string
FindNearestAlgorithm(const std::string& name, TypeId base)
{
    const std::string space = "ns3::";
    std::vector<std::string> known;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const auto tid = TypeId::GetRegistered(i);
        if (tid.IsChildOf(base) && tid.HasConstructor())
        {
            known.push_back(tid.GetName());
        }
    }
    return FindNearestWord(name.starts_with(space) ? name : space + name, known);
}

/**
 * Make an algorithm of TCP that an attribute names.
 *
 * @tparam T its base class
 * @param attribute the attribute, with its class
 * @param name name of the algorithm's class
 * @param what what it is to be, for the message
 * @return the algorithm
 * @throw UserError naming the attribute if there is no such algorithm
 */
template <typename T>
Ptr<T>
MakeTcpAlgorithm(const std::string& attribute, const std::string& name, const std::string& what)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(name, &tid) || !tid.IsChildOf(T::GetTypeId()) ||
        !tid.HasConstructor())
    {
        const auto nearest = FindNearestAlgorithm(name, T::GetTypeId());
        throw UserError(attribute + ": \"" + name + "\" names no " + what + " of TCP" +
                        (nearest.empty() ? "" : ", did you mean " + nearest + "?"));
    }
    ObjectFactory factory;
    factory.SetTypeId(tid);
    return factory.Create<T>();
}

/**
 * @tparam T class of a value
 * @param value what it is
 * @return the value
 */
template <typename T, typename V>
Ptr<const AttributeValue>
Make(const V& value)
{
    return Create<T>(value);
}

/**
 * @param attribute of the socket
 * @param name the option that says what it is
 * @return sets it
 */
TcpSetting::Apply
As(const std::string& attribute, const std::string& name)
{
    return
        [attribute, name](Ptr<TcpSocketBase> socket, const TcpSettings& all, const std::string&) {
            socket->SetAttribute(attribute, all.Get<AttributeValue>(name));
        };
}

/**
 * What is not set here may have a default of its own in the simulation.
 *
 * @param attribute of the socket
 * @param name the option that says what it is
 * @return sets it unless it is the initial value
 */
TcpSetting::Apply
Unless(const std::string& attribute, const std::string& name)
{
    return [=](Ptr<TcpSocketBase> socket, const TcpSettings& all, const std::string& owner) {
        if (!all.IsInitial(name) &&
            !socket->SetAttributeFailSafe(attribute, all.Get<AttributeValue>(name)))
        {
            throw UserError(owner + "::" + name +
                            ": ns-3's own TCP sockets do not have it; those of " +
                            "ns3::TcpHostSocketFactory do");
        }
    };
}

/**
 * @param socket with its rules and its congestion control
 * @param owner the class that has them
 * @throw UserError if both want to choose the window
 */
void
CheckRules(Ptr<TcpSocketBase> socket, const std::string& owner)
{
    const auto ruled = DynamicCast<TcpRuledSocket>(socket);
    PointerValue algorithm;
    socket->GetAttribute("CongestionOps", algorithm);
    if (ruled && ruled->HasSenderRules() && algorithm.Get<TcpCongestionOps>()->HasCongControl())
    {
        throw UserError(owner + "::Rules: " + algorithm.Get<TcpCongestionOps>()->GetName() +
                        " chooses the window itself, and so do rules of a sender");
    }
}

/**
 * @param socket follows the rules that are set
 * @param all the settings
 * @param owner the class that has them
 */
void
SetRules(Ptr<TcpSocketBase> socket, const TcpSettings& all, const std::string& owner)
{
    if (all.IsInitial("Rules"))
    {
        return;
    }
    const auto ruled = DynamicCast<TcpRuledSocket>(socket);
    if (!ruled)
    {
        throw UserError(owner + "::Rules: ns-3's own TCP sockets do not have it; those of " +
                        "ns3::TcpHostSocketFactory do");
    }
    try
    {
        ruled->SetRules(TcpRules(all.Get<StringValue>("Rules").Get()));
    }
    catch (const UserError& error)
    {
        throw UserError(owner + "::Rules: " + error.what());
    }
    CheckRules(socket, owner);
}

/**
 * @param socket gets the congestion control that is set, if any
 * @param all the settings
 * @param owner the class that has them
 */
void
SetCongestionControl(Ptr<TcpSocketBase> socket, const TcpSettings& all, const std::string& owner)
{
    auto name = all.Get<StringValue>("CongestionControl").Get();
    if (name == TcpWestwoodPlus::GetTypeId().GetName())
    {
        // Sockets end before their estimates do.
        name = TcpHostWestwoodPlus::GetTypeId().GetName();
    }
    if (!name.empty())
    {
        socket->SetCongestionControlAlgorithm(
            MakeTcpAlgorithm<TcpCongestionOps>(owner + "::CongestionControl",
                                               name,
                                               "congestion control"));
    }
    CheckRules(socket, owner);
}

/**
 * @param socket gets the algorithm of fast recovery that is set, if any
 * @param all the settings
 * @param owner the class that has them
 */
void
SetLossRecovery(Ptr<TcpSocketBase> socket, const TcpSettings& all, const std::string& owner)
{
    const auto name = all.Get<StringValue>("LossRecovery").Get();
    if (!name.empty())
    {
        socket->SetRecoveryAlgorithm(
            MakeTcpAlgorithm<TcpRecoveryOps>(owner + "::LossRecovery", name, "fast recovery"));
    }
}

/**
 * @param socket asks for congestion notification if that is set
 * @param all the settings
 */
void
SetEcn(Ptr<TcpSocketBase> socket, const TcpSettings& all, const std::string& /* owner */)
{
    if (all.Get<BooleanValue>("Ecn").Get())
    {
        socket->SetUseEcn(TcpSocketState::On);
    }
}

/**
 * @param socket shares control blocks if that is set; its congestion control is
 * @param all the settings
 */
void
SetSharing(Ptr<TcpSocketBase> socket, const TcpSettings& all, const std::string& /* owner */)
{
    const auto ensemble = all.Get<BooleanValue>("EnsembleSharing").Get();
    const auto temporal = all.Get<BooleanValue>("TemporalSharing").Get();
    if (ensemble || temporal)
    {
        TcpSharingInstaller::Install(socket, {ensemble, temporal});
    }
}

/**
 * @param socket restarts after idle periods if that is set
 * @param all the settings
 */
void
SetIdleRestart(Ptr<TcpSocketBase> socket, const TcpSettings& all, const std::string& /* owner */)
{
    if (all.Get<BooleanValue>("IdleRestart").Get())
    {
        TcpIdleRestart::Install(socket);
    }
}

/**
 * @return the option that chooses many rules at once; those that come later change one
 */
TcpSetting
MakeRulesSetting()
{
    return {
        "Rules",
        "Whose TCP the sockets follow: Ns3, Linux24 (Linux 2.4) or Linux (Linux today); then any "
        "number of rules to add or to leave out, such as Linux24-QuickAcks or Ns3+DelayedAcks; " +
            TcpRules::GetHelp() + ".",
        Make<StringValue>("Ns3"),
        MakeStringChecker(),
        &SetRules,
        {}};
}

/**
 * Each has a checker of its own: ns-3 tells attributes that are set at construction by theirs.
 *
 * @return the options of segments, buffers and acknowledgements
 */
std::vector<TcpSetting>
MakeSegmentSettings()
{
    const auto number = [](uint32_t initial) { return Make<UintegerValue>(initial); };
    const auto atLeastOne = [] { return MakeUintegerChecker<uint32_t>(1); };
    return {
        {"SegmentSize",
         "Maximum payload of a TCP segment, bytes, 1 to 65535. 1460 fills an Ethernet frame when "
         "no "
         "TCP options are used, 1448 with timestamps.",
         number(1448),
         MakeUintegerChecker<uint32_t>(1, 65535),
         As("SegmentSize", "SegmentSize"),
         {}},
        {"SndBufSize",
         "TCP send buffer, bytes, 1 or more.",
         number(1 << 20),
         atLeastOne(),
         As("SndBufSize", "SndBufSize"),
         {}},
        {"RcvBufSize",
         "TCP receive buffer, which limits the window offered to the peer, bytes, 1 or more.",
         number(1 << 20),
         atLeastOne(),
         As("RcvBufSize", "RcvBufSize"),
         {}},
        {"DelAckCount",
         "Segments that arrive for each acknowledgement, 1 or more; 1 turns delayed "
         "acknowledgement "
         "off.",
         number(2),
         atLeastOne(),
         As("DelAckCount", "DelAckCount"),
         {}},
        {"DelAckTimeout",
         "Maximum delay of an acknowledgement, 0 or more.",
         Make<TimeValue>(MilliSeconds(200)),
         MakeTimeChecker(Seconds(0)),
         As("DelAckTimeout", "DelAckTimeout"),
         {}},
        {"NoDelay",
         "True to send short segments at once, without Nagle's algorithm.",
         Make<BooleanValue>(true),
         MakeBooleanChecker(),
         As("TcpNoDelay", "NoDelay"),
         {}},
        {"MinshallNagle",
         "With NoDelay, true to hold a short segment back while an earlier short one is "
         "unacknowledged (Minshall's variant of Nagle's algorithm).",
         Make<BooleanValue>(false),
         MakeBooleanChecker(),
         Unless("MinshallNagle", "MinshallNagle"),
         {}},
        {"DelAckFullSized",
         "True to count full segments for DelAckCount (RFC 1122, 4.2.3.2); otherwise short "
         "segments "
         "count, too.",
         Make<BooleanValue>(false),
         MakeBooleanChecker(),
         Unless("DelAckFullSized", "DelAckFullSized"),
         {}},
    };
}

/**
 * @return the options of congestion control, loss recovery and what is negotiated
 */
std::vector<TcpSetting>
MakeCongestionSettings()
{
    return {
        {"CongestionControl",
         "Congestion control of the TCP sockets, a TypeId name such as ns3::TcpLinuxReno; empty "
         "for "
         "the node's default.",
         Make<StringValue>(""),
         MakeStringChecker(),
         &SetCongestionControl,
         {}},
        {"LossRecovery",
         "Fast recovery of the TCP sockets, a TypeId name: ns3::TcpPrrRecovery or "
         "ns3::TcpClassicRecovery; empty for the node's default.",
         Make<StringValue>(""),
         MakeStringChecker(),
         &SetLossRecovery,
         {}},
        {"MinRto",
         "Minimum retransmission timeout of TCP, 0 or more; 0 for ns-3's default, 1 s. It should "
         "be above the peer's DelAckTimeout: else a delayed acknowledgement counts as a loss.",
         Make<TimeValue>(Seconds(0)),
         MakeTimeChecker(Seconds(0)),
         Unless("MinRto", "MinRto"),
         {}},
        {"InitialCwnd",
         "Initial congestion window, segments, 0 to 65535; 0 for ns-3's default, 10.",
         Make<UintegerValue>(0),
         MakeUintegerChecker<uint32_t>(0, 65535),
         Unless("InitialCwnd", "InitialCwnd"),
         {}},
        {"Sack",
         "False to do without selective acknowledgements (RFC 2018).",
         Make<BooleanValue>(true),
         MakeBooleanChecker(),
         Unless("Sack", "Sack"),
         {}},
        {"Timestamps",
         "False to do without timestamps (RFC 7323). With those of ns-3's own sockets, and losses "
         "in "
         "both directions, the retransmission timeout grows to many seconds; the sockets of "
         "ns3::TcpHostSocketFactory echo them as RFC 7323 says.",
         Make<BooleanValue>(true),
         MakeBooleanChecker(),
         Unless("Timestamp", "Timestamps"),
         {}},
        {"Ecn",
         "True to use explicit congestion notification (RFC 3168), which needs both ends and queue "
         "discs that mark packets.",
         Make<BooleanValue>(false),
         MakeBooleanChecker(),
         &SetEcn,
         {}},
        {"EnsembleSharing",
         "True to share RTT, congestion window and slow start threshold among the connections to "
         "the same host (RFC 9040, 7), as the TcpControlBlockSharing of the node says. Each end "
         "decides for what it sends.",
         Make<BooleanValue>(false),
         MakeBooleanChecker(),
         &SetSharing,
         {}},
        {"TemporalSharing",
         "True to begin a connection with what those closed earlier to the same host have left "
         "(RFC "
         "9040, 6).",
         Make<BooleanValue>(false),
         MakeBooleanChecker(),
         {},
         {}},
        {"IdleRestart",
         "True to start again with the initial congestion window when a connection has sent no "
         "data "
         "for longer than the retransmission timeout (RFC 5681, 4.1). False to keep the window, as "
         "ns-3's TCP does.",
         Make<BooleanValue>(false),
         MakeBooleanChecker(),
         &SetIdleRestart,
         &SetIdleRestart},
    };
}

/**
 * @param name an option
 * @return its index in GetTcpSettings, their number if there is none
 */
std::size_t
FindIndex(const std::string& name)
{
    const auto& all = GetTcpSettings();
    return std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; }) -
           all.begin();
}

} // namespace

/// Reads and sets one of the settings as an attribute.
class TcpSettings::Accessor : public AttributeAccessor
{
  public:
    /**
     * @param index of the setting
     */
    explicit Accessor(std::size_t index)
        : m_index(index)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        auto* settings = dynamic_cast<TcpSettings*>(object);
        if (!settings)
        {
            return false;
        }
        settings->Store(m_index, value);
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto* settings = dynamic_cast<const TcpSettings*>(object);
        if (!settings)
        {
            return false;
        }
        const auto& check = GetTcpSettings()[m_index].check;
        return value.DeserializeFromString(settings->m_values[m_index]->SerializeToString(check),
                                           check);
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    std::size_t m_index; //!< of the setting
};

const std::vector<TcpSetting>&
GetTcpSettings()
{
    static const std::vector<TcpSetting> settings = [] {
        std::vector<TcpSetting> all{MakeRulesSetting()};
        for (const auto& some : {MakeSegmentSettings(), MakeCongestionSettings()})
        {
            all.insert(all.end(), some.begin(), some.end());
        }
        return all;
    }();
    return settings;
}

bool
IsTcpSetting(const std::string& name)
{
    return FindIndex(name) < GetTcpSettings().size();
}

TcpSettings::TcpSettings()
    : m_values(GetTcpSettings().size())
{
}

TcpSettings::~TcpSettings() = default;

TypeId
TcpSettings::AddAttributes(TypeId tid)
{
    const auto& all = GetTcpSettings();
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        tid.AddAttribute(all[i].name,
                         all[i].help,
                         *all[i].initial,
                         Ptr<const AttributeAccessor>(new Accessor(i), false),
                         all[i].check);
    }
    return tid;
}

void
TcpSettings::Set(const std::string& name, const AttributeValue& value)
{
    const auto index = FindIndex(name);
    if (index == m_values.size())
    {
        throw UserError(name + " is no option of TCP");
    }
    const auto& setting = GetTcpSettings()[index];
    const auto valid = setting.check->CreateValidValue(value);
    if (!valid)
    {
        throw UserError(name + ": " + ToMessageText(value.SerializeToString(setting.check)) +
                        " is not valid: " + setting.help);
    }
    Store(index, *valid);
}

void
TcpSettings::Store(std::size_t index, const AttributeValue& value)
{
    // Most are as they were: one value for all saves memory.
    const auto& setting = GetTcpSettings()[index];
    const auto isInitial =
        value.SerializeToString(setting.check) == setting.initial->SerializeToString(setting.check);
    m_values[index] = isInitial ? setting.initial : Ptr<const AttributeValue>(value.Copy());
}

bool
TcpSettings::IsInitial(const std::string& name) const
{
    const auto index = FindIndex(name);
    return !m_values[index] || m_values[index] == GetTcpSettings()[index].initial;
}

const AttributeValue&
TcpSettings::Find(const std::string& name) const
{
    const auto index = FindIndex(name);
    NS_ASSERT(index < m_values.size());
    return m_values[index] ? *m_values[index] : *GetTcpSettings()[index].initial;
}

Ptr<Socket>
TcpSettings::MakeSocket(Ptr<Node> node, TypeId factory, const std::string& owner) const
{
    const auto socket = Socket::CreateSocket(node, factory);
    Apply(DynamicCast<TcpSocketBase>(socket), owner);
    return socket;
}

void
TcpSettings::Apply(Ptr<TcpSocketBase> socket, const std::string& owner) const
{
    const auto& all = GetTcpSettings();
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        if (m_values[i] && all[i].apply)
        {
            all[i].apply(socket, *this, owner);
        }
    }
}

void
TcpSettings::SetUpAcceptedSocket(Ptr<Socket> socket) const
{
    InitializeForkedCubic(socket);
    const auto& all = GetTcpSettings();
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        if (m_values[i] && all[i].applyAccepted)
        {
            all[i].applyAccepted(DynamicCast<TcpSocketBase>(socket), *this, "");
        }
    }
}

} // namespace ns3

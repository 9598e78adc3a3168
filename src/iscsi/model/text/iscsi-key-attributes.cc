/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-key-attributes.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <type_traits>
#include <variant>

namespace ns3
{

namespace
{

/// What ns-3 has for attributes of a parameter's type.
template <typename T>
struct AttributeKind;

/// Flags.
template <>
struct AttributeKind<bool>
{
    using Value = BooleanValue; //!< holds the value

    /**
     * @return the checker
     */
    static Ptr<const AttributeChecker> MakeChecker(const IscsiKeyDefinition& /* key */)
    {
        return MakeBooleanChecker();
    }
};

/// Numbers.
template <>
struct AttributeKind<uint32_t>
{
    using Value = UintegerValue; //!< holds the value

    /**
     * @param key the key, whose range counts
     * @return the checker
     */
    static Ptr<const AttributeChecker> MakeChecker(const IscsiKeyDefinition& key)
    {
        return MakeUintegerChecker<uint32_t>(key.minimum, key.maximum);
    }
};

/// Texts and lists.
template <>
struct AttributeKind<std::string>
{
    using Value = StringValue; //!< holds the value

    /**
     * @return the checker
     */
    static Ptr<const AttributeChecker> MakeChecker(const IscsiKeyDefinition& /* key */)
    {
        return MakeStringChecker();
    }
};

/// What ns-3 has for attributes of the type of the parameter that a member pointer points to.
template <typename T>
using KindOf = AttributeKind<
    std::decay_t<decltype(std::declval<IscsiSessionParameters>().*std::declval<T>())>>;

} // namespace

bool
SetIscsiParameter(IscsiSessionParameters& parameters,
                  const IscsiKeyMember& member,
                  const AttributeValue& value)
{
    return std::visit(
        [&](auto pointer) {
            const auto typed =
                dynamic_cast<const typename KindOf<decltype(pointer)>::Value*>(&value);
            if (typed)
            {
                parameters.*pointer = typed->Get();
            }
            return typed != nullptr;
        },
        member);
}

bool
GetIscsiParameter(const IscsiSessionParameters& parameters,
                  const IscsiKeyMember& member,
                  AttributeValue& value)
{
    return std::visit(
        [&](auto pointer) {
            const auto typed = dynamic_cast<typename KindOf<decltype(pointer)>::Value*>(&value);
            if (typed)
            {
                typed->Set(parameters.*pointer);
            }
            return typed != nullptr;
        },
        member);
}

Ptr<const AttributeValue>
MakeIscsiKeyDefault(const IscsiKeyDefinition& key)
{
    const IscsiSessionParameters defaults;
    return std::visit(
        [&](auto pointer) -> Ptr<const AttributeValue> {
            return Create<typename KindOf<decltype(pointer)>::Value>(defaults.*pointer);
        },
        key.member.value());
}

Ptr<const AttributeChecker>
MakeIscsiKeyChecker(const IscsiKeyDefinition& key)
{
    return std::visit([&](auto pointer) { return KindOf<decltype(pointer)>::MakeChecker(key); },
                      key.member.value());
}

} // namespace ns3

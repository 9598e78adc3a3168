/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_KEY_ATTRIBUTES_H
#define ISCSI_KEY_ATTRIBUTES_H

#include "iscsi-key-definition.h"
#include "iscsi-session-parameters.h"

#include "ns3/attribute.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * Set a session parameter from the value of its attribute.
 *
 * @param parameters whose parameter
 * @param member which one
 * @param value a BooleanValue, UintegerValue or StringValue, as the parameter's type is
 * @return false if it is of another type
 */
bool SetIscsiParameter(IscsiSessionParameters& parameters,
                       const IscsiKeyMember& member,
                       const AttributeValue& value);

/**
 * @ingroup iscsi-text
 *
 * Read a session parameter into the value of its attribute.
 *
 * @param parameters whose parameter
 * @param member which one
 * @param[out] value a BooleanValue, UintegerValue or StringValue, as the parameter's type is
 * @return false if it is of another type
 */
bool GetIscsiParameter(const IscsiSessionParameters& parameters,
                       const IscsiKeyMember& member,
                       AttributeValue& value);

/**
 * @ingroup iscsi-text
 *
 * @param key a key with a session parameter
 * @return its default as the value of an attribute
 */
Ptr<const AttributeValue> MakeIscsiKeyDefault(const IscsiKeyDefinition& key);

/**
 * @ingroup iscsi-text
 *
 * @param key a key with a session parameter
 * @return what checks its attribute: the range of a number. Lists are checked when they are used
 *         (IscsiSessionParameters::Validate)
 */
Ptr<const AttributeChecker> MakeIscsiKeyChecker(const IscsiKeyDefinition& key);

/**
 * @ingroup iscsi-text
 *
 * Sets and reads one of an object's session parameters.
 *
 * @tparam T the object's class
 */
template <typename T>
class IscsiKeyAccessor : public AttributeAccessor
{
  public:
    /**
     * @param parameters the object's session parameters
     * @param member which of them
     */
    IscsiKeyAccessor(IscsiSessionParameters T::* parameters, const IscsiKeyMember& member);

    bool Set(ObjectBase* object, const AttributeValue& value) const override;
    bool Get(const ObjectBase* object, AttributeValue& value) const override;
    bool HasGetter() const override;
    bool HasSetter() const override;

  private:
    IscsiSessionParameters T::* m_parameters; //!< the object's session parameters
    IscsiKeyMember m_member;                  //!< which of them
};

/**
 * @ingroup iscsi-text
 *
 * Add the attributes by which a user says what an object proposes for keys. Name, help, default and
 * range are those of the key's row.
 *
 * @tparam T the object's class
 * @param tid the class
 * @param parameters where an object keeps what it proposes
 * @param keys keys with a session parameter, in the order of the attributes
 * @return the class
 */
template <typename T>
TypeId AddIscsiKeyAttributes(TypeId tid,
                             IscsiSessionParameters T::* parameters,
                             const std::vector<std::string>& keys);

template <typename T>
IscsiKeyAccessor<T>::IscsiKeyAccessor(IscsiSessionParameters T::* parameters,
                                      const IscsiKeyMember& member)
    : m_parameters(parameters),
      m_member(member)
{
}

template <typename T>
bool
IscsiKeyAccessor<T>::Set(ObjectBase* object, const AttributeValue& value) const
{
    const auto owner = dynamic_cast<T*>(object);
    return owner && SetIscsiParameter(owner->*m_parameters, m_member, value);
}

template <typename T>
bool
IscsiKeyAccessor<T>::Get(const ObjectBase* object, AttributeValue& value) const
{
    const auto owner = dynamic_cast<const T*>(object);
    return owner && GetIscsiParameter(owner->*m_parameters, m_member, value);
}

template <typename T>
bool
IscsiKeyAccessor<T>::HasGetter() const
{
    return true;
}

template <typename T>
bool
IscsiKeyAccessor<T>::HasSetter() const
{
    return true;
}

template <typename T>
TypeId
AddIscsiKeyAttributes(TypeId tid,
                      IscsiSessionParameters T::* parameters,
                      const std::vector<std::string>& keys)
{
    for (const auto& name : keys)
    {
        const auto& key = *FindIscsiKeyDefinition(name);
        tid.AddAttribute(key.name,
                         key.help,
                         *MakeIscsiKeyDefault(key),
                         Create<IscsiKeyAccessor<T>>(parameters, *key.member),
                         MakeIscsiKeyChecker(key));
    }
    return tid;
}

} // namespace ns3

#endif /* ISCSI_KEY_ATTRIBUTES_H */

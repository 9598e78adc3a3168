/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OWN_TYPE_ID_H
#define OWN_TYPE_ID_H

#include "ns3/object.h"

#include <type_traits>

namespace ns3
{

/**
 * @ingroup host-tcp-base
 *
 * The base of a class that is derived from one of ns-3's TCP classes. In ns-3 3.44 such a class
 * tells its type itself (GetInstanceTypeId), and whoever derives from it has to as well, or
 * attributes of its own are not set. From 3.45 on Object knows the type, and nobody else may tell
 * it.
 *
 * @tparam Derived the class
 * @tparam Base ns-3's class
 * @tparam tells whether Base tells its type itself
 */
template <typename Derived,
          typename Base,
          bool tells =
              !std::is_same_v<decltype(&Base::GetInstanceTypeId), TypeId (Object::*)() const>>
class OwnTypeId : public Base
{
  public:
    using Base::Base;

    /**
     * @return the type of the class
     */
    TypeId GetInstanceTypeId() const override
    {
        return Derived::GetTypeId();
    }
};

/**
 * @ingroup host-tcp-base
 *
 * The same where Object knows the type.
 */
template <typename Derived, typename Base>
class OwnTypeId<Derived, Base, false> : public Base
{
  public:
    using Base::Base;
};

} // namespace ns3

#endif /* OWN_TYPE_ID_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_LOGO_HEADER_H
#define FC_LOGO_HEADER_H

#include "fc-iu-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * Logout (FC-LS): the sender ends the login with the receiver. The reply is a plain LS_ACC.
 */
class FcLogoHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 16; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcLogoHeader();

    void Print(std::ostream& os) const override;

    uint32_t portId{0};   //!< address of the port that logs out, 24 bits
    uint64_t portName{0}; //!< its world-wide name

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

} // namespace ns3

#endif /* FC_LOGO_HEADER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_NOP_HEADER_H
#define ISCSI_NOP_HEADER_H

#include "iscsi-header.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * NOP-Out (RFC 7143, 11.18): a ping if initiatorTaskTag is valid, an answer to a NOP-In if
 * targetTransferTag is. The data segment is ping data.
 */
class IscsiNopOutHeader : public IscsiRequestHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiNopOutHeader();

    uint32_t targetTransferTag{RESERVED_TAG}; //!< copied from the NOP-In answered

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

/**
 * @ingroup iscsi
 *
 * NOP-In (RFC 7143, 11.19): an answer to a NOP-Out if initiatorTaskTag is valid, a ping if
 * targetTransferTag is. Only an answer consumes a StatSN.
 */
class IscsiNopInHeader : public IscsiResponseHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiNopInHeader();

    /// tag the answer must carry, if one is wanted
    uint32_t targetTransferTag{RESERVED_TAG};

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

} // namespace ns3

#endif /* ISCSI_NOP_HEADER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TEXT_HEADER_H
#define ISCSI_TEXT_HEADER_H

#include "iscsi-header.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Text Request (RFC 7143, 11.10). The data segment is text keys.
 */
class IscsiTextRequestHeader : public IscsiRequestHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiTextRequestHeader();

    bool cont{false}; //!< C bit: the keys continue in the next PDU; then final is false

    /// from the last Text Response, RESERVED_TAG to begin anew
    uint32_t targetTransferTag{RESERVED_TAG};

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

/**
 * @ingroup iscsi
 *
 * Text Response (RFC 7143, 11.11). The data segment is text keys.
 */
class IscsiTextResponseHeader : public IscsiResponseHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiTextResponseHeader();

    bool cont{false}; //!< C bit: the keys continue in the next PDU; then final is false

    /// tag to continue with; RESERVED_TAG exactly if final
    uint32_t targetTransferTag{RESERVED_TAG};

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;
};

} // namespace ns3

#endif /* ISCSI_TEXT_HEADER_H */

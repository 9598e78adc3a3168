/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_IU_HEADER_H
#define FC_IU_HEADER_H

#include "ns3/header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * An information unit of fixed size at the start of a frame's payload: what its codecs share. A
 * derived class is one unit, or a request and its equal reply; it adds the fields and defines their
 * positions. Reserved bits are sent as zero and ignored on receipt.
 *
 * If there are too few bytes, or their code is that of another unit, Deserialize changes nothing
 * and returns 0.
 */
class FcIuHeader : public Header
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  protected:
    /**
     * @param size bytes of the unit
     */
    explicit FcIuHeader(uint32_t size);

  private:
    /**
     * Write all bytes of the unit.
     *
     * @param to where they go
     */
    virtual void Encode(Buffer::Iterator& to) const = 0;

    /**
     * Read the unit. So many bytes are there.
     *
     * @param from where they are
     * @return false, with all fields as they were, if it is another unit
     */
    virtual bool Decode(Buffer::Iterator& from) = 0;

    uint32_t m_size; //!< bytes
};

} // namespace ns3

#endif /* FC_IU_HEADER_H */

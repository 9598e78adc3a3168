/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_XFER_RDY_HEADER_H
#define FCP_XFER_RDY_HEADER_H

#include "ns3/fc-iu-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fcp
 *
 * FCP_XFER_RDY (FCP-4): the target is ready for a part of a write's data.
 */
class FcpXferRdyHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 12; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcpXferRdyHeader();

    void Print(std::ostream& os) const override;

    uint32_t dataOffset{0};  //!< FCP_DATA_RO: first byte wanted, offset in the data-out buffer
    uint32_t burstLength{0}; //!< FCP_BURST_LEN: bytes wanted

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

} // namespace ns3

#endif /* FCP_XFER_RDY_HEADER_H */

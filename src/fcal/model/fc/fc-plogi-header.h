/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_PLOGI_HEADER_H
#define FC_PLOGI_HEADER_H

#include "fc-els.h"
#include "fc-iu-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * N_Port login and its LS_ACC (FC-LS): the receive capabilities of a port. Only class 3 is offered.
 */
class FcPlogiHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 116;                  //!< bytes
    static constexpr uint16_t MAX_DATA_FIELD_SIZE = 0xfff; //!< most that the field holds

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcPlogiHeader();

    void Print(std::ostream& os) const override;

    FcElsCode code{FcElsCode::PLOGI}; //!< PLOGI or LS_ACC

    /// Login BB_Credit: frames the receiver takes before it sends an R_RDY in a new circuit.
    uint16_t bbCredit{0};

    /// Alternate BB_Credit management, as every loop port has it: credit counts again in a circuit.
    bool alternateBbCredit{true};

    /// Continuously increasing relative offset can be received.
    bool increasingOffset{true};

    uint16_t receiveDataFieldSize{2048}; //!< most payload of a frame taken, bytes, 12 bits
    uint64_t portName{0};                //!< world-wide name of the port
    uint64_t nodeName{0};                //!< world-wide name of the node
    uint16_t concurrentSequences{255};   //!< sequences that can be received at a time
    uint16_t openSequences{1};           //!< of these in one exchange
    uint32_t eDTov{2000};                //!< error detect timeout E_D_TOV, ms

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

} // namespace ns3

#endif /* FC_PLOGI_HEADER_H */

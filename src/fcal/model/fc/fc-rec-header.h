/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_REC_HEADER_H
#define FC_REC_HEADER_H

#include "fc-iu-header.h"

#include "ns3/fc-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * Read Exchange Concise (FC-LS): a port asks the other one what it knows of an exchange.
 */
class FcRecHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 12; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcRecHeader();

    void Print(std::ostream& os) const override;

    uint32_t originator{0};                 //!< address of the exchange's originator, 24 bits
    uint16_t oxId{FcHeader::UNASSIGNED_ID}; //!< exchange as its originator calls it
    uint16_t rxId{FcHeader::UNASSIGNED_ID}; //!< exchange as its responder calls it

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

/**
 * @ingroup fcal-fc
 *
 * LS_ACC of Read Exchange Concise (FC-LS): the exchange as the port that answers sees it. The
 * abbreviated exchange status is open, without error.
 */
class FcRecAccHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 24; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcRecAccHeader();

    void Print(std::ostream& os) const override;

    uint16_t oxId{FcHeader::UNASSIGNED_ID}; //!< exchange as its originator calls it
    uint16_t rxId{FcHeader::UNASSIGNED_ID}; //!< exchange as its responder calls it
    uint32_t originator{0};                 //!< address of the exchange's originator, 24 bits
    uint32_t responder{0};                  //!< address of its responder, 24 bits
    uint32_t transferred{0};                //!< FC4VALUE: bytes that FCP moved so far (FCP-4)
    bool isResponder{true};                 //!< whether the port that answers is the responder
    bool hasInitiative{true};               //!< whether it holds the sequence initiative
    bool isComplete{false};                 //!< whether the exchange is over

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

} // namespace ns3

#endif /* FC_REC_HEADER_H */

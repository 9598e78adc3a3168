/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_PRLI_HEADER_H
#define FCP_PRLI_HEADER_H

#include "ns3/fc-els.h"
#include "ns3/fc-iu-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fcp
 *
 * The result of a process login (FC-LS).
 */
enum class FcpPrliResponse : uint8_t
{
    NONE = 0,            //!< a request has none
    EXECUTED = 1,        //!< request executed
    NO_RESOURCES = 2,    //!< the target has no resources for it
    NOT_INITIALISED = 3, //!< initialisation is not complete
    NO_SUCH_IMAGE = 4,   //!< there is no such image pair
    PREDEFINED = 5,      //!< the image is predefined and cannot be changed
    CONDITIONAL = 6,     //!< executed, with other parameters than asked for
};

/**
 * @ingroup fcal-fcp
 *
 * Process login for FCP and its LS_ACC, one page each (FC-LS).
 */
class FcpPrliHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 20;       //!< bytes
    static constexpr uint8_t PAGE_LENGTH = 16; //!< bytes of the service parameter page

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcpPrliHeader();

    void Print(std::ostream& os) const override;

    FcElsCode code{FcElsCode::PRLI};                 //!< PRLI or LS_ACC
    bool establishImagePair{true};                   //!< make a pair, not only ask
    FcpPrliResponse response{FcpPrliResponse::NONE}; //!< of an LS_ACC
    bool initiatorFunction{false};                   //!< the sender is an initiator
    bool targetFunction{false};                      //!< the sender is a target
    bool writeXferRdyDisabled{false}; //!< first burst of a write needs no FCP_XFER_RDY
    bool readXferRdyDisabled{true};   //!< reads need none; FCP has no other way
    bool confirmedCompletion{false};  //!< FCP_CONF is supported
    bool retry{false};                //!< retransmission of sequences is supported

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

} // namespace ns3

#endif /* FCP_PRLI_HEADER_H */

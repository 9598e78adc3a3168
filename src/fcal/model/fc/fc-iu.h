/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_IU_H
#define FC_IU_H

#include "fc-frame.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * The information units of the models, as their frame headers distinguish them.
 */
enum class FcIu : uint8_t
{
    FCP_CMND,     //!< command, or task management
    FCP_XFER_RDY, //!< target is ready for data
    FCP_DATA_IN,  //!< data of a read
    FCP_DATA_OUT, //!< data of a write
    FCP_RSP,      //!< end of a command
    ELS_REQUEST,  //!< PLOGI, PRLI, LOGO, REC
    ELS_REPLY,    //!< LS_ACC, LS_RJT
    ABTS,         //!< abort an exchange
    BA_ACC,       //!< abort accepted
    BA_RJT,       //!< abort rejected
};

/**
 * @param iu an information unit
 * @return its name as the standards print it; "ELS" and "ELS reply" for extended link services
 */
std::string GetFcIuName(FcIu iu);

/**
 * @ingroup fcal-fc
 *
 * The identity of a frame: the addresses of both ports and their identifiers of the exchange.
 */
struct FcExchangeIds
{
    uint32_t dId{0};                        //!< receiver, 24 bits
    uint32_t sId{0};                        //!< sender, 24 bits
    uint16_t oxId{FcHeader::UNASSIGNED_ID}; //!< exchange as its originator calls it
    uint16_t rxId{FcHeader::UNASSIGNED_ID}; //!< exchange as its responder calls it
};

/**
 * @ingroup fcal-fc
 *
 * Make the header of the last or only frame of an information unit: R_CTL, TYPE and F_CTL of the
 * unit, SEQ_CNT 0.
 *
 * @param iu the information unit
 * @param ids ports and exchange
 * @param seqId sequence within the exchange
 * @return the header
 */
FcHeader MakeFcHeader(FcIu iu, const FcExchangeIds& ids, uint8_t seqId = 0);

/**
 * @ingroup fcal-fc
 *
 * Make an information unit of one frame: any unit except data of more than one frame.
 *
 * @param iu the information unit
 * @param ids ports and exchange
 * @param seqId sequence within the exchange
 * @param payload the unit's bytes, null for none
 * @return the frame, SOFi3 to EOFt
 */
Ptr<FcFrame> MakeFcFrame(FcIu iu,
                         const FcExchangeIds& ids,
                         uint8_t seqId,
                         Ptr<Packet> payload = nullptr);

/**
 * @ingroup fcal-fc
 *
 * Make a frame of data: SOFi3 on the first of its sequence, EOFt, END_SEQUENCE and, in a write, the
 * sequence initiative on the last.
 *
 * @param iu FCP_DATA_IN or FCP_DATA_OUT
 * @param ids ports and exchange
 * @param seqId sequence within the exchange
 * @param seqCnt place of the frame in its sequence
 * @param last whether it is the last of its sequence
 * @param offset relative offset of the data in the command's buffer, bytes
 * @param data the data, virtual or real
 * @return the frame
 */
Ptr<FcFrame> MakeFcDataFrame(FcIu iu,
                             const FcExchangeIds& ids,
                             uint8_t seqId,
                             uint16_t seqCnt,
                             bool last,
                             uint32_t offset,
                             Ptr<Packet> data);

} // namespace ns3

#endif /* FC_IU_H */

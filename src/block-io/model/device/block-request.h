/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_REQUEST_H
#define BLOCK_REQUEST_H

#include "io-timeline.h"

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <ostream>
#include <string_view>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * What a block request asks of its device.
 */
enum class BlockOperation : uint8_t
{
    READ,   //!< medium to host
    WRITE,  //!< host to medium
    VERIFY, //!< read from the medium, nothing is transferred
    FLUSH,  //!< everything written before is on the medium when this completes
    UNMAP   //!< the blocks are needed no more and read as zeros; only where BlockDevice::TakesUnmap
};

/**
 * @ingroup block-io-device
 *
 * How a block request ended.
 */
enum class BlockStatus : uint8_t
{
    OK,                  //!< done
    LBA_OUT_OF_RANGE,    //!< it reaches past the last block; nothing was done
    MEDIUM_ERROR,        //!< the medium could not be read or written
    NOT_READY,           //!< the device is stopped or not there yet
    TRANSPORT_ERROR,     //!< the path to the device failed; whether it was done is not known
    RESERVATION_CONFLICT //!< another host has reserved the device; nothing was done
};

/**
 * @ingroup block-io-device
 *
 * The order of a request relative to the others that its device has not completed.
 */
enum class BlockOrder : uint8_t
{
    SIMPLE,       //!< the device may take it up when it likes, but for what the others ask
    ORDERED,      //!< it is taken up after all that came before it, and before all that come later
    HEAD_OF_QUEUE //!< it is taken up before all that have not been taken up yet
};

/**
 * @ingroup block-io-device
 *
 * @param operation an operation
 * @return R, W, V, F or U, as in tables of requests
 */
char GetLetter(BlockOperation operation);

/**
 * @ingroup block-io-device
 *
 * @param operation an operation
 * @return whether the contents of its blocks go from the device to the host, or from there to it
 */
constexpr bool
TransfersBlocks(BlockOperation operation)
{
    return operation == BlockOperation::READ || operation == BlockOperation::WRITE;
}

/**
 * @ingroup block-io-device
 *
 * @param status a status
 * @return a word as in tables of requests, for example ok or lba_out_of_range
 */
std::string_view GetWord(BlockStatus status);

/**
 * @ingroup block-io-device
 *
 * @param os the stream
 * @param operation the operation, printed as R, W, V, F or U
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, BlockOperation operation);

/**
 * @ingroup block-io-device
 *
 * @param os the stream
 * @param status the status, printed as a word, for example ok or lba_out_of_range
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, BlockStatus status);

/**
 * @ingroup block-io-device
 *
 * @param os the stream
 * @param order the order, printed as a word: simple, ordered or head_of_queue
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, BlockOrder order);

/**
 * @ingroup block-io-device
 *
 * One request to a BlockDevice: an operation on a range of blocks. Its creator fills it and passes
 * it to BlockDevice::Submit; the device later completes it exactly once, through the completion
 * callback. Derive from it to attach further data to a request.
 */
class BlockRequest : public SimpleRefCount<BlockRequest>
{
  public:
    /// Called with the request when it is complete.
    using Completion = Callback<void, Ptr<BlockRequest>>;

    /**
     * @param operation what to do
     * @param lba the first block
     * @param blocks how many blocks, in the device's block size; zero for FLUSH
     */
    BlockRequest(BlockOperation operation, uint64_t lba, uint32_t blocks);
    virtual ~BlockRequest();

    /**
     * Stamp a stage of the timeline with the current time. It has no effect if nothing records.
     *
     * @param stage the stage just passed
     */
    void Stamp(IoStage stage);

    BlockOperation operation; //!< what to do
    uint64_t lba;             //!< the first block
    uint32_t blocks;          //!< number of blocks
    uint64_t number{0};       //!< place among those of its workload, from 0; set by that
    /// Past any cache: a write is complete only when it is on the medium, a read comes from there.
    bool forceUnitAccess{false};
    BlockOrder order{BlockOrder::SIMPLE}; //!< its order among the requests at the device
    /// The contents: given for a write or filled by a read where contents are kept (StoreData),
    /// null where they are not.
    Ptr<Packet> data;
    BlockStatus status{BlockStatus::OK}; //!< how it ended; set by the device
    Ptr<IoTimeline> timeline;            //!< the stamps, null if nothing records
    Completion completion;               //!< what to notify
    Time issueTime;                      //!< when it was submitted; set by BlockDevice::Submit
};

} // namespace ns3

#endif /* BLOCK_REQUEST_H */

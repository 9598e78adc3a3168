/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_INITIATOR_TASK_H
#define FCP_INITIATOR_TASK_H

#include "ns3/fc-exchange.h"
#include "ns3/io-timeline-table.h"
#include "ns3/packet.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-fcp
 *
 * A SCSI task at an initiator and its current exchange: the amount of received data, and the
 * client's data, which is kept in case the command has to be resent. The client supplies and
 * receives each byte only once.
 */
class FcpInitiatorTask : public FcExchange
{
  public:
    /// What is going on with it.
    enum class State : uint8_t
    {
        WAITING_FOR_LOGIN, //!< the target is not there, but may return
        SENT,              //!< the node has it, and opens its exchange when there is room
        ABORTING           //!< ABTS is sent
    };

    /**
     * @param state a state
     * @return its name
     */
    static const char* GetStateName(State state);

    /**
     * @param exchangeOwner the initiator
     * @param task the client's task
     * @param order number of the task among those of the initiator
     */
    FcpInitiatorTask(FcExchangeOwner* exchangeOwner, Ptr<ScsiTask> task, uint64_t order);
    ~FcpInitiatorTask() override;

    /**
     * @return the command's FCP_CMND with the handle of its timeline
     */
    Ptr<Packet> MakeCommand();

    /**
     * Forget what was transferred in the last exchange: the command is sent once more.
     */
    void Restart();

    /**
     * Data of a read arrived.
     *
     * @param offset where in the buffer, bytes
     * @param data the bytes
     * @return true if they follow those that arrived before
     */
    bool ReceiveDataIn(uint32_t offset, Ptr<Packet> data);

    /**
     * The target wants data of a write.
     *
     * @param offset where in the buffer, bytes
     * @param length how many bytes
     * @return true if the client has to be asked for them
     */
    bool WantDataOut(uint32_t offset, uint32_t length);

    /**
     * @return whether the target wants data that the client has not given
     */
    bool IsDataOutDue() const;

    /**
     * The client gave data.
     *
     * @param offset where in the buffer, bytes
     * @param data the bytes
     */
    void AddDataOut(uint32_t offset, Ptr<Packet> data);

    /**
     * @param offset set to where in the buffer the data are, bytes
     * @return data that are wanted and there, once; null if there are none
     */
    Ptr<Packet> TakeDataOut(uint32_t& offset);

    const Ptr<ScsiTask> scsi;              //!< the client's task
    const uint64_t number;                 //!< its number among those of the initiator
    State state{State::WAITING_FOR_LOGIN}; //!< what is going on with it
    uint32_t retries{0};                   //!< how often it was sent once more
    uint32_t received{0};                  //!< data-in of this exchange, bytes
    bool isAbortWanted{false};             //!< the client gave it up

  private:
    /// Data of a write.
    struct Burst
    {
        uint32_t offset;  //!< where in the buffer, bytes
        uint32_t length;  //!< how many bytes
        Ptr<Packet> data; //!< the bytes, null until the client gave them
        bool isWanted;    //!< whether the target waits for them
    };

    uint32_t m_handedUp{0};                //!< data-in that the client has, bytes
    std::vector<Burst> m_bursts;           //!< in the order in which they were asked for
    bool m_hasTimeline{false};             //!< whether others can find its timeline
    IoTimelineTable::Handle m_timeline{0}; //!< handle of its timeline
};

} // namespace ns3

#endif /* FCP_INITIATOR_TASK_H */

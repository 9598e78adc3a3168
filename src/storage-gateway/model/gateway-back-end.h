/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_BACK_END_H
#define GATEWAY_BACK_END_H

#include "gateway-back-end-client.h"

#include "ns3/object.h"
#include "ns3/scsi-task.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * The queue of a gateway for one of its loops, or for another resource that its drives share: at
 * most QueueDepth commands are in progress on it; the others wait in order of arrival.
 */
class GatewayBackEnd : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * A drive may take a command: dispatch it, now or when its turn comes.
     *
     * @param client the drive
     * @param object the same as an object, which is kept while the command waits
     * @param task the command
     */
    void Enter(GatewayBackEndClient& client, Ptr<Object> object, Ptr<ScsiTask> task);

    /**
     * Take back a command that waits.
     *
     * @param task the command
     */
    void Withdraw(Ptr<ScsiTask> task);

    /**
     * A command that was dispatched is under way no more.
     */
    void Leave();

    /**
     * @return commands that wait
     */
    uint32_t GetQueueLength() const;

    /**
     * @return commands dispatched and under way
     */
    uint32_t GetOutstanding() const;

  protected:
    void DoDispose() override;

  private:
    /// A command that waits.
    struct Entry
    {
        GatewayBackEndClient* client; //!< for which drive
        Ptr<Object> object;           //!< the same, kept
        Ptr<ScsiTask> task;           //!< the command
    };

    /**
     * Dispatch commands as the depth allows.
     */
    void Pump();

    uint32_t m_depth;                       //!< most commands under way
    TracedValue<uint32_t> m_length{0};      //!< commands that wait
    TracedValue<uint32_t> m_outstanding{0}; //!< commands under way
    std::deque<Entry> m_queue;              //!< in the order they came
};

} // namespace ns3

#endif /* GATEWAY_BACK_END_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_FLOW_H
#define FCAL_FLOW_H

#include "fcal-clock.h"
#include "fcal-credit.h"
#include "fcal-port.h"

#include "ns3/event-id.h"

#include <cstdint>
#include <deque>

namespace ns3
{

class FcalFlow;

/**
 * @ingroup fcal-loop
 *
 * Notified about events in one direction of a circuit.
 */
class FcalFlowListener
{
  public:
    virtual ~FcalFlowListener() = default;

    /**
     * Frames have left their sender.
     *
     * @param reception the sequence and its times
     * @param frames how many of its frames have
     */
    virtual void FramesSent(const FcReception& reception, uint32_t frames) = 0;

    /**
     * A sequence has had to wait for credit.
     *
     * @param sender its sender
     * @param words how long
     */
    virtual void CreditStalled(Ptr<FcalPort> sender, uint64_t words) = 0;

    /**
     * A sequence is sent or has arrived, and its client knows.
     */
    virtual void FlowAdvanced() = 0;

    /**
     * @return whether the sequence that begins loses a frame, so that its receiver gets none of it
     */
    virtual bool LosesSequence() = 0;
};

/**
 * @ingroup fcal-loop
 *
 * One direction of a circuit: it takes sequences from its sender's queue, one after the other, and
 * delivers each to the receiver's client at the word in which it is complete. A sequence takes two
 * events, one when its sender is free again and one when it has arrived, and a third if the
 * receiver wants to know when it begins.
 */
class FcalFlow
{
  public:
    /**
     * What a flow is made of.
     */
    struct Setup
    {
        FcalClock clock;          //!< the loop's clock
        Ptr<FcalPort> sender;     //!< who sends
        Ptr<FcalPort> receiver;   //!< to whom
        FcalCredit::Start credit; //!< credit and ways
        uint32_t maxSequences{0}; //!< most sequences, 0 for no limit
    };

    /**
     * @param setup what it is made of
     * @param listener what is notified
     */
    FcalFlow(const Setup& setup, FcalFlowListener& listener);

    FcalFlow(const FcalFlow&) = delete;
    FcalFlow& operator=(const FcalFlow&) = delete;
    ~FcalFlow();

    /**
     * Begin with the next sequence, if the sender is free, has one and may send one.
     *
     * @return true if it began
     */
    bool SendNext();

    /**
     * @return true while the sender is not free
     */
    bool IsSending() const;

    /**
     * @return true while a sequence is on its way
     */
    bool IsBusy() const;

    /**
     * @return number of sequences begun
     */
    uint32_t GetSequences() const;

    /**
     * @return transmission words of all frames sent, without fill words
     */
    uint64_t GetWords() const;

    /**
     * The receiver keeps or gives buffers.
     *
     * @param taken number of buffers that it takes, negative for those that it gives
     */
    void BuffersChanged(int64_t taken);

    /**
     * Stop: what is on its way is lost, and both ends are notified.
     */
    void Abort();

  private:
    /**
     * A sequence on its way.
     */
    struct Delivery
    {
        Ptr<FcReception> reception; //!< the sequence
        EventId begun;              //!< when it begins to arrive, if the receiver wants to know
        EventId arrived;            //!< when it has arrived, if that is known
        bool reported{false};       //!< whether the receiver knows that it began to arrive
        bool isLost{false};         //!< whether the receiver gets none of it
    };

    /**
     * Make events of the times of the current sequence.
     *
     * @param times when its frames go
     */
    void Follow(FcalFrameTimes times);

    /**
     * Notify the receiver when a sequence begins to arrive, or that its times changed.
     *
     * @param delivery the sequence
     */
    void ReportPlan(Delivery& delivery);

    /**
     * The oldest sequence of which the receiver does not know begins to arrive.
     */
    void Begun();

    /**
     * Cancel all events.
     */
    void CancelEvents();

    /**
     * The current sequence is sent.
     */
    void Sent();

    /**
     * The oldest sequence on its way has arrived.
     */
    void Arrived();

    /**
     * Tell both ends that a sequence is lost.
     *
     * @param reception the sequence
     * @param sent whether all of it has left its sender
     */
    void Lose(Ptr<FcReception> reception, bool sent);

    Setup m_setup;                     //!< what it is made of
    FcalFlowListener& m_listener;      //!< what is notified
    FcalCredit m_credit;               //!< credit
    Ptr<FcReception> m_present;        //!< what is being sent, or null
    std::deque<Delivery> m_deliveries; //!< what is on its way
    EventId m_sent;                    //!< end of the current sequence
    uint32_t m_sequences{0};           //!< sequences begun
    uint64_t m_words{0};               //!< words of frames sent
};

} // namespace ns3

#endif /* FCAL_FLOW_H */

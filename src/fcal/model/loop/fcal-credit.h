/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_CREDIT_H
#define FCAL_CREDIT_H

#include "ns3/fc-sequence.h"
#include "ns3/fcal-frame-times.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * The buffer-to-buffer credit of one direction of a circuit (FC-AL-2, alternative credit model):
 * when each credit is available to the sender, and from that when each frame can be sent. One
 * credit is one receive buffer. The login credit is available from the start; the R_RDYs for the
 * receiver's other buffers arrive one round trip after OPN, and a buffer's next R_RDY leaves when
 * its frame is complete. All times are in transmission words.
 *
 * The work per sequence does not depend on the sequence's length unless credit runs out: then it is
 * one step per frame.
 */
class FcalCredit
{
  public:
    /**
     * What a circuit gives at its start.
     */
    struct Start
    {
        uint32_t login{0};      //!< credit from the login, frames
        uint32_t buffers{0};    //!< free buffers of the receiver, at least the login credit
        uint64_t begin{0};      //!< when the first frame could go with login credit
        uint64_t firstReady{0}; //!< when the R_RDYs for the free buffers are there
        uint64_t toReceiver{0}; //!< way of a word to the receiver
        uint64_t toSender{0};   //!< way of a word back to the sender
        uint32_t fillWords{0};  //!< fill words behind each frame
    };

    /**
     * @param start what the circuit gives
     */
    explicit FcalCredit(const Start& start);

    /**
     * Begin with a sequence; the one before is sent.
     *
     * @param cut how it is cut, at least one frame
     * @param ready when the sender is free
     * @return when its frames go: fewer than it has if the receiver does not free the buffers
     */
    FcalFrameTimes Begin(const FcSequenceCut& cut, uint64_t ready);

    /**
     * The receiver takes buffers back as they fall free, or gives them again.
     *
     * @param now when
     * @param taken number of buffers it takes; negative for those that it gives
     */
    void Change(uint64_t now, int64_t taken);

    /**
     * @return when the frames of the current sequence go, after a change
     */
    FcalFrameTimes Replan();

    /**
     * @return words for which the current sequence's planned frames wait for credit
     */
    uint64_t GetStall() const
    {
        return m_stall;
    }

  private:
    /**
     * The credits of one time.
     */
    struct State
    {
        std::vector<uint64_t> credits; //!< when each is at the sender, in order
        uint64_t owed{0};              //!< buffers the receiver keeps as they fall free
        uint64_t ready{0};             //!< when the sender is free
    };

    /**
     * A change by the receiver.
     */
    struct Event
    {
        uint64_t when; //!< when
        int64_t taken; //!< buffers taken, negative for those given
    };

    /**
     * Put a change into the credits.
     *
     * @param event the change
     */
    void Apply(const Event& event);

    /**
     * @return true if the current sequence's frames go at one distance
     */
    bool IsUniform() const;

    /**
     * Plan frames that go at one distance.
     *
     * @return their times
     */
    FcalFrameTimes PlanUniform();

    /**
     * Plan frame by frame.
     *
     * @return their times
     */
    FcalFrameTimes PlanEach();

    /**
     * Use a credit for a frame.
     *
     * @param frame its place in the current sequence
     * @return when it goes
     */
    uint64_t Send(uint32_t frame);

    /**
     * A frame's buffer falls free: the receiver keeps it if it wants it, or gives it again.
     *
     * @param back when its R_RDY would be at the sender
     */
    void Free(uint64_t back);

    /**
     * @param start when a frame begins
     * @param frame its place in the current sequence
     * @return when its R_RDY is at the sender
     */
    uint64_t GetReturn(uint64_t start, uint32_t frame) const;

    Start m_circuit;             //!< what the circuit gives
    FcSequenceCut m_cut;         //!< current sequence
    State m_before;              //!< credits when the current sequence began
    State m_state;               //!< credits when its last planned frame is sent
    std::vector<Event> m_events; //!< changes since the current sequence began
    std::ptrdiff_t m_planned{0}; //!< how many of them the plan knows
    uint64_t m_stall{0};         //!< words of waiting
};

} // namespace ns3

#endif /* FCAL_CREDIT_H */

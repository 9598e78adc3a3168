/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_CIRCUIT_H
#define FCAL_CIRCUIT_H

#include "fcal-flow.h"
#include "fcal-ring.h"

#include "ns3/event-id.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * A circuit from the owner of the loop to another port, from OPN to the return of the owner's CLS.
 * The owner closes when it has nothing to send and nothing is on its way to it.
 */
class FcalCircuit : private FcalFlowListener
{
  public:
    /// Transmission words of OPN.
    static constexpr uint64_t OPN_WORDS = 1;

    /**
     * What a circuit is made of.
     */
    struct Setup
    {
        FcalClock clock;          //!< the loop's clock
        Ptr<FcalPort> owner;      //!< who opens
        Ptr<FcalPort> peer;       //!< who is opened
        uint64_t toPeer{0};       //!< words from the owner to the peer
        uint64_t trip{0};         //!< words around the loop
        uint32_t fillWords{0};    //!< fill words behind each frame
        uint32_t maxSequences{0}; //!< most sequences of the owner, 0 for no limit
    };

    /**
     * What the circuit notifies.
     */
    struct Hooks
    {
        /// Frames have left their sender: the sequence, and how many of its frames.
        std::function<void(const FcReception&, uint32_t)> framesSent;
        /// A sequence has waited for credit: its sender, and how many words.
        std::function<void(Ptr<FcalPort>, uint64_t)> creditStalled;
        /// CLS is back. The circuit may be destroyed from inside.
        std::function<void()> closed;
        /// Tells whether the sequence that begins loses a frame; null for none.
        std::function<bool()> loses;
    };

    /**
     * Send OPN.
     *
     * @param setup what it is made of
     * @param hooks what it notifies
     */
    FcalCircuit(const Setup& setup, Hooks hooks);
    ~FcalCircuit() override;

    /**
     * Begin to send. The owner must have a sequence for the peer.
     */
    void Start();

    /**
     * A port has got something to send.
     *
     * @param port any port
     * @return true if it goes through this circuit at once
     */
    bool Offer(Ptr<FcalPort> port);

    /**
     * A port keeps or gives buffers.
     *
     * @param port any port
     * @param taken number of buffers that it takes, negative for those that it gives
     */
    void BuffersChanged(Ptr<FcalPort> port, int64_t taken);

    /**
     * Stop: what is on its way is lost, and both ends are notified.
     */
    void Abort();

    /**
     * @return the other port
     */
    Ptr<FcalPort> GetPeer() const;

    /**
     * @return when OPN was sent, words
     */
    uint64_t GetStart() const;

    /**
     * @return number of sequences that the owner sent or began to send
     */
    uint32_t GetOwnerSequences() const;

    /**
     * @return words of all frames sent both ways, without fill words
     */
    uint64_t GetWords() const;

  private:
    // Inherited from FcalFlowListener
    void FramesSent(const FcReception& reception, uint32_t frames) override;
    void CreditStalled(Ptr<FcalPort> sender, uint64_t words) override;
    void FlowAdvanced() override;
    bool LosesSequence() override;

    /**
     * @return what the owner's flow is made of
     */
    FcalFlow::Setup MakeForward() const;

    /**
     * @return what the other port's flow is made of
     */
    FcalFlow::Setup MakeBackward() const;

    /**
     * CLS is back at the owner.
     */
    void Closed();

    Setup m_setup;                      //!< what it is made of
    Hooks m_hooks;                      //!< what it notifies
    uint64_t m_start;                   //!< when OPN was sent
    FcalFlow m_forward;                 //!< from the owner
    std::optional<FcalFlow> m_backward; //!< to the owner, if it is full duplex
    bool m_closing{false};              //!< whether CLS is sent
    EventId m_close;                    //!< its return
};

} // namespace ns3

#endif /* FCAL_CIRCUIT_H */

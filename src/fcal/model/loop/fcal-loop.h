/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_LOOP_H
#define FCAL_LOOP_H

#include "fcal-arbiter.h"
#include "fcal-circuit.h"
#include "fcal-clock.h"
#include "fcal-initialisation.h"
#include "fcal-loop-access.h"
#include "fcal-port.h"
#include "fcal-ring.h"

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * Why a loop is initialised.
 */
enum class FcalLip : uint8_t
{
    INSERTION, //!< a port came: LIP(F7,F7)
    REMOVAL,   //!< a port went and the loop was open for a while: LIP(F8,x)
    BYPASS,    //!< a port was bypassed or enabled: LIP(F8,x)
    REQUEST,   //!< a port asks for it: LIP(F7,x)
};

/**
 * @ingroup fcal-loop
 *
 * @param lip why a loop is initialised
 * @return a name for it
 */
const char* GetFcalLipName(FcalLip lip);

/**
 * @ingroup fcal-loop
 *
 * Summary of a circuit.
 */
struct FcalTenancy
{
    Time start;            //!< when the owner sent OPN
    Time duration;         //!< until its CLS was back
    uint8_t owner{0};      //!< AL_PA of the port that opened
    uint8_t peer{0};       //!< AL_PA of the other
    uint32_t sequences{0}; //!< sequences that the owner sent
    uint64_t words{0};     //!< words of all frames both ways, without fill words
};

/**
 * @ingroup fcal-loop
 *
 * A Fibre Channel arbitrated loop (FC-AL-2). It owns arbitration and the circuit, assigns the
 * addresses, and moves sequences from port to port with exact timing. There is an event only where
 * something can change: arbitration won, sequence sent, sequence arrived, circuit closed. The
 * number of events therefore does not depend on the size of a sequence.
 *
 * Ports are inserted and removed at any time; each time the loop is initialised. Changes take
 * effect at the end of the current instant, so a client may request them from inside any call.
 */
class FcalLoop : public Object, private FcalLoopAccess
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    FcalLoop();
    ~FcalLoop() override;

    /**
     * Put a port at the end of the loop, before its first port.
     *
     * @param port a port on no loop
     * @throw UserError if the loop is full, or the port is on a loop, or its attributes
     * contradict
     */
    void Insert(Ptr<FcalPort> port);

    /**
     * Put a port somewhere into the loop.
     *
     * @param port a port on no loop
     * @param position how many ports come before it, no more than there are
     * @throw UserError if the loop is full, or the port is on a loop, or its attributes
     * contradict
     */
    void Insert(Ptr<FcalPort> port, std::size_t position);

    /**
     * Take a port off the loop. What it sends or receives is lost.
     *
     * @param port a port of this loop
     */
    void Remove(Ptr<FcalPort> port);

    /**
     * Cut a port out by LPB, so that the loop is whole though the port is dead.
     *
     * @param port a port of this loop
     */
    void Bypass(Ptr<FcalPort> port);

    /**
     * Bring a bypassed port back by LPE.
     *
     * @param port a port of this loop
     */
    void Enable(Ptr<FcalPort> port);

    /**
     * Initialise the loop. Sequences in transit are lost; those that wait continue to wait.
     *
     * @param lip why
     */
    void Initialise(FcalLip lip = FcalLip::REQUEST);

    /**
     * Have sequences lose frames from now on: the receiver gets none of them, and the sender is not
     * told.
     *
     * @param loses asked once for each sequence whether it is lost; null for none
     */
    void SetLoss(std::function<bool()> loses);

    /**
     * @return number of ports, bypassed ones too
     */
    std::size_t GetNPorts() const;

    /**
     * @param alpa an AL_PA
     * @return the port that has it now, or null
     */
    Ptr<FcalPort> GetPort(uint8_t alpa) const;

    /**
     * @return true if ports have their addresses and can send
     */
    bool IsOnline() const;

    /**
     * @return AL_PAs in the order of the loop from the loop master on, as of the last
     * initialisation
     */
    const std::vector<uint8_t>& GetPositionMap() const;

    /**
     * @return a trip around the loop as of the last initialisation, words
     */
    uint64_t GetTripWords() const;

    /**
     * @return the line's rate
     */
    const FcLineRate& GetLineRate() const;

    /**
     * @return for how long the loop has had an owner until now
     */
    Time GetBusyTime() const;

    /**
     * TracedCallback signature for a wait.
     *
     * @param port who waited
     * @param time for how long
     */
    using WaitTracedCallback = void (*)(Ptr<const FcalPort> port, Time time);

    /**
     * TracedCallback signature for a circuit that is closed.
     *
     * @param tenancy what it was
     */
    using TenancyTracedCallback = void (*)(const FcalTenancy& tenancy);

    /**
     * TracedCallback signature for a frame.
     *
     * @param frame the frame
     * @param time when its SOF begins at its sender
     */
    using FrameTracedCallback = void (*)(Ptr<const FcFrame> frame, Time time);

    /**
     * TracedCallback signature for the start of an initialisation.
     *
     * @param lip why
     */
    using LipTracedCallback = void (*)(FcalLip lip);

    /**
     * TracedCallback signature for the end of an initialisation.
     *
     * @param initialisation who has got which address
     * @param duration how long it took
     */
    using InitialisedTracedCallback = void (*)(const FcalInitialisation& initialisation,
                                               Time duration);

  protected:
    void DoDispose() override;

  private:
    // From FcalLoopAccess
    void WorkArrived(Ptr<FcalPort> port) override;
    void WorkTaken(Ptr<FcalPort> port) override;
    void BuffersChanged(Ptr<FcalPort> port, int64_t taken) override;

    /**
     * @param baud line bits per second
     */
    void SetLineRate(DataRate baud);

    /**
     * @return line bits per second
     */
    DataRate GetBaud() const;

    /**
     * @param port a port that is to be inserted
     * @throw UserError if it cannot be
     */
    void CheckInsertion(Ptr<const FcalPort> port) const;

    /**
     * Abort everything in progress and start initialisation.
     */
    void BeginInitialisation();

    /**
     * Break off arbitration and circuit.
     */
    void BreakOff();

    /**
     * Find out which ports take part, and tell those that do not.
     */
    void GatherPorts();

    /**
     * Addresses are given out: go.
     */
    void EndInitialisation();

    /**
     * Begin, or change, the wait for the winner of the arbitration.
     */
    void Arbitrate();

    /**
     * The winner's ARB(x) is back.
     */
    void Won();

    /**
     * @return for the log: the AL_PAs of the ports that have lost an arbitration and continue with
     * it
     */
    std::string DescribeLosers() const;

    /**
     * The owner opens the port for which its oldest sequence is.
     */
    void OpenNext();

    /**
     * OPN is back at the owner: no port took it.
     *
     * @param destination the AL_PA in it
     */
    void OpnReturned(uint8_t destination);

    /**
     * The current circuit is closed.
     */
    void CircuitClosed();

    /**
     * The owner opens another port if it may, or else gives up the loop.
     */
    void ContinueTenancy();

    /**
     * Trace frames one by one, if the trace is connected.
     *
     * @param reception their sequence and its times
     * @param frames how many of its frames
     */
    void TraceFrames(const FcReception& reception, uint32_t frames);

    FcalClock m_clock;                                  //!< time in words
    Time m_alTime;                                      //!< silence behind LIP
    uint32_t m_fillWords{0};                            //!< fill words behind each frame
    std::vector<Ptr<FcalPort>> m_ports;                 //!< all ports in order
    std::vector<Ptr<FcalPort>> m_bypassed;              //!< those that are bypassed
    std::vector<Ptr<FcalPort>> m_left;                  //!< those removed in this instant
    uint64_t m_inserted{0};                             //!< number of insertions
    std::vector<Ptr<FcalPort>> m_members;               //!< those that take part, in order
    std::array<Ptr<FcalPort>, 256> m_byAlpa;            //!< by AL_PA
    FcalRing m_ring;                                    //!< ways between members
    FcalArbiter m_arbiter;                              //!< who wins
    std::optional<FcalInitialisation> m_initialisation; //!< the last one
    Time m_initialisationStart;                         //!< when it began
    bool m_online{false};                               //!< whether it is over
    std::optional<FcalArbiter::Grant> m_grant;          //!< who will win
    Ptr<FcalPort> m_owner;                              //!< who owns the loop, or null
    uint32_t m_sequences{0};                            //!< sequences of this tenancy
    std::unique_ptr<FcalCircuit> m_circuit;             //!< current circuit, or null
    Time m_busySince;                                   //!< when the owner won
    Time m_busyTime;                                    //!< all time with an owner but the present
    std::function<bool()> m_loses;                      //!< which sequences are lost, or null
    EventId m_lip;                                      //!< initialisation begins
    EventId m_ready;                                    //!< initialisation ends
    EventId m_win;                                      //!< arbitration is won
    EventId m_opn;                                      //!< OPN comes back

    TracedValue<bool> m_busy{false};                              //!< whether there is an owner
    TracedCallback<Ptr<const FcalPort>, Time> m_arbitrationTrace; //!< arbitration won
    TracedCallback<const FcalTenancy&> m_tenancyTrace;            //!< circuit closed
    TracedCallback<Ptr<const FcalPort>, Time> m_stallTrace;       //!< sequence waited for credit
    TracedCallback<Ptr<const FcFrame>, Time> m_frameTrace;        //!< frame sent
    TracedCallback<FcalLip> m_lipTrace;                           //!< initialisation begins
    TracedCallback<const FcalInitialisation&, Time> m_initialisedTrace; //!< and ends
};

} // namespace ns3

#endif /* FCAL_LOOP_H */

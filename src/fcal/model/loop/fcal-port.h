/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_PORT_H
#define FCAL_PORT_H

#include "fcal-initialisation.h"
#include "fcal-loop-access.h"
#include "fcal-port-client.h"
#include "fcal-sequence-queue.h"

#include "ns3/object.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * A port on an arbitrated loop. It owns the sequences that wait to be sent and the receive buffers;
 * the loop owns arbitration and the circuit.
 */
class FcalPort : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param client who is notified what becomes of sequences, or null; must outlive the port or be
     *        taken off it
     */
    void SetClient(FcalPortClient* client);

    /**
     * Send a sequence to the AL_PA in its D_ID. It waits for its turn, also while the loop is
     * initialised; it fails if the port is not on a loop.
     *
     * @param sequence the sequence; the port fills in its S_ID when it goes
     */
    void SendSequence(Ptr<FcSequence> sequence);

    /**
     * Open a circuit and close it without a frame: SequenceSent tells that a port is there.
     *
     * @param destination the AL_PA to open
     * @return the sequence of no frame that stands for it
     */
    Ptr<FcSequence> Probe(uint8_t destination);

    /**
     * Keep receive buffers as they fall free. Those that the login credit has promised are not
     * kept.
     *
     * @param count number of buffers; no more are kept than there are
     */
    void HoldBuffers(uint32_t count);

    /**
     * Give back buffers that were kept.
     *
     * @param count number of buffers, no more than are kept
     */
    void ReleaseBuffers(uint32_t count);

    /**
     * @return its AL_PA, or nothing if it has none now
     */
    std::optional<uint8_t> GetAlpa() const;

    /**
     * @return what it can do
     */
    FcalPortState GetState() const;

    /**
     * @return number of sequences that wait
     */
    std::size_t GetNWaiting() const;

    /**
     * @return the loop that it is on, or null
     */
    const FcalLoopAccess* GetLoop() const;

    // The rest is for the loop.

    /**
     * @param loop the loop that it is on from now, or null; it has no AL_PA yet
     */
    void SetLoop(FcalLoopAccess* loop);

    /**
     * Change the state and notify the client.
     *
     * @param state the new state
     */
    void SetState(FcalPortState state);

    /**
     * @param alpa its AL_PA, or nothing
     */
    void SetAlpa(std::optional<uint8_t> alpa);

    /**
     * @param place its place among the ports that take part in the loop
     */
    void SetPlace(uint32_t place);

    /**
     * @return its place among the ports that take part in the loop
     */
    uint32_t GetPlace() const;

    /**
     * Lose its AL_PA and be in a state without one: what waits fails.
     *
     * @param state the new state
     */
    void GoDown(FcalPortState state);

    /**
     * @throw UserError if it promises more buffers at login than it has
     */
    void CheckBuffers() const;

    /**
     * @return what it brings to loop initialisation
     */
    FcalInitialisation::Member GetMember() const;

    /**
     * @param name port name, if it has none yet
     */
    void AssignName(uint64_t name);

    /**
     * @return what it adds to a trip around the loop
     */
    FcalRing::Segment GetSegment() const;

    /**
     * @return the sequences that wait
     */
    const FcalSequenceQueue& GetQueue() const;

    /**
     * @param destination an AL_PA for which a sequence waits
     * @return the sequence, taken out of the queue, with its S_ID
     */
    Ptr<FcSequence> TakeSequence(uint8_t destination);

    /**
     * Let sequences fail that wait.
     *
     * @param destination to which AL_PA, or nothing for all
     * @param failure why
     */
    void FailWaiting(std::optional<uint8_t> destination, FcalFailure failure);

    /**
     * @return the client that is notified; never null
     */
    FcalPortClient& GetClient() const;

    /**
     * @return number of buffers for which it would send R_RDY
     */
    uint32_t GetFreeBuffers() const;

    /**
     * @return the credit that it gave at login
     */
    uint32_t GetLoginCredit() const;

    /**
     * @return most payload of a frame that it sends or takes, bytes
     */
    uint32_t GetFramePayload() const;

    /**
     * @return most sequences that it sends in one tenancy, 0 for no limit
     */
    uint32_t GetMaxSequences() const;

    /**
     * @return whether it keeps to the fairness window
     */
    bool IsFair() const;

    /**
     * @return whether it opens full duplex
     */
    bool IsFullDuplex() const;

    /**
     * @return whether it opens other ports without arbitrating again
     */
    bool MayTransfer() const;

    /**
     * @return whether its client wants to know when a sequence begins
     */
    bool IsCutThrough() const;

    /**
     * @return whether it is an FL_Port
     */
    bool IsFabric() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * @return number of buffers that it keeps
     */
    uint32_t GetKept() const;

    /**
     * Keep another number of buffers, and notify the loop.
     *
     * @param held number of buffers to keep
     */
    void SetHeld(uint32_t held);

    /**
     * @param payload most payload of a frame, bytes
     * @throw UserError if it is not whole words
     */
    void SetFramePayload(uint32_t payload);

    FcalPortClient* m_client{nullptr};                 //!< what to notify
    FcalLoopAccess* m_loop{nullptr};                   //!< the loop that it is on
    FcalPortState m_state{FcalPortState::OFFLINE};     //!< what it can do
    std::optional<uint8_t> m_alpa;                     //!< its address
    std::optional<uint8_t> m_previousAlpa;             //!< the address that it had last
    uint32_t m_place{0};                               //!< its place on the loop
    FcalSequenceQueue m_queue;                         //!< what waits
    uint32_t m_held{0};                                //!< buffers the client wants to keep
    uint64_t m_name{0};                                //!< port name
    int32_t m_hardAddress{-1};                         //!< hard address, or -1
    bool m_fabric{false};                              //!< whether it is an FL_Port
    bool m_fair{true};                                 //!< whether it is fair
    bool m_fullDuplex{false};                          //!< whether it opens full duplex
    bool m_transfer{true};                             //!< whether it transfers
    bool m_cutThrough{false};                          //!< whether beginnings are reported
    uint32_t m_maxSequences{0};                        //!< limit of a tenancy
    uint32_t m_loginCredit{0};                         //!< login BB_Credit
    uint32_t m_receiveBuffers{0};                      //!< receive buffers
    uint32_t m_framePayload{FcFrame::DEFAULT_PAYLOAD}; //!< most payload of a frame
    uint32_t m_hopDelay{0};                            //!< words through the port
    double m_cableLength{0};                           //!< to the next port, metres
};

} // namespace ns3

#endif /* FCAL_PORT_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_TEST_BENCH_H
#define FCAL_TEST_BENCH_H

#include "ns3/fcal-loop.h"
#include "ns3/fcal-port-client.h"
#include "ns3/fcal-port.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/**
 * @ingroup fcal
 *
 * A client that writes down all it is told.
 */
class FcalRecorder : public ns3::FcalPortClient
{
  public:
    /**
     * A sequence that failed.
     */
    struct Failure
    {
        ns3::Ptr<ns3::FcSequence> sequence; //!< the sequence
        ns3::FcalFailure reason;            //!< why
        ns3::Time when;                     //!< when
    };

    void SequenceReceived(ns3::Ptr<const ns3::FcReception> reception) override;
    void ReceptionPlanned(ns3::Ptr<const ns3::FcReception> reception) override;
    void SequenceSent(ns3::Ptr<ns3::FcSequence> sequence) override;
    void SequenceFailed(ns3::Ptr<ns3::FcSequence> sequence, ns3::FcalFailure failure) override;
    void ReceptionFailed(ns3::Ptr<const ns3::FcReception> reception) override;
    void PortStateChanged(ns3::FcalPortState state) override;

    std::vector<ns3::Ptr<const ns3::FcReception>> receptions; //!< complete sequences
    std::vector<ns3::Time> received;                          //!< when each was complete
    std::vector<ns3::Time> planned;                           //!< when a plan was told
    std::vector<ns3::Time> sent;                              //!< when each was sent
    std::vector<Failure> failed;                              //!< those that failed
    std::vector<ns3::Ptr<const ns3::FcReception>> broken;     //!< those that will not arrive
    std::vector<ns3::FcalPortState> states;                   //!< states in order
    uint64_t bytes{0};                                        //!< payload received
    std::function<void()> onReceived;                         //!< called behind each, if set
    std::function<void()> onSent;                             //!< called behind each, if set
    std::function<void()> onFailed;                           //!< called behind each, if set
};

/**
 * @ingroup fcal
 *
 * A loop of ports with hard addresses 125, 124 and so on in the order of the loop, so that port 0
 * has the highest priority (AL_PA 01h), and a recorder on each. AL_TIME is zero.
 */
class FcalBench
{
  public:
    /// Changes a port before it is inserted.
    using Setup = std::function<void(uint32_t index, ns3::Ptr<ns3::FcalPort> port)>;

    /**
     * @param count number of ports
     * @param setup changes each port, or nothing
     * @param lineRate line rate, as the attribute takes it
     */
    explicit FcalBench(uint32_t count,
                       const Setup& setup = {},
                       const std::string& lineRate = "1.0625Gbps");
    ~FcalBench();

    FcalBench(const FcalBench&) = delete;
    FcalBench& operator=(const FcalBench&) = delete;

    /**
     * Add a port at the end of the loop, with a recorder.
     *
     * @param setup changes it before it is inserted, or nothing
     * @return the port
     */
    ns3::Ptr<ns3::FcalPort> Add(const Setup& setup = {});

    /**
     * Run until the loop's initialisation is over.
     */
    void Initialise();

    /**
     * Send a sequence of virtual bytes now.
     *
     * @param from index of the sender
     * @param to index of the receiver
     * @param bytes payload
     * @return the sequence
     */
    ns3::Ptr<ns3::FcSequence> Send(uint32_t from, uint32_t to, uint32_t bytes);

    /**
     * Have a port always have something to send: four at once, and one more whenever one is sent.
     *
     * @param from index of the sender
     * @param to index of the receiver
     * @param bytes payload of each
     */
    void Saturate(uint32_t from, uint32_t to, uint32_t bytes);

    /**
     * @param words a number of words
     * @return how long they take
     */
    ns3::Time Words(uint64_t words) const;

    /**
     * Run for some time.
     *
     * @param time how long
     */
    void RunFor(ns3::Time time) const;

    ns3::Ptr<ns3::FcalLoop> loop;                         //!< the loop
    std::vector<ns3::Ptr<ns3::FcalPort>> ports;           //!< its ports
    std::vector<std::unique_ptr<FcalRecorder>> recorders; //!< their clients
    std::vector<ns3::FcalTenancy> tenancies;              //!< circuits closed
    std::vector<ns3::Time> waits;                         //!< waits of arbitration
    std::vector<ns3::Time> stalls;                        //!< waits for credit
    std::vector<ns3::FcalLip> lips;                       //!< initialisations begun
    std::vector<ns3::Time> initialisations;               //!< durations of those that ended

  private:
    /**
     * Connect to all traces of the loop.
     */
    void Connect();
};

#endif /* FCAL_TEST_BENCH_H */

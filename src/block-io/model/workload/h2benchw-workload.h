/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef H2BENCHW_WORKLOAD_H
#define H2BENCHW_WORKLOAD_H

#include "block-workload.h"
#include "h2benchw-plan.h"
#include "h2benchw-result.h"

#include "ns3/random-variable-stream.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * The disk benchmark h2benchw of c't magazine: sequential, repetitive and sustained transfer rates,
 * and the times of random accesses. It measures one device with one request at a time, phase by
 * phase. A request that fails ends its phase, which then has no result; the next continues.
 */
class H2benchwWorkload : public BlockWorkload
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    H2benchwWorkload();
    int64_t AssignStreams(int64_t stream) override;

    /**
     * @return what is asked of the device; nothing before the device was ready
     */
    const std::optional<H2benchwPlan>& GetPlan() const;

    /**
     * @return what was found in each phase that has begun
     */
    const std::vector<H2benchwResult>& GetResults() const;

    /**
     * @param phase a phase
     * @return what was found in it; null if it has not begun
     */
    const H2benchwResult* FindResult(H2benchwPhase phase) const;

    /**
     * @return name of the phase of the last request; empty before the first
     */
    std::string GetCurrentPhase() const;

    /**
     * TracedCallback signature for the start and end of a phase.
     *
     * @param phase its name
     */
    using PhaseTracedCallback = void (*)(const std::string& phase);

  protected:
    bool IsClosedLoop() const override;
    bool HasNext() const override;
    NextRequest MakeNext() override;
    Time GetNextTime() override;
    void NoteCompletion(const BlockRequest& request) override;
    void CheckAttributes() override;
    void CheckDevice(uint32_t index) override;

  private:
    /**
     * @return what the attributes say
     */
    H2benchwPlan::Settings GetSettings() const;

    /**
     * @return the current phase
     */
    H2benchwPhase GetPhase() const;

    /**
     * Begin the current phase.
     */
    void BeginPhase();

    /**
     * End the current phase.
     *
     * @param state how it ends
     */
    void EndPhase(H2benchwResult::State state);

    /**
     * @return from the completion of a request of the current phase to the next
     */
    Time FindDelay() const;

    /**
     * @return true if the next request is the last of its phase
     */
    bool IsLastOfPhase() const;

    /**
     * @return first block of the next request
     */
    uint64_t ChooseLba();

    uint32_t m_requestBytes;                         //!< size of requests but accesses
    double m_position;                               //!< of the interface measurement, percent
    uint32_t m_interfaceRequests;                    //!< counted requests of each such phase
    Time m_delay;                                    //!< between requests; zero finds one
    uint32_t m_zones;                                //!< number of zones
    uint64_t m_zoneBytes;                            //!< counted bytes of each
    uint32_t m_accesses;                             //!< random accesses of each kind
    bool m_writes;                                   //!< whether anything is written
    Time m_pause;                                    //!< between phases
    std::optional<H2benchwPlan> m_plan;              //!< what is asked, once known
    std::size_t m_phase{0};                          //!< place of the current phase in the plan
    uint32_t m_part{0};                              //!< current part of it
    uint64_t m_request{0};                           //!< current request of that
    std::vector<H2benchwResult> m_results;           //!< of each phase that has begun
    Ptr<UniformRandomVariable> m_uniform;            //!< the only source of randomness
    TracedCallback<const std::string&> m_phaseStart; //!< a phase begins
    TracedCallback<const std::string&> m_phaseEnd;   //!< a phase ended
};

} // namespace ns3

#endif /* H2BENCHW_WORKLOAD_H */

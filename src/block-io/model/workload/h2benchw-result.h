/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef H2BENCHW_RESULT_H
#define H2BENCHW_RESULT_H

#include "h2benchw-phase.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * What h2benchw found in a phase: bytes and time of each part, where time is the sum of response
 * times. Delays between requests are not in it.
 */
class H2benchwResult
{
  public:
    /// How far a phase has come.
    enum class State : uint8_t
    {
        UNFINISHED, //!< it continues, or was stopped
        MEASURED,   //!< it reached its end
        FAILED      //!< a request failed, which ended it
    };

    /// A zone, an access, or all of an interface measurement.
    struct Part
    {
        uint64_t lba{0};   //!< the first block that counts
        uint64_t bytes{0}; //!< bytes that count
        Time time;         //!< sum of the response times of the requests that count

        /**
         * @return bytes per second, 0 if they took no time
         */
        double GetRate() const;
    };

    /**
     * @param phase the phase
     * @param delay from the completion of each request to the next
     */
    H2benchwResult(H2benchwPhase phase, Time delay);

    /**
     * Count a request.
     *
     * @param part number of its part: that of the request before, or the next
     * @param lba its first block
     * @param bytes its bytes
     * @param time its response time
     */
    void Add(uint32_t part, uint64_t lba, uint64_t bytes, Time time);

    /**
     * The phase is over.
     *
     * @param state how it ended
     */
    void End(State state);

    /**
     * @return the phase
     */
    H2benchwPhase GetPhase() const;

    /**
     * @return from the completion of each request to the next
     */
    Time GetDelay() const;

    /**
     * @return how far it has come
     */
    State GetState() const;

    /**
     * @return its parts in their order
     */
    const std::vector<Part>& GetParts() const;

    /**
     * @return requests that counted
     */
    uint64_t GetRequests() const;

    /**
     * @return bytes per second of all parts together: all bytes over all time; 0 without parts
     */
    double GetRate() const;

    /**
     * @return least rate of a part, bytes per second; 0 without parts
     */
    double GetLowestRate() const;

    /**
     * @return greatest rate of a part, bytes per second; 0 without parts
     */
    double GetHighestRate() const;

    /**
     * @return mean response time, to the nanosecond; zero without requests
     */
    Time GetMeanTime() const;

    /**
     * @return least time of a part; zero without parts
     */
    Time GetShortestTime() const;

    /**
     * @return greatest time of a part; zero without parts
     */
    Time GetLongestTime() const;

  private:
    H2benchwPhase m_phase;            //!< the phase
    Time m_delay;                     //!< between requests
    State m_state{State::UNFINISHED}; //!< how far it has come
    std::vector<Part> m_parts;        //!< in their order
    uint64_t m_requests{0};           //!< requests that counted
    Part m_all;                       //!< all parts together
};

} // namespace ns3

#endif /* H2BENCHW_RESULT_H */

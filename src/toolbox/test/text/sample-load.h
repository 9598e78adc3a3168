/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAMPLE_LOAD_H
#define SAMPLE_LOAD_H

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/object.h"
#include "ns3/uinteger.h"
#include "ns3/word-checker.h"

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * A class with an attribute that another inherits.
 */
class SampleCounter : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::SampleCounter")
                                .SetParent<Object>()
                                .SetGroupName("Toolbox")
                                .AddAttribute("Count",
                                              "How many; 0 for no limit",
                                              UintegerValue(0),
                                              MakeUintegerAccessor(&SampleCounter::m_count),
                                              MakeUintegerChecker<uint64_t>());
        return tid;
    }

  private:
    uint64_t m_count; //!< a whole number
};

/**
 * @ingroup toolbox
 *
 * A class with attributes for tests: a word, a number and a whole number.
 */
class SampleLoad : public SampleCounter
{
  public:
    /// When something arrives.
    enum class Arrivals
    {
        CLOSED,  //!< when the last one is done
        POISSON, //!< by chance
        FIXED    //!< at equal times
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::SampleLoad")
                .SetParent<SampleCounter>()
                .SetGroupName("Toolbox")
                .AddConstructor<SampleLoad>()
                .AddAttribute("Arrivals",
                              "When requests are issued",
                              EnumValue(Arrivals::CLOSED),
                              MakeEnumAccessor<Arrivals>(&SampleLoad::m_arrivals),
                              MakeWordChecker<Arrivals>("Arrivals",
                                                        {{Arrivals::CLOSED, "Closed"},
                                                         {Arrivals::POISSON, "Poisson"},
                                                         {Arrivals::FIXED, "Fixed"}}))
                .AddAttribute("Rate",
                              "Requests per second, above 0",
                              DoubleValue(100),
                              MakeDoubleAccessor(&SampleLoad::m_rate),
                              MakeDoubleChecker<double>(0))
                .AddAttribute("Alignment",
                              "Bytes; 0 for one block",
                              UintegerValue(0),
                              MakeUintegerAccessor(&SampleLoad::m_alignment),
                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

  private:
    Arrivals m_arrivals;  //!< a word
    double m_rate;        //!< a number
    uint32_t m_alignment; //!< a whole number
};

} // namespace ns3

#endif /* SAMPLE_LOAD_H */

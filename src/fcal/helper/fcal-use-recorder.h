/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_USE_RECORDER_H
#define FCAL_USE_RECORDER_H

#include "ns3/fcal-loop.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/result-file.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup fcal
 *
 * Records the use of a loop: writes, for each interval of time, the share of the interval during
 * which each port owned a circuit. The shares of an interval add up to the loop's utilisation.
 *
 * The file is CSV with the columns time_s (the interval's begin), interval_s (its length), alpa
 * (the port's address, two hexadecimal digits) and share (0 to 1). An interval in which no port had
 * the loop has one row without an address.
 */
class FcalUseRecorder : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    FcalUseRecorder();
    ~FcalUseRecorder() override;

    /**
     * Record from now on. A recorder records one loop.
     *
     * @param loop the loop
     * @throw UserError if the file cannot be created
     */
    void Attach(Ptr<FcalLoop> loop);

    /**
     * End the record with the current time and give the file its name. The last interval may be
     * shorter than the others.
     *
     * @throw UserError if not everything could be written
     */
    void Close();

  protected:
    void DoDispose() override;

  private:
    /**
     * A circuit is closed.
     *
     * @param tenancy the circuit
     */
    void Count(const FcalTenancy& tenancy);

    /**
     * Write all intervals that are over.
     *
     * @param time what is counted up to here is complete
     */
    void WriteUntil(Time time);

    /**
     * Write the current interval and begin the next.
     *
     * @param end where it ends
     */
    void WriteInterval(Time end);

    std::string m_fileName;             //!< the file
    Time m_interval;                    //!< length of an interval
    Time m_start;                       //!< begin of the current one
    std::map<uint8_t, Time> m_use;      //!< how long ports had the loop in it, by AL_PA
    Ptr<FcalLoop> m_loop;               //!< the loop
    std::unique_ptr<ResultFile> m_file; //!< null unless it records
};

} // namespace ns3

#endif /* FCAL_USE_RECORDER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef H2BENCHW_REPORT_H
#define H2BENCHW_REPORT_H

#include "h2benchw-workload.h"

#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * Says what h2benchw found: its report, the same as figures, the curve of the zones and each
 * access. Phases without a result have no figures and no rows.
 */
class H2benchwReport
{
  public:
    /// A figure.
    struct Figure
    {
        std::string name; //!< what it is, such as "sustained_read_min"
        std::string unit; //!< MiB/s or ms
        double value;     //!< its value
    };

    /**
     * @param workload the workload; it stays as long as this
     */
    explicit H2benchwReport(const H2benchwWorkload& workload);

    /**
     * Print the report, as h2benchw lays it out. MiB are 2^20 bytes.
     *
     * @param os where to
     */
    void Print(std::ostream& os) const;

    /**
     * @return true if every phase has a result
     */
    bool IsComplete() const;

    /**
     * @return rates in MiB/s, delays and access times in ms, in the order of the report
     */
    std::vector<Figure> GetFigures() const;

    /**
     * @return the columns of WriteZones, with an end of line
     */
    static std::string GetZoneColumns();

    /**
     * Write a row for each zone of each sustained measurement: operation (R or W), lba (its first
     * block that counts), position_percent (of the capacity), bytes, time_s, mib_per_s.
     *
     * @param os where to
     * @param prefix what each row begins with, such as "0,1,"
     */
    void WriteZones(std::ostream& os, const std::string& prefix = "") const;

    /**
     * @return the columns of WriteAccesses, with an end of line
     */
    static std::string GetAccessColumns();

    /**
     * Write a row for each random access: operation (R or W), lba, time_s.
     *
     * @param os where to
     * @param prefix what each row begins with
     */
    void WriteAccesses(std::ostream& os, const std::string& prefix = "") const;

  private:
    /**
     * @param phase a phase
     * @return its result; null if it has none
     */
    const H2benchwResult* FindMeasured(H2benchwPhase phase) const;

    /**
     * Print the interface transfer rates.
     *
     * @param os where to
     */
    void PrintInterface(std::ostream& os) const;

    /**
     * Print the sustained transfer rates.
     *
     * @param os where to
     */
    void PrintZones(std::ostream& os) const;

    /**
     * Print the access times.
     *
     * @param os where to
     */
    void PrintAccesses(std::ostream& os) const;

    /**
     * Print why phases have no result.
     *
     * @param os where to
     */
    void PrintMissing(std::ostream& os) const;

    const H2benchwWorkload& m_workload; //!< the workload
};

} // namespace ns3

#endif /* H2BENCHW_REPORT_H */

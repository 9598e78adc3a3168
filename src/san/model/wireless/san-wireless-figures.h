/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WIRELESS_FIGURES_H
#define SAN_WIRELESS_FIGURES_H

#include "san-channel-figures.h"
#include "san-radio-power.h"
#include "san-station-figures.h"

#include "ns3/block-device.h"
#include "ns3/block-workload.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;
class SanWirelessOptions;

/**
 * @ingroup san-wireless
 *
 * What the stations of a wireless network did in the measured time: stations.csv has a row for each
 * radio, summary.json the sums and what each channel was used for. The measured time is that of the
 * requests, from the issue of the first, but not before a workload's ramp time is over, to the
 * completion of the last. If nothing was measured, it is the whole time.
 */
class SanWirelessFigures : public SanReport
{
  public:
    /**
     * @param o the options
     * @param folder the folder of the results
     * @throw UserError if stations.csv cannot be created
     */
    SanWirelessFigures(const SanWirelessOptions& o, const std::string& folder);

    /**
     * Follow radios from now on, before the simulation begins.
     *
     * @param stations the radios, once; this object stays as long as they are used
     */
    void Attach(const std::vector<SanStation>& stations);

    // From SanReport
    void AttachWorkload(Ptr<BlockWorkload> workload) override;
    void AttachDrive(Ptr<BlockDevice> drive) override;
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

    /// The measured time begins now, unless it has begun.
    void Begin();

    /// The measured time goes on until now at least.
    void Extend();

    /**
     * Write the sums of all radios and the shares of each channel as a JSON object.
     *
     * @param json where to
     * @param bytes what was moved in the measured time, for the energy that a gigabyte takes
     */
    void WriteTo(JsonWriter& json, uint64_t bytes) const;

  private:
    /**
     * What something counted when the measured time began, and until now.
     *
     * @tparam T SanStationFigures or SanChannelFigures
     */
    template <typename T>
    struct Measured
    {
        /**
         * @param args of the figures' constructor
         */
        template <typename... Args>
        explicit Measured(Args&&... args)
            : figures(std::forward<Args>(args)...)
        {
        }

        /**
         * @return what was counted in the measured time
         */
        typename T::Values Get() const
        {
            auto values = end;
            for (std::size_t i = 0; i < values.size(); ++i)
            {
                values[i] -= begin[i];
            }
            return values;
        }

        T figures;                  //!< counts
        typename T::Values begin{}; //!< when the measured time began
        typename T::Values end{};   //!< when it was extended for the last time
    };

    /**
     * A request was issued.
     *
     * @param ramp what does not count since the first issue of all
     * @param request the request
     * @param device the number of its device
     */
    void RequestIssued(Time ramp, Ptr<const BlockRequest> request, uint32_t device);

    /**
     * A request completed that counts.
     *
     * @param request the request
     * @param device the number of its device
     */
    void RequestMeasured(Ptr<const BlockRequest> request, uint32_t device);

    /**
     * @param number of a radio
     * @return its row of stations.csv
     */
    std::string GetRow(std::size_t number) const;

    /**
     * @return the sums over all radios
     */
    SanStationFigures::Values GetSums() const;

    /**
     * @return how long was measured, in nanoseconds
     */
    int64_t GetSpan() const;

    const SanRadioPower m_power;                        //!< what radios take
    ResultFile m_file;                                  //!< stations.csv
    std::vector<SanStation> m_stations;                 //!< the radios
    std::deque<Measured<SanChannelFigures>> m_channels; //!< what their channels were used for
    std::deque<Measured<SanStationFigures>> m_figures;  //!< what each of them did
    std::optional<Time> m_issue;                        //!< when the first request was issued
    std::optional<Time> m_begin;                        //!< when the measured time began
    std::optional<Time> m_end;                          //!< until when it goes so far
};

} // namespace ns3

#endif /* SAN_WIRELESS_FIGURES_H */

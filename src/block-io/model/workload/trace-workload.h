/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_WORKLOAD_H
#define TRACE_WORKLOAD_H

#include "block-workload.h"

#include "ns3/trace-reader.h"

#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * Replays a recorded block trace, at its recorded times or as a closed loop.
 *
 * At the recorded times, the first request is issued when the workload starts, and every other one
 * after the recorded delay multiplied by TimeScale. In a closed loop the next record is issued
 * after a completion and the think time recorded with the request that completed, times TimeScale;
 * a trace without think times has none.
 *
 * Skip and Records select a part of the trace, and Repeat replays it several times. In a closed
 * loop the first request of a pass is issued like any other. At the recorded times it follows the
 * last request of the previous pass by the mean interarrival time, so that the rate stays the same.
 *
 * Records of a format whose times may decrease are sorted.
 *
 * A trace larger than its device is refused, wrapped or scaled (Fit). Wrapped addresses are taken
 * modulo the capacity. Scaled addresses are multiplied by the capacity and divided by the end of
 * the pass on this device, if that is past the capacity; sizes stay. In both cases a request that
 * would then reach past the end is moved back to end there.
 *
 * Each trace has sectors of 512 bytes; a device may have larger blocks if every record for it is
 * whole blocks. All records are checked before the first is issued, and before the simulation
 * starts if the devices are ready by then.
 */
class TraceWorkload : public BlockWorkload
{
  public:
    /// When requests are issued.
    enum class Arrivals : uint8_t
    {
        RECORDED, //!< at the recorded times
        CLOSED    //!< QueueDepth requests kept going
    };

    /// Which device a record goes to.
    enum class Spread : uint8_t
    {
        RECORDED,   //!< the recorded number, modulo the number of devices
        ROUND_ROBIN //!< each record to the next device in turn, whatever was recorded
    };

    /// What becomes of addresses past the end of a device.
    enum class Fit : uint8_t
    {
        REFUSE, //!< the run ends with an error
        WRAP,   //!< they begin again at the first block
        SCALE   //!< all addresses of the device shrink in proportion
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return number of requests of one pass; zero before the configuration was checked
     */
    uint64_t GetPassLength() const;

    /**
     * @return true if a record of the pass says how long its request took when it was recorded
     */
    bool HasObserved() const;

    /**
     * @param number number of a request (BlockRequest::number)
     * @return the record that it replays
     */
    const TraceRecord& GetRecord(uint64_t number) const;

    /**
     * @return what was understood of the trace, in one line, and a line that says which of its
     *         devices share one here
     */
    std::vector<std::string> GetNotes() const override;

  protected:
    bool IsClosedLoop() const override;
    bool HasNext() const override;
    NextRequest MakeNext() override;
    Time GetNextTime() override;
    void CheckAttributes() override;
    void CheckDevice(uint32_t index) override;

  private:
    /**
     * @param format the format of the trace
     */
    void SetFormat(TraceFormat format);

    /**
     * @return the format of the trace
     */
    TraceFormat GetFormat() const;

    /**
     * @param columns which column is what
     */
    void SetColumns(std::string columns);

    /**
     * @return which column is what
     */
    std::string GetColumns() const;

    /**
     * @param event which events of blkparse are requests
     */
    void SetEvent(TraceEvent event);

    /**
     * @return which events of blkparse are requests
     */
    TraceEvent GetEvent() const;

    /**
     * @param record the position of a record in the trace
     * @return the number of its device
     */
    uint32_t GetDeviceNumber(std::size_t record) const;

    /**
     * @return which devices of the trace share one, or have another number; empty if none does
     */
    std::string DescribeFolding() const;

    /**
     * @param record a record
     * @param index the number of its device
     * @return the first block that it has there
     */
    uint64_t GetLba(const TraceRecord& record, uint32_t index) const;

    /**
     * @param time a recorded time
     * @return the time times TimeScale, to the nanosecond
     */
    Time Scale(Time time) const;

    /**
     * Read the trace.
     *
     * @throw UserError naming the file, and the line, that is wrong
     */
    void Load();

    /**
     * Find the part of the trace that makes a pass.
     *
     * @throw UserError if nothing is left of the trace
     */
    void ChoosePass();

    /**
     * Refuse a record.
     *
     * @param record the record
     * @param fault what is wrong with it
     * @param index the number of the device it does not fit
     * @param hint what would help, behind a semicolon, or nothing
     * @throw UserError always, naming file, line, address and capacity
     */
    [[noreturn]] void RejectRecord(const TraceRecord& record,
                                   const std::string& fault,
                                   uint32_t index,
                                   const std::string& hint = "") const;

    std::string m_fileName;             //!< the trace
    TraceOptions m_options;             //!< its format and what belongs to it
    Arrivals m_arrivals;                //!< when requests are issued
    double m_timeScale;                 //!< factor on all recorded times
    Spread m_spread;                    //!< which device a record goes to
    Fit m_fit;                          //!< what becomes of addresses past the end of a device
    std::vector<uint64_t> m_ends;       //!< by device, the block after the last one of the pass
    std::string m_loaded;               //!< the trace whose records are loaded
    bool m_hasTimes{false};             //!< true if its records have issue times
    std::vector<TraceRecord> m_records; //!< the trace
    std::string m_understood;           //!< what was understood of it
    std::set<uint32_t> m_recorded;      //!< numbers of its devices
    uint64_t m_skip;                    //!< records passed over before the first
    uint64_t m_maxLength;               //!< most records of a pass; 0 is no limit
    uint64_t m_repeat;                  //!< number of passes
    uint64_t m_length{0};               //!< records of a pass
    bool m_hasObserved{false};          //!< true if one of them has a response time
    Time m_period;                      //!< recorded time from one pass to the next
    uint64_t m_pass{0};                 //!< number of the current pass
    uint64_t m_next{0};                 //!< position of the next record in the pass
};

} // namespace ns3

#endif /* TRACE_WORKLOAD_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IOMETER_CONFIGURATION_H
#define IOMETER_CONFIGURATION_H

#include "iometer-specification.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

class LineReader;

/**
 * @ingroup block-io-workload
 *
 * An IOMeter configuration file (.icf): its test setup, access specifications and workers of disks.
 */
class IometerConfiguration
{
  public:
    /// A worker of disks.
    struct Worker
    {
        std::string name;                        //!< its name
        uint32_t outstanding{1};                 //!< requests outstanding on each of its disks
        uint64_t maxSectors{0};                  //!< sectors that it uses; 0 for all
        uint64_t startSector{0};                 //!< the first of them
        std::vector<std::string> specifications; //!< names of those that it is assigned
    };

    /**
     * @param file the file, or, if there is a line break in it, its text
     * @return what it says
     * @throw UserError naming file and line if something is wrong
     */
    static IometerConfiguration Read(const std::string& file);

    /**
     * Choose an access specification.
     *
     * @param name its name; if empty, the only one that the worker is assigned, or the only one
     * of the file if it is assigned none
     * @param worker the worker, or null
     * @return the specification
     * @throw UserError naming those that there are, if there is not one
     */
    const IometerSpecification& Choose(const std::string& name, const Worker* worker) const;

    /**
     * @return what the file asks for that no worker does here, a line each
     */
    std::vector<std::string> GetNotes() const;

    std::string fileName;                             //!< the file, as messages call it
    Time runTime;                                     //!< how long to measure; 0 if not said
    Time rampTime;                                    //!< before that
    std::vector<IometerSpecification> specifications; //!< the access specifications
    std::vector<Worker> workers;                      //!< the workers of disks

  private:
    /// What a line below a heading is.
    enum class Heading : uint8_t
    {
        OTHER,         //!< nothing that matters
        RUN_TIME,      //!< hours, minutes, seconds
        RAMP_TIME,     //!< seconds
        TEST_TYPE,     //!< a word
        NAME,          //!< name of an access specification, its default assignment
        LINES,         //!< a line of an access specification
        WORKER,        //!< name of a worker
        WORKER_TYPE,   //!< DISK or a kind of network
        OUTSTANDING,   //!< requests outstanding first
        AREA,          //!< maximum size, starting sector
        ASSIGNED,      //!< names of access specifications
        END_OF_WORKER, //!< nothing; the worker is complete
    };

    /**
     * @param line a line that begins with an apostrophe
     * @return what lines below it are
     */
    static Heading ParseHeading(std::string_view line);

    /**
     * @param heading what the line is
     * @param lines the reader, at this line
     */
    void AddLine(Heading heading, const LineReader& lines);

    /**
     * @param heading what the line is
     * @param lines the reader, at this line
     */
    void AddSetup(Heading heading, const LineReader& lines);

    /**
     * @param heading what the line is
     * @param lines the reader, at this line
     */
    void AddToWorker(Heading heading, const LineReader& lines);

    /**
     * Keep the worker that was read, if it is one of disks.
     */
    void EndWorker();

    std::string m_testType;       //!< kind of the test
    Worker m_worker;              //!< the worker that is read
    bool m_isDisk{true};          //!< true if that is one of disks
    uint32_t m_networkWorkers{0}; //!< workers of networks
};

} // namespace ns3

#endif /* IOMETER_CONFIGURATION_H */

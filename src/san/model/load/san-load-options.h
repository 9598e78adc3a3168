/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_LOAD_OPTIONS_H
#define SAN_LOAD_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

struct SanProgramOptions;

/// What initiators do.
class SanLoadOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanLoadOptions(ProgramOptions& list);

    /// Add the workload.
    void AddWorkload();

    /// Add the replay of a trace.
    void AddTrace();

    /// Add the files of other programs that say what the workload is.
    void AddJobs();

    /// Add what the benchmark of drives does.
    void AddBenchmark();

    /// Add what is verified.
    void AddVerification();

    /// Add what programs on files do.
    void AddPrograms();

    /// Add what tcp-bulk sends.
    void AddTransfer();

    /**
     * @return whether the workload is a program on files
     */
    bool HasProgram() const;

    /**
     * @return whether the workload is a benchmark that runs on each drive
     */
    bool HasBenchmark() const;

    /**
     * @return whether the workload checks contents
     */
    bool HasVerification() const;

    /**
     * @param initiators number of initiators
     * @return number of those that need blocks of their own on each drive
     */
    uint32_t GetWriters(uint32_t initiators) const;

    /**
     * Check that a workload that reads a file has one.
     *
     * @throw UserError naming the option that gives it
     */
    void CheckWorkloadFile() const;

    std::string workload{"poisson"};  //!< when requests are issued, or what runs
    double rate{100};                 //!< arrivals per second
    uint32_t queueDepth{1};           //!< requests outstanding in a closed loop
    Time thinkTime{0};                //!< of a closed loop
    std::string pattern{"uniform"};   //!< uniform, sequential or zipf
    std::string size{"4096"};         //!< request sizes
    uint32_t alignment{4096};         //!< of which first bytes of requests are multiples
    double readFraction{0.67};        //!< share of reads
    uint64_t count{1000};             //!< requests per initiator
    Time stop{0};                     //!< no new requests after it, if above zero
    std::string trace;                //!< trace file
    std::string traceFormat{"auto"};  //!< format of the trace file
    std::string traceColumns;         //!< its columns, where the format is columns
    std::string traceMode{"open"};    //!< open or closed
    std::string fit{"refuse"};        //!< addresses past the end: refuse, wrap or scale
    double timeScale{1};              //!< stretch of recorded times
    Time rampTime{0};                 //!< requests before it do not count
    std::string fio;                  //!< job file of fio or its text
    std::string iometer;              //!< configuration file of IOMeter or its text
    std::string specification;        //!< access specification of that
    uint64_t verifyBlocks{32768};     //!< blocks of each drive that are verified
    std::string ddOperation{"write"}; //!< write or read
    std::string fileTrace;            //!< trace of file operations

  private:
    /**
     * Add the options that set attributes of a workload.
     *
     * @param program the workload
     */
    void AddAttributes(const SanProgramOptions& program);
};

} // namespace ns3

#endif /* SAN_LOAD_OPTIONS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_BENCHMARK_FIGURES_H
#define SAN_BENCHMARK_FIGURES_H

#include "ns3/file-phase.h"
#include "ns3/h2benchw-workload.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-load-benchmark
 *
 * A benchmark and where it runs.
 */
struct SanBenchmark
{
    Ptr<H2benchwWorkload> workload; //!< the benchmark
    uint32_t initiator;             //!< number of its initiator
    uint32_t drive;                 //!< number of its drive there
};

/**
 * @ingroup san-load-benchmark
 *
 * What benchmarks of drives find beside their figures: h2benchw-zones.csv and
 * h2benchw-accesses.csv with initiator, drive, and the columns of H2benchwReport. There are no
 * files without benchmarks.
 */
class SanBenchmarkFigures : public SanReport
{
  public:
    /**
     * @param folder where the files go
     */
    explicit SanBenchmarkFigures(const std::string& folder);

    /**
     * Take in a benchmark.
     *
     * @param benchmark the benchmark
     * @throw UserError if the files cannot be created
     */
    void Attach(const SanBenchmark& benchmark);

    /**
     * @param workload a benchmark
     * @return its figures, as result files hold them
     */
    static std::vector<FileProgramResult> GetResults(const H2benchwWorkload& workload);

    /**
     * @return the benchmarks in the order in which they were attached
     */
    const std::vector<SanBenchmark>& GetBenchmarks() const;

    // From SanReport
    void WriteFiles() override;

  private:
    std::string m_folder;                   //!< where the files go
    std::vector<SanBenchmark> m_benchmarks; //!< in the order of attachment
    std::unique_ptr<ResultFile> m_zones;    //!< h2benchw-zones.csv, null without any
    std::unique_ptr<ResultFile> m_accesses; //!< h2benchw-accesses.csv, null without any
};

} // namespace ns3

#endif /* SAN_BENCHMARK_FIGURES_H */

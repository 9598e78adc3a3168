/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TRACE_KIND_H
#define SAN_TRACE_KIND_H

#include "ns3/san-block-kind.h"

#include <string>

namespace ns3
{

class SanLoadOptions;

/**
 * @ingroup san-load-trace
 *
 * The replay of a recorded trace.
 */
class SanTraceKind : public SanBlockKind
{
  public:
    /**
     * @param options the options of several kinds; they outlive this object
     */
    explicit SanTraceKind(const SanLoadOptions& options);

    SharedOptions GetSharedOptions() const override;
    void AddOptions(ProgramOptions& list) override;
    void Check() const override;
    ApplicationContainer Install(const Place& place) const override;

  private:
    const SanLoadOptions& m_options; //!< the options of several kinds
    std::string m_trace;             //!< the file
    std::string m_format{"auto"};    //!< its format
    std::string m_columns;           //!< its columns, where the format is columns
    std::string m_mode{"open"};      //!< open or closed
    std::string m_fit{"refuse"};     //!< addresses past the end: refuse, wrap or scale
    double m_timeScale{1};           //!< stretch of recorded times
};

} // namespace ns3

#endif /* SAN_TRACE_KIND_H */

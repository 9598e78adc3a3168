/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FEATURE_OPTIONS_H
#define SAN_FEATURE_OPTIONS_H

#include "ns3/program-options.h"

namespace ns3
{

/**
 * @ingroup san-feature
 *
 * What the options of each part of a storage area network have in common: a program's list, to
 * which they are added.
 */
class SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanFeatureOptions(ProgramOptions& list);
    SanFeatureOptions(const SanFeatureOptions&) = delete;
    SanFeatureOptions& operator=(const SanFeatureOptions&) = delete;

    /**
     * @return the list; options that are attributes have their values there
     */
    const ProgramOptions& GetList() const;

  protected:
    /// Most of anything that a number of 32 bits counts.
    static constexpr const char* MOST = "4294967295";

    ProgramOptions& m_list; //!< where the options are
};

} // namespace ns3

#endif /* SAN_FEATURE_OPTIONS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_SERVICE_OPTIONS_H
#define SAN_SERVICE_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <string>

namespace ns3
{

/**
 * @ingroup san-file-service
 *
 * File services in the place of iSCSI.
 */
class SanServiceOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanServiceOptions(ProgramOptions& list);

    /// Add the file service of targets' nodes.
    void AddFileService(const std::string& programs);

    /**
     * @return whether targets' nodes are file servers instead
     */
    bool HasFileService() const;

    std::string fileService{"none"}; //!< none, nfs, smb or smb1
};

} // namespace ns3

#endif /* SAN_SERVICE_OPTIONS_H */

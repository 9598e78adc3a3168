/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_CAPTURE_H
#define SAN_CAPTURE_H

#include "ns3/net-device.h"

#include <string>

namespace ns3
{

/**
 * A capture of one link, there whole or not at all: it has its own name only when the run is over.
 */
class SanCapture
{
  public:
    /**
     * @param fileName the file
     * @param device an end of the link
     */
    SanCapture(const std::string& fileName, Ptr<NetDevice> device);
    ~SanCapture();
    SanCapture(const SanCapture&) = delete;
    SanCapture& operator=(const SanCapture&) = delete;

    /**
     * Give the file its name. The simulation is destroyed before, and the file whole.
     */
    void Commit();

  private:
    std::string m_fileName; //!< final name
    std::string m_partName; //!< name until then
};

} // namespace ns3

#endif /* SAN_CAPTURE_H */

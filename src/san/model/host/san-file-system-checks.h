/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FILE_SYSTEM_CHECKS_H
#define SAN_FILE_SYSTEM_CHECKS_H

#include "ns3/extent-checker.h"
#include "ns3/extent-file-system.h"
#include "ns3/powered-device.h"
#include "ns3/san-report.h"
#include "ns3/san-violations.h"

#include <cstdint>
#include <list>
#include <string>

namespace ns3
{

/**
 * @ingroup san-host
 *
 * Whether the file systems of hosts would be whole if all power were lost (ExtentChecker), and
 * would have all transactions that were committed. What a drive would have then is checked when a
 * host has committed a transaction, when the drive has done a FLUSH or a write with FUA, each of
 * the first times and one of several later, and at the end. A file system needs a journal for that,
 * and its drive contents. A drive that loses its power alone may take from its host what that holds
 * to be written, and is not checked any more. summary.json has how many checks there were and how
 * many found something wrong, if any file system is watched.
 */
class SanFileSystemChecks : public SanReport
{
  public:
    /**
     * Watch a file system from now on.
     *
     * @param name what it is called
     * @param files the file system, with a journal
     * @param drive the drive on which it lies, alone
     */
    void Attach(const std::string& name, Ptr<ExtentFileSystem> files, Ptr<PoweredDevice> drive);

    /**
     * Check all file systems that have been committed to.
     */
    void CheckAll();

    /**
     * @return how often a file system was not whole and the first time, one line; empty if all were
     */
    std::string GetError() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /// Moments that are all checked; of later ones, one of so many is.
    static constexpr uint64_t FIRST_MOMENTS = 32;

    /// A file system.
    struct Watched
    {
        std::string name;           //!< what it is called
        Ptr<PoweredDevice> drive;   //!< where it lies
        Ptr<ExtentChecker> checker; //!< what checks it
        uint64_t committed{0};      //!< number of the last transaction, 0 before the first
        uint64_t moments{0};        //!< at which it may be checked, so far
        bool hasLostPower{false};   //!< whether the drive has
    };

    /**
     * What a host relies on has got to the medium.
     *
     * @param watched its file system
     */
    void NoteMoment(Watched& watched);

    /**
     * Check a file system, unless its drive has lost power.
     *
     * @param watched the file system
     */
    void Check(const Watched& watched);

    std::list<Watched> m_watched; //!< those that are watched
    uint64_t m_checks{0};         //!< how often one was checked
    SanViolations m_violations;   //!< those that were not whole
};

} // namespace ns3

#endif /* SAN_FILE_SYSTEM_CHECKS_H */

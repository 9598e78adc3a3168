/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_REMOVABLE_MEDIUM_H
#define SCSI_REMOVABLE_MEDIUM_H

#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup scsi-unit
 *
 * Where the medium of a logical unit is, and which initiator ports prevent its removal
 * (SBC-3, 5.10, PREVENT ALLOW MEDIUM REMOVAL). An initiator port prevents it until it allows it
 * again, its nexus is lost or the unit is reset. A fixed medium is never ejected.
 */
class ScsiRemovableMedium
{
  public:
    /**
     * @return true if the medium is in the unit
     */
    bool IsLoaded() const;

    /**
     * The medium is put in.
     */
    void Load();

    /**
     * The medium is taken out.
     */
    void Eject();

    /**
     * @return true if an initiator port prevents the removal
     */
    bool IsRemovalPrevented() const;

    /**
     * Prevent the removal.
     *
     * @param port name of the initiator port that wants it
     */
    void Prevent(const std::string& port);

    /**
     * Allow the removal, as far as one initiator port goes.
     *
     * @param port name of the initiator port that no longer prevents it
     */
    void Allow(const std::string& port);

    /**
     * Nobody prevents the removal any more: the unit was reset.
     */
    void AllowAll();

  private:
    bool m_isLoaded{true};              //!< false while the medium is out
    std::set<std::string> m_preventing; //!< names of the initiator ports that prevent the removal
};

} // namespace ns3

#endif /* SCSI_REMOVABLE_MEDIUM_H */

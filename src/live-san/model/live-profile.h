/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_PROFILE_H
#define LIVE_PROFILE_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san
 *
 * A set of options of san-live: a disk to test software on.
 */
struct LiveProfile
{
    std::string name;                 //!< its name
    std::string about;                //!< what the disk is, in a few words
    std::vector<std::string> options; //!< the options, as on a command line

    /**
     * @return all profiles
     */
    static const std::vector<LiveProfile>& GetAll();

    /**
     * @param name a name
     * @return the profile of that name, null if there is none
     */
    static const LiveProfile* Find(const std::string& name);

    /**
     * @return the options in a line
     */
    std::string GetOptionText() const;
};

} // namespace ns3

#endif /* LIVE_PROFILE_H */

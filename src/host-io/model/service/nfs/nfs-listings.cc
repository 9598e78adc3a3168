/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-listings.h"

namespace ns3
{

const NfsListings::Listing&
NfsListings::Add(uint64_t directory,
                 const std::vector<std::string>& names,
                 const std::vector<uint64_t>& inodes)
{
    auto& listing = m_listings.emplace_back();
    listing.verifier = ++m_last;
    listing.directory = directory;
    listing.names = {".", ".."};
    listing.names.insert(listing.names.end(), names.begin(), names.end());
    listing.inodes = {0, 0};
    listing.inodes.insert(listing.inodes.end(), inodes.begin(), inodes.end());
    listing.inodes.resize(listing.names.size());
    if (m_listings.size() > MAX_LISTINGS)
    {
        m_listings.pop_front();
    }
    return m_listings.back();
}

const NfsListings::Listing*
NfsListings::Find(uint64_t directory, uint64_t verifier) const
{
    for (const auto& listing : m_listings)
    {
        if (listing.directory == directory && listing.verifier == verifier)
        {
            return &listing;
        }
    }
    return nullptr;
}

void
NfsListings::Clear()
{
    m_listings.clear();
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_LISTINGS_H
#define NFS_LISTINGS_H

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * The last listings of directories, for clients that read them in parts by READDIR. A client
 * continues in the names as they were when it began, so it sees none twice and misses none. A
 * listing that is too old is forgotten; its client begins again.
 */
class NfsListings
{
  public:
    /// Listings that are kept.
    static constexpr std::size_t MAX_LISTINGS = 16;

    /// The names of a directory.
    struct Listing
    {
        uint64_t verifier{0};           //!< its number: cookieverf3 (RFC 1813, 3.3.16)
        uint64_t directory{0};          //!< number of the directory
        std::vector<std::string> names; //!< the names with "." and "..", in order
        std::vector<uint64_t> inodes;   //!< their inodes, 0 for those that are not known
    };

    /**
     * Keep a listing.
     *
     * @param directory number of the directory
     * @param names its names, without "." and ".."
     * @param inodes their inodes, none if not known
     * @return the listing, valid until the next is kept
     */
    const Listing& Add(uint64_t directory,
                       const std::vector<std::string>& names,
                       const std::vector<uint64_t>& inodes);

    /**
     * @param directory number of a directory
     * @param verifier number of its listing
     * @return the listing, null if it was forgotten
     */
    const Listing* Find(uint64_t directory, uint64_t verifier) const;

    /**
     * Forget all.
     */
    void Clear();

  private:
    std::deque<Listing> m_listings; //!< the last listings, the oldest first
    uint64_t m_last{0};             //!< number of the last
};

} // namespace ns3

#endif /* NFS_LISTINGS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_COPY_IDENTIFIERS_H
#define GATEWAY_COPY_IDENTIFIERS_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * The list identifiers of copies at one drive. Hosts choose them for themselves (SPC-4, EXTENDED
 * COPY(LID1)), but the drive takes all hosts for one: the gateway gives it others, each for a list
 * identifier of one host at one logical unit.
 */
class GatewayCopyIdentifiers
{
  public:
    /// Whose list identifier it is.
    struct Host
    {
        const void* unit{nullptr}; //!< the logical unit of the gateway
        std::string nexus;         //!< name of the initiator port

        /**
         * @param other another host
         * @return true if all members are equal
         */
        bool operator==(const Host& other) const = default;
    };

    /**
     * A copy begins.
     *
     * @param host whose it is
     * @param identifier its list identifier
     * @return the list identifier at the drive: the same as before, or the next that is unused.
     *         With 256 in use they are taken away in the order in which they were given
     */
    uint8_t Allocate(const Host& host, uint8_t identifier);

    /**
     * @param host a host
     * @param identifier a list identifier of it
     * @return the list identifier at the drive, or nothing if no copy of the host has it
     */
    std::optional<uint8_t> Find(const Host& host, uint8_t identifier) const;

    /**
     * @param host a host that is gone: from now on it has no copies
     */
    void Forget(const Host& host);

  private:
    /// A list identifier of a host.
    struct Entry
    {
        Host host;             //!< the host
        uint8_t identifier{0}; //!< its list identifier
    };

    std::map<uint8_t, Entry> m_entries; //!< by list identifier at the drive
    uint8_t m_next{0};                  //!< where the search for an unused one begins
};

} // namespace ns3

#endif /* GATEWAY_COPY_IDENTIFIERS_H */

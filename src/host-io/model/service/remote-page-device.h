/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_PAGE_DEVICE_H
#define REMOTE_PAGE_DEVICE_H

#include "ns3/block-device.h"
#include "ns3/file-request.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * An open file, as a RemotePageDevice reaches it.
 */
class RemotePageStore
{
  public:
    /// Told how it ended, and what was read where contents are kept.
    using Ended = std::function<void(FileStatus, Ptr<Packet>)>;

    virtual ~RemotePageStore() = default;

    /**
     * @param offset the first byte
     * @param bytes how many; what the file has not reads as zeros
     * @param done called once, never from inside
     */
    virtual void ReadPages(uint64_t offset, uint64_t bytes, Ended done) = 0;

    /**
     * @param offset the first byte
     * @param bytes how many; what lies past the end of the file is left out
     * @param data the contents, null where they are not kept
     * @param stable true to end when they are on the server's medium
     * @param done called once, never from inside
     */
    virtual void WritePages(uint64_t offset,
                            uint64_t bytes,
                            Ptr<Packet> data,
                            bool stable,
                            Ended done) = 0;
};

/**
 * @ingroup host-io-service
 *
 * What lies under the page cache of a file service's client: a device without contents of its own,
 * on which each file of the server has a part. A request becomes calls of the open file that has
 * the part; where no file is open, it fails. A block is a byte. FLUSH does nothing: what the server
 * has on its medium is an affair of each file.
 */
class RemotePageDevice : public BlockDevice
{
  public:
    /// Bytes of a part, and so of the largest file that is cached.
    static constexpr uint64_t PART_BYTES = uint64_t{1} << 43;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;

    /**
     * @return a part for another file, none if there is no part left
     */
    std::optional<uint64_t> Take();

    /**
     * @param part a part that is not needed any longer
     */
    void GiveBack(uint64_t part);

    /**
     * @param part a part
     * @param store the file that is open, null if it is closed
     */
    void SetStore(uint64_t part, RemotePageStore* store);

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) override;

  private:
    std::map<uint64_t, RemotePageStore*> m_stores; //!< open files by part
    std::set<uint64_t> m_free;                     //!< parts that were given back
    uint64_t m_taken{0};                           //!< parts from here on were never taken
};

} // namespace ns3

#endif /* REMOTE_PAGE_DEVICE_H */

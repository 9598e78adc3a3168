/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_IMAGE_LOADER_H
#define EXTENT_IMAGE_LOADER_H

#include "extent-image.h"

#include "ns3/block-request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * Reads an ExtentImage: one read at a time, of blocks that follow each other.
 */
class ExtentImageLoader
{
  public:
    /// Called when a read is complete: how it ended, and the contents.
    using ReadDone = std::function<void(BlockStatus, Ptr<Packet>)>;
    /// Reads blocks: the first, how many, what to call.
    using Reader = std::function<void(uint64_t, uint64_t, ReadDone)>;
    /// Called at the end: false if a read failed.
    using Done = std::function<void(bool)>;

    /**
     * @param deviceBlocks blocks of the device
     * @param reader reads them
     */
    ExtentImageLoader(uint64_t deviceBlocks, Reader reader);

    /**
     * Read all that there is. The reader may answer from inside its call.
     *
     * @param done called at the end
     */
    void Start(Done done);

    /**
     * @return the image
     */
    const ExtentImage& GetImage() const;

  private:
    /// Most blocks in a read.
    static constexpr uint64_t MAX_READ = 32;

    /// Read until an answer is to come, or all is read.
    void Continue();

    /// Read what is needed next, or note that all is read.
    void ReadNext();

    /**
     * A read is complete.
     *
     * @param first the first block
     * @param count how many blocks
     * @param data their contents, or null
     */
    void Take(uint64_t first, uint64_t count, Ptr<Packet> data);

    ExtentImage m_image;             //!< the image
    Reader m_reader;                 //!< reads blocks
    Done m_done;                     //!< called at the end
    std::vector<uint64_t> m_missing; //!< blocks to be read
    std::size_t m_next{0};           //!< the next of them
    bool m_isReading{false};         //!< whether a read is being asked for
    bool m_isAnswered{false};        //!< whether it was answered at once
    std::optional<bool> m_result;    //!< how it ended, once it has
};

} // namespace ns3

#endif /* EXTENT_IMAGE_LOADER_H */

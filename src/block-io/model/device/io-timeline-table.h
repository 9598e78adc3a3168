/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_TIMELINE_TABLE_H
#define IO_TIMELINE_TABLE_H

#include "io-timeline.h"

#include "ns3/ptr.h"
#include "ns3/tag.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * The timelines of requests that cross a network, so that the remote end can stamp them. One per
 * simulation: SimulationSingleton<IoTimelineTable>::Get(). The local end opens an entry and
 * attaches its handle to the header's packet as an IoTimelineTag; the remote end finds the timeline
 * by the handle. The handle of a closed entry finds nothing, so a late or repeated message is
 * harmless.
 */
class IoTimelineTable
{
  public:
    /// Names an entry; never reused.
    using Handle = uint64_t;

    /**
     * @param timeline the timeline to make findable
     * @return its handle
     */
    Handle Open(Ptr<IoTimeline> timeline);

    /**
     * @param handle a handle
     * @return its timeline, or null once it was closed
     */
    Ptr<IoTimeline> Find(Handle handle) const;

    /**
     * Forget an entry. Nothing happens if it was closed before.
     *
     * @param handle its handle
     */
    void Close(Handle handle);

  private:
    /// A place in the table, used again under a new generation.
    struct Slot
    {
        uint32_t generation{0};   //!< how often the place was taken
        Ptr<IoTimeline> timeline; //!< null while free
    };

    std::vector<Slot> m_slots;    //!< all places
    std::vector<uint32_t> m_free; //!< indices of the free ones
};

/**
 * @ingroup block-io-device
 *
 * The byte tag that carries a timeline's handle with a command's header. It adds no bytes to the
 * wire.
 */
class IoTimelineTag : public Tag
{
  public:
    IoTimelineTag() = default;

    /**
     * @param handle the handle of the command's timeline
     */
    explicit IoTimelineTag(IoTimelineTable::Handle handle);

    /**
     * @return the handle of the command's timeline
     */
    IoTimelineTable::Handle GetHandle() const;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer buffer) const override;
    void Deserialize(TagBuffer buffer) override;
    void Print(std::ostream& os) const override;

  private:
    IoTimelineTable::Handle m_handle{0}; //!< the handle
};

} // namespace ns3

#endif /* IO_TIMELINE_TABLE_H */

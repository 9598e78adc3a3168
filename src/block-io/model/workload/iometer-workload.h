/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IOMETER_WORKLOAD_H
#define IOMETER_WORKLOAD_H

#include "address-pattern.h"
#include "block-workload.h"
#include "iometer-configuration.h"

#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * A worker of IOMeter with an access specification: a closed loop of QueueDepth requests. Where the
 * file has workers, QueueDepth is what the worker has outstanding on each disk times the number of
 * devices, RunTime and RampTime are those of the test setup, and addresses are within the worker's
 * disk size and starting sector. An attribute that is not at its default has precedence.
 *
 * Each burst uses one line of the specification, drawn by its share. After a burst's last request
 * its slot waits for the line's delay. Requests go to the devices in turn; those that are not
 * random begin where the previous one on the device ended, whatever its line.
 */
class IometerWorkload : public BlockWorkload
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    IometerWorkload();
    int64_t AssignStreams(int64_t stream) override;

    /**
     * @return which worker it is and what was taken from the file, then what was not, a line each
     */
    std::vector<std::string> GetNotes() const override;

  protected:
    bool IsClosedLoop() const override;
    bool HasNext() const override;
    NextRequest MakeNext() override;
    Time GetNextTime() override;
    void CheckAttributes() override;
    void CheckDevice(uint32_t index) override;

  private:
    /// The part of a device that is used.
    struct Area
    {
        uint64_t begin{0}; //!< its first block
        uint64_t end{0};   //!< the block behind its last
    };

    /**
     * Read the file.
     */
    void Load();

    /**
     * Take from the file an attribute that is at its default.
     *
     * @param name the attribute
     * @param initial its default
     * @param told what the file says
     * @param text the same as text
     */
    void SetFromFile(const std::string& name,
                     const AttributeValue& initial,
                     const AttributeValue& told,
                     const std::string& text);

    /**
     * @param index number of a device
     * @return the part of it that is used
     * @throw UserError if it has no such part
     */
    Area FindArea(uint32_t index) const;

    /**
     * @return the line of the next request
     */
    const IometerSpecification::Line& ChooseLine();

    /**
     * @param line the line of a request
     * @param device number of its device
     * @param blocks its blocks
     * @return its first block
     */
    uint64_t ChooseAddress(const IometerSpecification::Line& line,
                           uint32_t device,
                           uint64_t blocks);

    std::string m_file;                    //!< file or text
    std::string m_name;                    //!< of the specification, or empty
    uint32_t m_number;                     //!< of the worker
    bool m_isLoaded{false};                //!< true once the file was read
    IometerConfiguration::Worker m_worker; //!< the worker, if the file has any
    std::vector<std::string> m_notes;      //!< what was taken from the file
    IometerSpecification m_specification;  //!< what requests are
    std::size_t m_line{0};                 //!< line of the current burst
    uint32_t m_left{0};                    //!< requests of the burst that are left
    uint64_t m_made{0};                    //!< requests made
    std::vector<Area> m_areas;             //!< parts that are used, by device
    std::vector<uint64_t> m_ends;          //!< where the last request ended, by device
    Ptr<UniformRandomVariable> m_uniform;  //!< the only source of randomness
};

} // namespace ns3

#endif /* IOMETER_WORKLOAD_H */

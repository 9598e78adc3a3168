/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IOMETER_WORKLOAD_H
#define IOMETER_WORKLOAD_H

#include "address-pattern.h"
#include "block-workload.h"
#include "iometer-specification.h"

#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * A worker of IOMeter with an access specification: a closed loop of QueueDepth requests. Each
 * burst uses one line of the specification, drawn by its share. After a burst's last request its
 * slot waits for the line's delay. Requests go to the devices in turn; those that are not random
 * begin where the previous one on the device ended, whatever its line.
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

  protected:
    bool IsClosedLoop() const override;
    bool HasNext() const override;
    NextRequest MakeNext() override;
    Time GetNextTime() override;
    void CheckAttributes() override;
    void CheckDevice(uint32_t index) override;

  private:
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

    std::string m_file;                   //!< file or text
    std::string m_name;                   //!< of the specification, or empty
    IometerSpecification m_specification; //!< what requests are
    std::size_t m_line{0};                //!< line of the present burst
    uint32_t m_left{0};                   //!< requests of the burst that are left
    uint64_t m_made{0};                   //!< requests made
    std::vector<uint64_t> m_ends;         //!< where the last request ended, by device
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

} // namespace ns3

#endif /* IOMETER_WORKLOAD_H */

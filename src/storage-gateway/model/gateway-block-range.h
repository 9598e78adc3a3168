/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_BLOCK_RANGE_H
#define GATEWAY_BLOCK_RANGE_H

#include "ns3/scsi-cdb.h"
#include "ns3/scsi-sense.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * The blocks of a drive that a logical unit exposes: all of them, or a range that the host numbers
 * from zero. It checks and translates CDBs, capacities and sense data; no command that passes the
 * check reaches a block outside.
 */
class GatewayBlockRange
{
  public:
    /// All blocks of the drive.
    GatewayBlockRange() = default;

    /**
     * @param first the first block at the drive
     * @param count number of blocks
     * @throw UserError if there are none, or their numbers are beyond 64 bits
     */
    GatewayBlockRange(uint64_t first, uint64_t count);

    /**
     * @return true if it is a part of the drive only
     */
    bool IsPart() const;

    /**
     * @param opcode an operation code
     * @return true if the command names a run of blocks: READ, WRITE, VERIFY, SYNCHRONIZE CACHE
     */
    static bool IsBlockCommand(ScsiOpcode opcode);

    /**
     * @param cdb a CDB
     * @return true if it is READ CAPACITY(10) or (16)
     */
    static bool IsReadCapacity(const ScsiCdb& cdb);

    /**
     * Check a command against the part: a part takes no command that the gateway does not know to
     * stay inside, nor one that changes the drive for all its parts.
     *
     * @param cdb the command of the host
     * @return why it cannot be, or nothing; always nothing for all blocks
     */
    std::optional<ScsiSense> Check(const ScsiCdb& cdb) const;

    /**
     * Translate a command that passed Check. The CDB grows to 10 or 16 bytes where the drive's
     * number of a block needs it.
     *
     * @param cdb the command of the host
     * @return the command for the drive
     */
    ScsiCdb Translate(const ScsiCdb& cdb) const;

    /**
     * Translate some of the blocks of a block command that passed Check.
     *
     * @param cdb the command of the host
     * @param skip how many of its blocks come before
     * @param blocks how many of its blocks are meant
     * @return the command for the drive
     */
    ScsiCdb TranslateSome(const ScsiCdb& cdb, uint64_t skip, uint32_t blocks) const;

    /**
     * Translate what READ CAPACITY returned. A part that reaches past the drive's end ends there.
     *
     * @param bytes what the drive sent, changed to what the host is to see; left alone if too short
     */
    void TranslateCapacity(std::vector<uint8_t>& bytes) const;

    /**
     * Translate the block that sense data name.
     *
     * @param sense what the drive sent
     * @return what the host is to see
     */
    std::vector<uint8_t> TranslateSense(const std::vector<uint8_t>& sense) const;

  private:
    /**
     * @param cdb a block command
     * @return why it cannot be, or nothing
     */
    std::optional<ScsiSense> CheckBlocks(const ScsiBlockCdb& cdb) const;

    uint64_t m_first{0}; //!< the first block at the drive
    uint64_t m_count{0}; //!< number of blocks, zero for all
};

} // namespace ns3

#endif /* GATEWAY_BLOCK_RANGE_H */

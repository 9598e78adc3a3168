/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_BLOCK_COMMANDS_H
#define SCSI_BLOCK_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk that read, write and verify ranges of blocks.
 */
class ScsiBlockCommands
{
  public:
    /**
     * READ of every length (SBC-3, 5.10 to 5.14).
     *
     * @param unit the disk
     * @param task the command
     */
    static void Read(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * WRITE of every length (SBC-3, 5.32 to 5.36).
     *
     * @param unit the disk
     * @param task the command
     */
    static void Write(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * VERIFY of every length (SBC-3, 5.28 to 5.31).
     *
     * @param unit the disk
     * @param task the command
     */
    static void Verify(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * WRITE AND VERIFY of every length (SBC-3, 5.37 to 5.40).
     *
     * @param unit the disk
     * @param task the command
     */
    static void WriteAndVerify(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * SYNCHRONIZE CACHE(10) and (16) (SBC-3, 5.26 and 5.27).
     *
     * @param unit the disk
     * @param task the command
     */
    static void SynchronizeCache(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * PRE-FETCH(10) and (16) (SBC-3, 5.8 and 5.9).
     *
     * @param unit the disk
     * @param task the command
     */
    static void PreFetch(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * @param task a command on a run of blocks
     * @return the fields of its CDB, of any length
     */
    static ScsiBlockCdb Decode(const ScsiTask& task);

    /**
     * Have the block device put everything written before on the medium.
     *
     * @param unit the disk
     * @param task the command
     * @param immediate true to end the task at once instead of after the flush
     */
    static void Flush(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task, bool immediate);

    /**
     * Ask for the data of a command that writes or compares as many blocks as it names. What the
     * initiator cannot give is an overflow: only whole blocks that came count, and without any the
     * command is done.
     *
     * @param unit the disk
     * @param task the command
     * @param entry what to do when they came; the number of blocks is filled in
     * @param blocks number of blocks that the CDB names
     */
    static void ReceiveBlocks(ScsiDeviceServer& unit,
                              const Ptr<ScsiTask>& task,
                              ScsiTaskSet::Entry&& entry,
                              uint32_t blocks);

    /**
     * Ask for the one block of a command that uses it for all blocks that it names. Without a whole
     * one the command is done.
     *
     * @param unit the disk
     * @param task the command
     * @param entry what to do when it came
     */
    static void ReceiveOneBlock(ScsiDeviceServer& unit,
                                const Ptr<ScsiTask>& task,
                                ScsiTaskSet::Entry&& entry);

    /**
     * Step after a write: its blocks are mapped.
     *
     * @param unit the disk
     * @param entry the command
     * @return false: it is done
     */
    static bool MapWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

  private:
    /**
     * Send what was read, as much as the initiator's buffer takes.
     *
     * @param unit the disk
     * @param entry the command
     * @return false: it is done
     */
    static bool SendBlocks(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Remember the data that came for the comparison to come.
     *
     * @param unit the disk
     * @param entry the command
     * @return true: the block device is next
     */
    static bool KeepExpected(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Compare what was read with what is expected.
     *
     * @param unit the disk
     * @param entry the command
     * @return false: it is done
     */
    static bool CompareBlocks(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Remember the data that came for the comparison after they are written.
     *
     * @param unit the disk
     * @param entry the command
     * @return true: the block device is next
     */
    static bool KeepWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Verify what was just written.
     *
     * @param unit the disk
     * @param entry the command
     * @return true: the block device is next
     */
    static bool VerifyWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * End a command that has no whole block to do.
     *
     * @param unit the disk
     * @param entry the command
     * @return false: it is done
     */
    static bool DoNothing(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);
};

} // namespace ns3

#endif /* SCSI_BLOCK_COMMANDS_H */

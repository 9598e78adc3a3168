/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup scsi SCSI
 *
 * Commands, sense data, tasks, ports and devices of SCSI, and a disk as block device.
 */

/**
 * @defgroup scsi-codec Codec
 * @ingroup scsi
 *
 * CDBs, parameter data, pages and sense data as bytes.
 */

/**
 * @defgroup scsi-task Tasks
 * @ingroup scsi
 *
 * A command and its state, the ports that carry it, task management.
 */

/**
 * @defgroup scsi-unit Logical units
 * @ingroup scsi
 *
 * The task set of a logical unit, its state, reservations and unit attentions.
 */

/**
 * @defgroup scsi-command Commands
 * @ingroup scsi
 *
 * The commands that a logical unit executes.
 */

/**
 * @defgroup scsi-disk Direct-access devices
 * @ingroup scsi
 *
 * A block device as a logical unit.
 */

/**
 * @defgroup scsi-initiator Initiator
 * @ingroup scsi
 *
 * A logical unit as the block device of an operating system.
 */

/**
 * @defgroup scsi-tests Tests of scsi
 * @ingroup scsi
 *
 * The test suites of the module scsi.
 */

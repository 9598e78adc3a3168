/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup disk-model Disk drives
 *
 * Mechanical disk drives: geometry, mechanics, controller, cache and schedulers.
 */

/**
 * @defgroup disk-model-drive Drive
 * @ingroup disk-model
 *
 * The drive, its queue, controller, cache and bus.
 */

/**
 * @defgroup disk-model-mechanics Mechanics
 * @ingroup disk-model
 *
 * Geometry, seek curve, spindle and the times of accesses.
 */

/**
 * @defgroup disk-model-scheduler Schedulers
 * @ingroup disk-model
 *
 * The order in which a drive executes queued requests.
 */

/**
 * @defgroup disk-model-parameters Parameters
 * @ingroup disk-model
 *
 * The parameters of a drive.
 */

/**
 * @defgroup disk-model-drive-file Drive files
 * @ingroup disk-model-drive
 *
 * Files that describe a drive, and the catalogue of drives.
 */

/**
 * @defgroup disk-model-disksim DiskSim files
 * @ingroup disk-model
 *
 * Import of the parameter files of DiskSim.
 */

/**
 * @defgroup disk-model-tests Tests of disk-model
 * @ingroup disk-model
 *
 * The test suites of the module disk-model.
 */

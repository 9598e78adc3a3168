/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup block-io Block I/O
 *
 * Requests for blocks, the devices that execute them and the workloads that issue them.
 */

/**
 * @defgroup block-io-device Devices
 * @ingroup block-io
 *
 * The interface of all block devices, requests, timelines, deadlines, RAM disks.
 */

/**
 * @defgroup block-io-drive-file Drive files
 * @ingroup block-io
 *
 * Files that describe a drive, and where they are.
 */

/**
 * @defgroup block-io-array Arrays
 * @ingroup block-io
 *
 * Several block devices as one: JBOD and RAID.
 */

/**
 * @defgroup block-io-multipath Multipath I/O
 * @ingroup block-io
 *
 * One block device behind several paths.
 */

/**
 * @defgroup block-io-workload Workloads
 * @ingroup block-io
 *
 * Synthetic and benchmark workloads, and the distributions that they draw from.
 */

/**
 * @defgroup block-io-trace Traces
 * @ingroup block-io
 *
 * Block traces of several formats, and their replay.
 */

/**
 * @defgroup block-io-fio fio jobs
 * @ingroup block-io
 *
 * Job files of fio, and a workload that runs them.
 */

/**
 * @defgroup block-io-recorder Recorder
 * @ingroup block-io
 *
 * The files requests.csv and summary.json.
 */

/**
 * @defgroup block-io-check Consistency checks
 * @ingroup block-io
 *
 * A record of reads and writes that finds blocks with wrong contents.
 */

/**
 * @defgroup block-io-tests Tests of block-io
 * @ingroup block-io
 *
 * The test suites of the module block-io.
 */

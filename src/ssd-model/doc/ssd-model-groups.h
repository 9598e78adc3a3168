/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup ssd-model Flash drives
 *
 * Drives of flash memory (SSDs).
 */

/**
 * @defgroup ssd-model-translation Translation layer
 * @ingroup ssd-model
 *
 * The flash translation layer: mapping table, garbage collection and the steady state.
 */

/**
 * @defgroup ssd-model-flash Flash
 * @ingroup ssd-model
 *
 * Dies, channels and links in time.
 */

/**
 * @defgroup ssd-model-drive Drive
 * @ingroup ssd-model
 *
 * The drive, its write buffer and its contents.
 */

/**
 * @defgroup ssd-model-parameters Parameters
 * @ingroup ssd-model
 *
 * The parameters of a drive.
 */

/**
 * @defgroup ssd-model-drive-file Drive files
 * @ingroup ssd-model
 *
 * Files that describe a flash drive.
 */

/**
 * @defgroup ssd-model-tests Tests of ssd-model
 * @ingroup ssd-model
 *
 * The test suites of the module ssd-model.
 */

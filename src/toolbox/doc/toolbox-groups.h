/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup toolbox Toolbox
 *
 * What every program needs and no storage: options and their rules, JSON, quantities, result files.
 */

/**
 * @defgroup toolbox-text Text
 * @ingroup toolbox
 *
 * Lines, quantities, times, JSON, compressed files, errors of users.
 */

/**
 * @defgroup toolbox-result Result files
 * @ingroup toolbox
 *
 * Files and folders of results that appear only when complete, captures, histograms.
 */

/**
 * @defgroup toolbox-tests Tests of toolbox
 * @ingroup toolbox
 *
 * The test suites of the module toolbox.
 */

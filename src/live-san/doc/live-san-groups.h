/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup live-san Simulated storage for real hosts
 *
 * Simulated targets for real initiators, and a simulated initiator for real targets.
 */

/**
 * @defgroup live-san-tests Tests of live-san
 * @ingroup live-san
 *
 * The test suites of the module live-san.
 */

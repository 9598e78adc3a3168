/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup live Real networks
 *
 * Simulated nodes on real networks: real-time simulator, devices on TAP devices, interfaces and
 * descriptors.
 */

/**
 * @defgroup live-tests Tests of live
 * @ingroup live
 *
 * The test suites of the module live.
 */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup ethernet Ethernet
 *
 * Full-duplex Ethernet links with true framing, trains of frames, switches.
 */

/**
 * @defgroup ethernet-bond Bonding
 * @ingroup ethernet
 *
 * Several links as one device.
 */

/**
 * @defgroup ethernet-fabric Leaf-spine networks
 * @ingroup ethernet
 *
 * Switches with several paths of the same cost.
 */

/**
 * @defgroup ethernet-lacp LACP
 * @ingroup ethernet
 *
 * The Link Aggregation Control Protocol of IEEE 802.1AX.
 */

/**
 * @defgroup ethernet-tests Tests of ethernet
 * @ingroup ethernet
 *
 * The test suites of the module ethernet.
 */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup live-san Simulated storage for real hosts
 *
 * Simulated targets for real initiators, a simulated initiator for real targets, and simulated
 * disks for clients of network block devices.
 */

/**
 * @defgroup live-san-nbd Server of network block devices
 * @ingroup live-san
 *
 * A server of the Network Block Device protocol: messages, handshake, requests, and sockets.
 */

/**
 * @defgroup live-san-tests Tests of live-san
 * @ingroup live-san
 *
 * The test suites of the module live-san.
 */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup storage-gateway Storage gateway
 *
 * iSCSI targets in front of drives on local ports or loops.
 */

/**
 * @defgroup storage-gateway-tests Tests of storage-gateway
 * @ingroup storage-gateway
 *
 * The test suites of the module storage-gateway.
 */

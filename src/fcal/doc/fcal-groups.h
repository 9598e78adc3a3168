/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @defgroup fcal Fibre Channel arbitrated loop
 *
 * Frames, the arbitrated loop and its ports, FCP initiators and targets.
 */

/**
 * @defgroup fcal-fc Fibre Channel
 * @ingroup fcal
 *
 * Frames, transmission words, link services and captures.
 */

/**
 * @defgroup fcal-loop Arbitrated loop
 * @ingroup fcal
 *
 * The loop, its ports, arbitration and credit.
 */

/**
 * @defgroup fcal-fcp FCP
 * @ingroup fcal
 *
 * SCSI over Fibre Channel.
 */

/**
 * @defgroup fcal-tests Tests of fcal
 * @ingroup fcal
 *
 * The test suites of the module fcal.
 */

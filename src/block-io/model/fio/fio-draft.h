/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_DRAFT_H
#define FIO_DRAFT_H

#include "fio-job.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * A job while its keys are read: what a key says alone, before keys that belong together are put
 * together.
 */
struct FioDraft
{
    FioJob job;                                           //!< what is plain
    std::array<uint32_t, 2> blockSizes{4096, 4096};       //!< bs
    std::array<FioJob::SizeRange, 2> blockRange;          //!< bsrange; 0: bs holds
    std::array<std::vector<FioJob::Share>, 2> blockSplit; //!< bssplit; empty: bsrange holds
    std::array<uint32_t, 2> alignment{};                  //!< ba; 0: the least size
    std::string engine;                                   //!< ioengine; empty: fio's own choice
    bool isDirect{false};                                 //!< direct, or buffered=0
    bool isEveryBlockOnce{false};                         //!< random_generator=lfsr
    bool hasZones{false};                                 //!< zonemode=strided
    bool hasZoneMode{false};                              //!< zonemode is given
    bool hasThinkBlocks{false};                           //!< thinktime_blocks is given
    bool fillsDevice{false};                              //!< fill_device
    bool hasVerifyPhase{true};                            //!< do_verify
    uint32_t kbBase{1024};                                //!< kb_base
};

} // namespace ns3

#endif /* FIO_DRAFT_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../src/fcal/test/fcp/fcp-fuzz-target.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/**
 * Send units between the ports of a loop.
 *
 * @param data what FcpFuzzTarget::SendUnits takes
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const auto wrong = ns3::FcpFuzzTarget::SendUnits(data, size);
    if (!wrong.empty())
    {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}

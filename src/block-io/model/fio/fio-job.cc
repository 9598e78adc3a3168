/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-job.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param a a share
 * @param b another one
 * @return true if its size is the smaller one
 */
bool
IsSmaller(const FioJob::Share& a, const FioJob::Share& b)
{
    return a.size < b.size;
}

} // namespace

uint32_t
FioJob::Direction::GetLeast() const
{
    return sizes.empty() ? range.least
                         : std::min_element(sizes.begin(), sizes.end(), IsSmaller)->size;
}

uint32_t
FioJob::Direction::GetMost() const
{
    return sizes.empty() ? range.most
                         : std::max_element(sizes.begin(), sizes.end(), IsSmaller)->size;
}

} // namespace ns3

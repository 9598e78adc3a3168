/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_TEST_COLLECTION_H
#define SSD_TEST_COLLECTION_H

#include "ns3/ssd-translation-layer.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ssd-model-tests
 *
 * Collect garbage in a die until it has the free blocks that it is to have.
 *
 * @param layer the translation layer
 * @param die the die
 */
inline void
CollectSsdGarbage(SsdTranslationLayer& layer, uint32_t die)
{
    while (layer.NeedsCollection(die))
    {
        layer.BeginCollection(die);
        while (!layer.IsMoved(die))
        {
            layer.MoveUnits(die, 4);
        }
        layer.EndCollection(die);
    }
}

} // namespace ns3

#endif /* SSD_TEST_COLLECTION_H */

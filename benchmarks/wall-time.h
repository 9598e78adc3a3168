/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WALL_TIME_H
#define WALL_TIME_H

#include "ns3/json-writer.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <string>

namespace ns3
{

/**
 * Run a simulation, print the wall time that it took as one line of JSON, and destroy it.
 *
 * @param run runs the simulation; returns how much of its work was done
 * @param total how much that must be
 * @param name what is measured, for the message
 * @param done what is done of the work, for the message
 * @return the exit status
 * @throw UserError if not all was done
 */
inline int
PrintWallTime(const std::function<uint64_t()>& run,
              uint64_t total,
              const std::string& name,
              const std::string& done)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto part = run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    if (part != total)
    {
        throw UserError(name + ": " + std::to_string(part) + " of " + std::to_string(total) + " " +
                        done);
    }
    JsonWriter json;
    json.BeginObject();
    json.Key("wall_s").Significant(wall.count(), 6);
    json.EndObject();
    std::cout << json.GetText() << std::endl;
    Simulator::Destroy();
    return 0;
}

} // namespace ns3

#endif /* WALL_TIME_H */

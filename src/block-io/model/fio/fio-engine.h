/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_ENGINE_H
#define FIO_ENGINE_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * An I/O engine of fio: what it makes of a job's requests.
 */
struct FioEngine
{
    /// How an engine issues requests.
    enum class Kind : uint8_t
    {
        SYNCHRONOUS,  //!< one request at a time, whatever iodepth says
        ASYNCHRONOUS, //!< iodepth requests
        OTHER //!< it neither reads nor writes storage: a network, a processor, names of files
    };

    /// What an engine reaches.
    enum class Target : uint8_t
    {
        ANY,      //!< the files and devices of an operating system
        SPECIFIC, //!< storage of one kind, such as a pool of objects or a remote disk
        NOTHING   //!< nothing: it only pretends
    };

    Kind kind{Kind::SYNCHRONOUS}; //!< how it issues requests
    Target target{Target::ANY};   //!< what it reaches
};

/**
 * @ingroup block-io-fio
 *
 * @param name an engine's name (ioengine)
 * @return the engine, or null if fio has none of that name
 */
const FioEngine* FindFioEngine(const std::string& name);

} // namespace ns3

#endif /* FIO_ENGINE_H */

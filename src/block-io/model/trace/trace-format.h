/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_FORMAT_H
#define TRACE_FORMAT_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * The format of a block trace.
 */
enum class TraceFormat : uint8_t
{
    RECOGNISED,   //!< known by its first lines, or else by the file's name (TraceRecogniser)
    DISKSIM,      //!< DiskSim ASCII
    VALIDATE,     //!< DiskSim validate
    CSV,          //!< this project's: a header that names the columns
    SPC,          //!< Storage Performance Council
    MSR,          //!< Microsoft Research Cambridge
    BLKPARSE,     //!< text that blkparse prints by default
    FIO2,         //!< fio iolog, version 2
    FIO3,         //!< fio iolog, version 3
    TENCENT,      //!< Tencent Cloud Block Storage
    ALIBABA,      //!< Alibaba Elastic Block Service
    MQSIM,        //!< MQSim ASCII
    SYSTOR,       //!< virtual desktops, SYSTOR 2017
    FIU,          //!< Florida International University
    CLOUDPHYSICS, //!< CloudPhysics, in the CSV of libCacheSim
    COLUMNS       //!< any columns, as a map says
};

/**
 * @ingroup block-io-trace
 *
 * The events of blkparse that are read or written as requests.
 */
enum class TraceEvent : uint8_t
{
    ISSUE,   //!< D: handed to the driver
    QUEUE,   //!< Q: about to be queued
    COMPLETE //!< C: done; times are those of the end
};

/**
 * @ingroup block-io-trace
 *
 * @param word queue, complete, or another for ISSUE
 * @return the events of that name
 */
TraceEvent FindTraceEvent(std::string_view word);

/**
 * @ingroup block-io-trace
 *
 * Properties of a trace that its file does not tell.
 */
struct TraceOptions
{
    TraceFormat format{TraceFormat::RECOGNISED}; //!< its format
    std::string columns;                 //!< COLUMNS: which column is what (TraceColumns::Parse)
    TraceEvent event{TraceEvent::ISSUE}; //!< BLKPARSE: which events are its requests
};

/**
 * @ingroup block-io-trace
 *
 * What a format is called and what it holds.
 */
struct TraceFormatInfo
{
    TraceFormat format;   //!< the format
    const char* name;     //!< its name, capitals as in attributes
    std::string_view tag; //!< the part of a file's name that tells it, without dots; may be empty
    const char* layout;   //!< what a line looks like
    bool hasTimes;        //!< true if its records say when they were issued
    bool isOrdered;       //!< true if times in it must not go back

    /**
     * @return every format that a trace can have
     */
    static const std::vector<TraceFormatInfo>& GetAll();

    /**
     * @param format a format, not RECOGNISED
     * @return what is known of it
     */
    static const TraceFormatInfo& Get(TraceFormat format);

    /**
     * @param name a format's name, capitals or not; empty for RECOGNISED; libcachesim is
     * CLOUDPHYSICS
     * @return the format
     * @throw UserError naming all, if it is none
     */
    static TraceFormat Find(std::string_view name);

    /**
     * Guess the format from the dot-separated parts of a file's name, the last that tells:
     * volume.msr.csv.gz is of the format MSR, volume.csv of CSV.
     *
     * @param fileName the name
     * @return the format; RECOGNISED if the name does not tell
     */
    static TraceFormat Guess(std::string_view fileName);
};

} // namespace ns3

#endif /* TRACE_FORMAT_H */

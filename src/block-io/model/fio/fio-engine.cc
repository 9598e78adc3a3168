/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-engine.h"

#include <map>

namespace ns3
{

namespace
{

using Kind = FioEngine::Kind;
using Target = FioEngine::Target;

/// The engines by name.
const std::map<std::string, FioEngine> ENGINES = {
    {"cpp_null", {Kind::ASYNCHRONOUS, Target::NOTHING}},
    {"cpuio", {Kind::OTHER, Target::NOTHING}},
    {"dev-dax", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"dfs", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"dircreate", {Kind::OTHER, Target::ANY}},
    {"dirdelete", {Kind::OTHER, Target::ANY}},
    {"dirstat", {Kind::OTHER, Target::ANY}},
    {"e4defrag", {Kind::OTHER, Target::ANY}},
    {"exec", {Kind::OTHER, Target::NOTHING}},
    {"falloc", {Kind::OTHER, Target::ANY}},
    {"filecreate", {Kind::OTHER, Target::ANY}},
    {"filedelete", {Kind::OTHER, Target::ANY}},
    {"filestat", {Kind::OTHER, Target::ANY}},
    {"ftruncate", {Kind::OTHER, Target::ANY}},
    {"gfapi", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"gfapi_async", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"http", {Kind::OTHER, Target::SPECIFIC}},
    {"ime_aio", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"ime_psync", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"ime_psyncv", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"io_uring", {Kind::ASYNCHRONOUS, Target::ANY}},
    {"io_uring_cmd", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"libaio", {Kind::ASYNCHRONOUS, Target::ANY}},
    {"libblkio", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"libcufile", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"libhdfs", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"libhipfile", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"libiscsi", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"libpmem", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"libzbc", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"mmap", {Kind::SYNCHRONOUS, Target::ANY}},
    {"mtd", {Kind::SYNCHRONOUS, Target::SPECIFIC}},
    {"nbd", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"net", {Kind::OTHER, Target::NOTHING}},
    {"netsplice", {Kind::OTHER, Target::NOTHING}},
    {"nfs", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"null", {Kind::ASYNCHRONOUS, Target::NOTHING}},
    {"page_fault", {Kind::OTHER, Target::NOTHING}},
    {"posixaio", {Kind::ASYNCHRONOUS, Target::ANY}},
    {"psync", {Kind::SYNCHRONOUS, Target::ANY}},
    {"pvsync", {Kind::SYNCHRONOUS, Target::ANY}},
    {"pvsync2", {Kind::SYNCHRONOUS, Target::ANY}},
    {"rados", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"rbd", {Kind::ASYNCHRONOUS, Target::SPECIFIC}},
    {"rdma", {Kind::OTHER, Target::NOTHING}},
    {"sg", {Kind::SYNCHRONOUS, Target::ANY}},
    {"solarisaio", {Kind::ASYNCHRONOUS, Target::ANY}},
    {"splice", {Kind::SYNCHRONOUS, Target::ANY}},
    {"sync", {Kind::SYNCHRONOUS, Target::ANY}},
    {"vsync", {Kind::SYNCHRONOUS, Target::ANY}},
    {"windowsaio", {Kind::ASYNCHRONOUS, Target::ANY}},
    {"xnvme", {Kind::ASYNCHRONOUS, Target::SPECIFIC}}};

} // namespace

const FioEngine*
FindFioEngine(const std::string& name)
{
    const auto found = ENGINES.find(name);
    return found == ENGINES.end() ? nullptr : &found->second;
}

} // namespace ns3

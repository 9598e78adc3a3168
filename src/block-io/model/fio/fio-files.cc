/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-files.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <cstdlib>

namespace ns3
{

FioFiles::FioFiles(const FioJob& job, uint32_t devices)
    : m_job(job),
      m_devices(devices),
      m_files(job.files > 1 ? job.files : devices)
{
    if (!m_job.areFilesInTurn && m_files > 1)
    {
        RejectFioJob(m_job,
                     "file_service_type must be roundrobin:1 with several files, of which there "
                     "are " +
                         std::to_string(m_files));
    }
}

uint32_t
FioFiles::GetN() const
{
    return m_files;
}

uint32_t
FioFiles::GetFilesOn(uint32_t device) const
{
    return (m_files + m_devices - 1 - device) / m_devices;
}

uint64_t
FioFiles::FindSpace(uint32_t device, uint64_t capacity, uint32_t blockSize) const
{
    if (m_job.fileSize > 0)
    {
        return m_job.fileSize;
    }
    if (m_job.files == 1)
    {
        return capacity;
    }
    const bool hasSize = m_job.size.value > 0 && !m_job.size.isPercent;
    const auto space =
        hasSize ? m_job.size.value / m_files : capacity / std::max(GetFilesOn(device), 1U);
    return space / blockSize * blockSize;
}

uint64_t
FioFiles::FindOffset(uint64_t space) const
{
    const auto increment = GetFioBytes(m_job.offsetIncrement, space);
    const auto offset = GetFioBytes(m_job.offset, space) + m_job.clone * increment;
    if (!m_job.offset.isPercent && !m_job.offsetIncrement.isPercent)
    {
        return offset;
    }
    uint64_t align = 0;
    for (const auto& direction : m_job.directions)
    {
        align = std::max<uint64_t>(align, direction.GetLeast());
    }
    return (offset + align - 1) / align * align;
}

void
FioFiles::SetLength(FioFile& file, const std::string& where) const
{
    file.length = file.space - file.offset;
    if (m_job.size.isPercent)
    {
        file.length = std::min(file.length, GetFioBytes(m_job.size, file.space));
    }
    else if (m_job.size.value > 0)
    {
        const auto share = m_job.size.value / m_files;
        // Files of a given size end a job before its size is reached.
        if (share > file.length && m_job.fileSize == 0 && m_job.files == 1)
        {
            RejectFioJob(m_job, "offset and size reach past" + where);
        }
        file.length = std::min(file.length, share);
    }
}

FioFile
FioFiles::Find(uint32_t number, uint64_t capacity, uint32_t blockSize) const
{
    FioFile file;
    file.device = number % m_devices;
    file.space = FindSpace(file.device, capacity, blockSize);
    file.begin = number / m_devices * file.space;
    const auto where = " the capacity of device " + std::to_string(file.device) + ", " +
                       std::to_string(capacity) + " bytes";
    if (file.begin + file.space > capacity)
    {
        RejectFioJob(m_job, "nrfiles and filesize reach past" + where);
    }
    file.offset = FindOffset(file.space);
    if (file.offset % blockSize != 0 || file.begin % blockSize != 0)
    {
        RejectFioJob(m_job,
                     std::string(file.begin % blockSize != 0 ? "filesize" : "offset") +
                         " is not a multiple of the block size of device " +
                         std::to_string(file.device) + ", " + std::to_string(blockSize) + " bytes");
    }
    if (file.offset >= file.space)
    {
        RejectFioJob(m_job, "offset reaches past" + where);
    }
    SetLength(file, where);
    file.length = file.length / blockSize * blockSize;
    return file;
}

void
FioFiles::CheckBlocks(const std::string& what,
                      uint64_t bytes,
                      const FioFile& file,
                      uint32_t blockSize) const
{
    if (bytes % blockSize != 0)
    {
        RejectFioJob(m_job,
                     what + " is not a multiple of the block size of device " +
                         std::to_string(file.device) + ", " + std::to_string(blockSize) + " bytes");
    }
}

void
FioFiles::Check(const FioFile& file,
                uint32_t blockSize,
                std::size_t d,
                const std::vector<uint32_t>& sizes) const
{
    const auto& direction = m_job.directions[d];
    if (!direction.used)
    {
        return;
    }
    const auto device = std::to_string(file.device);
    for (const auto size : sizes)
    {
        const auto what = "the block size " + std::to_string(size);
        if (size % blockSize != 0)
        {
            RejectFioJob(m_job,
                         what + " is not a multiple of that of device " + device + ", " +
                             std::to_string(blockSize) + " bytes");
        }
        if (size > file.length)
        {
            RejectFioJob(m_job,
                         what + " is larger than the range of device " + device + ", " +
                             std::to_string(file.length) + " bytes");
        }
    }
    CheckBlocks("blockalign", direction.alignment, file, blockSize);
    CheckBlocks("the number behind rw", std::abs(m_job.gap), file, blockSize);
    CheckBlocks("zonesize", m_job.zones.size, file, blockSize);
    CheckBlocks("zonerange", m_job.zones.range, file, blockSize);
    CheckBlocks("zoneskip", m_job.zones.skip, file, blockSize);
    if (m_job.zones.size > 0 && direction.GetMost() > m_job.zones.range)
    {
        RejectFioJob(m_job, "zonerange is smaller than a block");
    }
}

uint64_t
GetFioBytes(const FioLength& length, uint64_t whole)
{
    return length.isPercent ? whole / 100 * length.value + whole % 100 * length.value / 100
                            : length.value;
}

void
RejectFioJob(const FioJob& job, const std::string& text)
{
    throw UserError(job.file, job.line, "[" + job.name + "] " + text);
}

} // namespace ns3

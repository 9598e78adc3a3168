/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "postmark-program.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PostmarkProgram");

NS_OBJECT_ENSURE_REGISTERED(PostmarkProgram);

namespace
{

/// The number of the open file; there is never more than one.
constexpr uint32_t WORK_FILE_NUMBER = 0;

/// One tenth of this is what a bias of 1 means.
constexpr int32_t BIAS_RANGE = 10;

/**
 * @param bytes a number of bytes
 * @return the number as Postmark prints it
 */
std::string
ScaleBytes(double bytes)
{
    char text[64];
    if (bytes > 1048576)
    {
        std::snprintf(text, sizeof(text), "%.2f megabytes", bytes / 1048576);
    }
    else if (bytes > 0)
    {
        std::snprintf(text, sizeof(text), "%.2f kilobytes", bytes / 1024);
    }
    else
    {
        std::snprintf(text, sizeof(text), "%f bytes", bytes);
    }
    return text;
}

/**
 * @param seconds a time
 * @return whole seconds as Postmark counts them, at least 1
 */
uint64_t
CountSeconds(double seconds)
{
    return std::max<uint64_t>(static_cast<uint64_t>(seconds), 1);
}

} // namespace

TypeId
PostmarkProgram::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PostmarkProgram")
            .SetParent<FileProgram>()
            .SetGroupName("HostIo")
            .AddConstructor<PostmarkProgram>()
            .AddAttribute("SizeLow",
                          "Postmark's set size, first number: smallest size of a file, bytes, at "
                          "least 1",
                          UintegerValue(500),
                          MakeUintegerAccessor(&PostmarkProgram::m_sizeLow),
                          MakeUintegerChecker<uint32_t>(1, INT32_MAX))
            .AddAttribute("SizeHigh",
                          "Postmark's set size, second number: a new file is smaller, and an "
                          "append makes it no larger, bytes, at least SizeLow",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&PostmarkProgram::m_sizeHigh),
                          MakeUintegerChecker<uint32_t>(1, INT32_MAX))
            .AddAttribute("Number",
                          "Postmark's set number: files created in advance, 1 to 100000000",
                          UintegerValue(500),
                          MakeUintegerAccessor(&PostmarkProgram::m_number),
                          MakeUintegerChecker<uint32_t>(1, 100000000))
            .AddAttribute("Transactions",
                          "Postmark's set transactions: number of transactions, 0 or more",
                          UintegerValue(500),
                          MakeUintegerAccessor(&PostmarkProgram::m_transactions),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Subdirectories",
                          "Postmark's set subdirectories: number of subdirectories; none are used "
                          "unless it is at least 2",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PostmarkProgram::m_subdirectories),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Read",
                          "Postmark's set read: bytes that it reads at a time, at least 1",
                          UintegerValue(512),
                          MakeUintegerAccessor(&PostmarkProgram::m_readBlock),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Write",
                          "Postmark's set write: bytes that it writes at a time, at least 1",
                          UintegerValue(512),
                          MakeUintegerAccessor(&PostmarkProgram::m_writeBlock),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("BiasRead",
                          "Postmark's set bias read: how many of 10 transactions read a file and "
                          "do not append to one, 0 to 10; -1 for neither",
                          IntegerValue(5),
                          MakeIntegerAccessor(&PostmarkProgram::m_biasRead),
                          MakeIntegerChecker<int32_t>(-1, BIAS_RANGE))
            .AddAttribute("BiasCreate",
                          "Postmark's set bias create: how many of 10 transactions create a file "
                          "and do not delete one, 0 to 10; -1 for neither",
                          IntegerValue(5),
                          MakeIntegerAccessor(&PostmarkProgram::m_biasCreate),
                          MakeIntegerChecker<int32_t>(-1, BIAS_RANGE))
            .AddAttribute("Buffering",
                          "Postmark's set buffering: use the C library's buffered I/O, so that "
                          "read() and write() have BufferSize; if not, they have Read and Write",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PostmarkProgram::m_buffering),
                          MakeBooleanChecker())
            .AddAttribute("BufferSize",
                          "Bytes of the C library's buffer of a file, the st_blksize that the "
                          "file system tells, 128 or more",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&PostmarkProgram::m_bufferSize),
                          MakeUintegerChecker<uint64_t>(128));
    return tid;
}

PostmarkProgram::PostmarkProgram()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

int64_t
PostmarkProgram::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

const PostmarkProgram::Counts&
PostmarkProgram::GetCounts() const
{
    return m_counts;
}

void
PostmarkProgram::CheckAttributes()
{
    if (m_sizeHigh < m_sizeLow)
    {
        Reject("SizeHigh is " + std::to_string(m_sizeHigh) + ", less than SizeLow, " +
               std::to_string(m_sizeLow));
    }
    m_table = PostmarkFileTable(m_number * 2);
}

bool
PostmarkProgram::EndsOnError() const
{
    return false;
}

bool
PostmarkProgram::Plan(FileProcess& process)
{
    process.UsePattern(true);
    uint32_t parts = 0;
    switch (m_state)
    {
    case State::MAKE_SUBDIRECTORIES:
    case State::REMOVE_SUBDIRECTORIES:
        parts = GetNSubdirectories();
        break;
    case State::CREATE:
        parts = m_number;
        break;
    case State::TRANSACTIONS:
        parts = m_outOfFiles ? m_done : m_transactions;
        break;
    case State::DELETE:
        parts = m_table.GetNSlots();
        break;
    case State::ENDED:
        return false;
    }
    if (m_done < parts)
    {
        PlanPart(process);
        ++m_done;
    }
    else
    {
        GoOn(process);
    }
    return true;
}

void
PostmarkProgram::GoOn(FileProcess& process)
{
    m_state = static_cast<State>(static_cast<uint8_t>(m_state) + 1);
    m_done = 0;
    switch (m_state)
    {
    case State::CREATE:
        process.BeginPhase("create");
        break;
    case State::TRANSACTIONS:
        process.BeginPhase("transactions");
        break;
    case State::DELETE:
        process.BeginPhase("delete");
        break;
    default:
        process.EndPhase();
        break;
    }
}

void
PostmarkProgram::PlanPart(FileProcess& process)
{
    switch (m_state)
    {
    case State::MAKE_SUBDIRECTORIES:
        process.OnPath(FileOperation::MAKE_DIRECTORY, GetSubdirectory(m_done));
        break;
    case State::CREATE:
        PlanCreate(process);
        ++m_counts.createdInAdvance;
        break;
    case State::TRANSACTIONS:
        PlanTransaction(process);
        break;
    case State::DELETE:
        if (m_table.Get(m_done).bytes > 0)
        {
            PlanDelete(process, m_done);
        }
        break;
    default:
        process.OnPath(FileOperation::REMOVE_DIRECTORY, GetSubdirectory(m_done));
        break;
    }
}

void
PostmarkProgram::PlanTransaction(FileProcess& process)
{
    m_outOfFiles = m_table.GetNFiles() == 0;
    if (m_outOfFiles)
    {
        NS_LOG_INFO("out of files after " << m_counts.transactions << " transactions");
        return;
    }
    ++m_counts.transactions;
    if (m_biasRead >= 0)
    {
        const bool reads = static_cast<int32_t>(Draw(BIAS_RANGE)) < m_biasRead;
        auto& file = m_table.Get(DrawUsedSlot());
        if (reads)
        {
            PlanRead(process, file);
        }
        else
        {
            PlanAppend(process, file);
        }
    }
    if (m_biasCreate >= 0)
    {
        if (static_cast<int32_t>(Draw(BIAS_RANGE)) < m_biasCreate)
        {
            PlanCreate(process);
        }
        else
        {
            PlanDelete(process, DrawUsedSlot());
        }
    }
}

void
PostmarkProgram::PlanCreate(FileProcess& process)
{
    if (m_table.IsFull())
    {
        return;
    }
    PostmarkFile file;
    file.subdirectory = GetNSubdirectories() > 0 ? Draw(m_subdirectories) : 0;
    file.number = ++m_counts.created;
    file.bytes = m_sizeLow + Draw(m_sizeHigh - m_sizeLow);
    m_table.Add(file);
    FileOpenFlags flags;
    flags.create = true;
    flags.truncate = m_buffering;
    process.Open(WORK_FILE_NUMBER, GetFilePath(file), flags);
    PlanBlocks(process, 0, file.bytes);
}

void
PostmarkProgram::PlanRead(FileProcess& process, const PostmarkFile& file)
{
    process.Open(WORK_FILE_NUMBER, GetFilePath(file));
    if (m_buffering)
    {
        StdioBuffer(m_bufferSize).Read(process, WORK_FILE_NUMBER, file.bytes, m_readBlock);
    }
    else
    {
        process.Read(WORK_FILE_NUMBER, 0, file.bytes, m_readBlock);
    }
    process.OnDescriptor(FileOperation::CLOSE, WORK_FILE_NUMBER);
}

void
PostmarkProgram::PlanAppend(FileProcess& process, PostmarkFile& file)
{
    if (file.bytes >= m_sizeHigh)
    {
        return;
    }
    FileOpenFlags flags;
    flags.create = m_buffering;
    flags.append = true;
    process.Open(WORK_FILE_NUMBER, GetFilePath(file), flags);
    const auto bytes = Draw(m_sizeHigh - file.bytes) + 1;
    PlanBlocks(process, file.bytes, bytes);
    file.bytes += bytes;
}

void
PostmarkProgram::PlanBlocks(FileProcess& process, uint64_t offset, uint64_t bytes)
{
    if (m_buffering)
    {
        StdioBuffer(m_bufferSize).Write(process, WORK_FILE_NUMBER, offset, bytes, m_writeBlock);
    }
    else
    {
        process.Write(WORK_FILE_NUMBER, offset, bytes, m_writeBlock);
    }
    process.OnDescriptor(FileOperation::CLOSE, WORK_FILE_NUMBER);
}

void
PostmarkProgram::PlanDelete(FileProcess& process, uint32_t slot)
{
    process.OnPath(FileOperation::UNLINK, GetFilePath(m_table.Get(slot)));
    m_table.Remove(slot);
}

void
PostmarkProgram::Completed(const FileProcess&, const FileRequest& request)
{
    if (request.status != FileStatus::OK)
    {
        return;
    }
    if (request.operation == FileOperation::OPEN)
    {
        m_counts.appended += request.flags.append;
        m_counts.read += !request.flags.append && !request.flags.create;
    }
    else if (request.operation == FileOperation::UNLINK)
    {
        ++m_counts.deleted;
        m_counts.deletedAfterwards += m_state == State::DELETE;
    }
}

uint32_t
PostmarkProgram::Draw(uint32_t limit)
{
    return limit == 0 ? 0 : m_random->GetInteger(0, limit - 1);
}

uint32_t
PostmarkProgram::DrawUsedSlot()
{
    return m_table.GetUsedSlot(Draw(m_table.GetNFiles()));
}

uint32_t
PostmarkProgram::GetNSubdirectories() const
{
    return m_subdirectories > 1 ? m_subdirectories : 0;
}

std::string
PostmarkProgram::GetSubdirectory(uint32_t number) const
{
    return GetPath("s" + std::to_string(number));
}

std::string
PostmarkProgram::GetFilePath(const PostmarkFile& file) const
{
    const auto name = std::to_string(file.number);
    return GetNSubdirectories() == 0 ? GetPath(name)
                                     : GetSubdirectory(file.subdirectory) + "/" + name;
}

double
PostmarkProgram::GetTotalSeconds() const
{
    const auto begin = GetPhase("create").begin;
    const auto end =
        std::max({GetPhase("create").end, GetPhase("transactions").end, GetPhase("delete").end});
    return (end - begin).GetSeconds();
}

void
PostmarkProgram::AddResults(std::vector<FileProgramResult>& results) const
{
    const auto& transactions = GetPhase("transactions");
    const auto total = GetTotalSeconds();
    const auto add = [&](const char* name, const char* unit, double value) {
        results.push_back({name, unit, {value}});
    };
    const auto perSecond = [total](double amount) { return total > 0 ? amount / total : 0; };
    add("total", "s", total);
    add("transaction_time", "s", transactions.GetSeconds());
    add("transactions", "", m_counts.transactions);
    add("transaction_rate", "1/s", transactions.GetRate(m_counts.transactions));
    add("files_created", "", m_counts.created);
    add("creation_rate", "1/s", GetPhase("create").GetRate(m_counts.createdInAdvance));
    add("files_read", "", m_counts.read);
    add("file_read_rate", "1/s", transactions.GetRate(m_counts.read));
    add("files_appended", "", m_counts.appended);
    add("append_rate", "1/s", transactions.GetRate(m_counts.appended));
    add("files_deleted", "", m_counts.deleted);
    add("deletion_rate", "1/s", GetPhase("delete").GetRate(m_counts.deletedAfterwards));
    add("read_rate", "bytes/s", perSecond(static_cast<double>(GetBytesRead())));
    add("write_rate", "bytes/s", perSecond(static_cast<double>(GetBytesWritten())));
}

void
PostmarkProgram::Report(std::ostream& os) const
{
    if (m_outOfFiles)
    {
        os << "out of files!\nFor this workload, either increase the number of files or\n"
              "decrease the number of transactions.\n";
        return;
    }
    const auto total = CountSeconds(GetTotalSeconds());
    const auto middle = CountSeconds(GetPhase("transactions").GetSeconds());
    const auto line = [&os](const char* indent, uint64_t count, const char* what, uint64_t time) {
        os << indent << count << " " << what << " (" << count / time << " per second)\n";
    };
    const auto& counts = m_counts;
    os << "Time:\n\t" << total << " seconds total\n\t" << middle << " seconds of transactions ("
       << counts.transactions / middle << " per second)\n\nFiles:\n";
    line("\t", counts.created, "created", total);
    line("\t\tCreation alone: ",
         counts.createdInAdvance,
         "files",
         CountSeconds(GetPhase("create").GetSeconds()));
    line("\t\tMixed with transactions: ",
         counts.created - counts.createdInAdvance,
         "files",
         middle);
    line("\t", counts.read, "read", middle);
    line("\t", counts.appended, "appended", middle);
    line("\t", counts.deleted, "deleted", total);
    line("\t\tDeletion alone: ",
         counts.deletedAfterwards,
         "files",
         CountSeconds(GetPhase("delete").GetSeconds()));
    line("\t\tMixed with transactions: ",
         counts.deleted - counts.deletedAfterwards,
         "files",
         middle);
    const auto read = static_cast<double>(GetBytesRead());
    const auto written = static_cast<double>(GetBytesWritten());
    os << "\nData:\n\t" << ScaleBytes(read) << " read (" << ScaleBytes(read / total)
       << " per second)\n\t" << ScaleBytes(written) << " written (" << ScaleBytes(written / total)
       << " per second)\n";
}

} // namespace ns3

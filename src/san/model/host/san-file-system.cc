/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-file-system.h"

#include "ns3/log.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanFileSystem");

SanFileSystem::SanFileSystem(Ptr<Node> node,
                             Ptr<BlockDevice> drive,
                             Ptr<PageCache> cache,
                             Ptr<ExtentFileSystem> fileSystem,
                             Ptr<FileProgram> preparation)
    : m_node(node),
      m_drive(drive),
      m_cache(cache),
      m_fileSystem(fileSystem),
      m_preparation(preparation)
{
}

void
SanFileSystem::Make(Listener ended)
{
    m_ended = ended;
    m_drive->CallWhenReady(MakeCallback(&SanFileSystem::Format, this));
}

Ptr<BlockDevice>
SanFileSystem::GetDrive() const
{
    return m_drive;
}

Ptr<PageCache>
SanFileSystem::GetCache() const
{
    return m_cache;
}

Ptr<ExtentFileSystem>
SanFileSystem::GetFileSystem() const
{
    return m_fileSystem;
}

void
SanFileSystem::Format()
{
    NS_LOG_INFO("drive ready: the file system is made");
    m_fileSystem->Format(MakeCallback(&SanFileSystem::Mount, this));
}

void
SanFileSystem::Mount(FileStatus status)
{
    if (Check(status, m_preparation ? "could not be made" : "could not be unmounted"))
    {
        m_fileSystem->Mount(MakeCallback(&SanFileSystem::Mounted, this));
    }
}

void
SanFileSystem::Mounted(FileStatus status)
{
    if (!Check(status, "could not be mounted"))
    {
        return;
    }
    if (!m_preparation)
    {
        m_ended("");
        return;
    }
    m_preparation->TraceConnectWithoutContext("Finished",
                                              MakeCallback(&SanFileSystem::Prepared, this));
    m_node->AddApplication(m_preparation);
}

void
SanFileSystem::Prepared()
{
    NS_LOG_INFO("files prepared: the file system is mounted anew");
    m_preparation = nullptr;
    m_fileSystem->Unmount(MakeCallback(&SanFileSystem::Mount, this));
}

void
SanFileSystem::WriteBack(Listener ended)
{
    NS_LOG_INFO("everything is written back");
    m_ended = ended;
    const auto request = Create<FileRequest>(FileOperation::SYNC_ALL);
    request->completion = MakeCallback(&SanFileSystem::WrittenBack, this);
    m_fileSystem->Submit(request);
}

void
SanFileSystem::WrittenBack(Ptr<FileRequest> request)
{
    if (Check(request->status, "could not be written back"))
    {
        m_ended("");
    }
}

bool
SanFileSystem::Check(FileStatus status, const std::string& step)
{
    if (status == FileStatus::OK)
    {
        return true;
    }
    std::ostringstream text;
    text << "the file system " << step << ": " << status;
    NS_LOG_WARN(text.str());
    m_ended(text.str());
    return false;
}

} // namespace ns3

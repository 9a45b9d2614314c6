#pragma once

// Unix sockets that only this user can reach, at paths of any length. None of them blocks.

#include <optional>
#include <string>

#include "base/files/files.h"
#include "base/process/process.h"
#include "base/result.h"

namespace paisql {

// A socket that listens at the path. What is there is removed: whoever listens has to know that
// nobody else does.
Result<Descriptor> ListenAtUnix(const std::string& path, int backlog);
// nullopt when nobody listens there, or too many others wait to be taken.
std::optional<Descriptor> ConnectToUnix(const std::string& path);
// The next one who waits; not open when there is none to take.
Descriptor AcceptOne(const Descriptor& listener);

// The process that has connected, or the one that listens, whichever is the other side; one of no
// pid when the kernel does not say.
ProcessIdentity PeerOf(const Descriptor& socket);

}  // namespace paisql

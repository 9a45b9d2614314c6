#pragma once

// Requests about paths of volumes that are trees of folders, which the header
// x-odps-volume-fs-path names.

#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

Answer GetFsMeta(const Call& call, Service& service);
Answer ListFsObjects(const Call& call, Service& service);
Answer MoveFsObject(const Call& call, Service& service);
Answer DeleteFsObject(const Call& call, Service& service);
// Bytes of a file, which the header Range names, in chunks (chunks.h).
Answer ReadFsFile(const Call& call, Service& service);
// Makes a folder that the body names, or takes a file's chunks, which CommitFsFile puts under its
// name.
Answer PostToVolume(const Call& call, Service& service);
Answer CommitFsFile(const Call& call, Service& service);

}  // namespace paisql::rest

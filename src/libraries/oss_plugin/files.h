#pragma once

// Files of buckets that are folders.

#include <string>

#include "libraries/oss_plugin/open_files.h"

namespace paisql::oss {

// Sets the TensorFlow status that fits an errno, with the path that the caller used.
void SetErrno(TF_Status* status, int error, const std::string& path);

// Makes the folders above a local path. OSS has no folders, so every path can be written at once.
// False, with errno set, when it cannot be done.
bool MakeParents(const std::string& path);

// Opens for TF_WritableFile; `append` keeps what is there. The uri is for messages.
void OpenWritable(const std::string& path, const char* uri, bool append, TF_WritableFile* file,
                  TF_Status* status);
// The same for a file that appears when it is closed (libraries/oss_plugin/landing_file.h).
void OpenLanding(const std::string& path, const char* uri, TF_WritableFile* file,
                 TF_Status* status);
void OpenRandomAccess(const std::string& path, const char* uri, TF_RandomAccessFile* file,
                      TF_Status* status);
void OpenMemoryRegion(const std::string& path, const char* uri, TF_ReadOnlyMemoryRegion* region,
                      TF_Status* status);

}  // namespace paisql::oss

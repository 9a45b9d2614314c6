#pragma once

// The operations that open a file, and the one that carries an object from one bucket to another.

#include "libraries/oss_plugin/open_files.h"

namespace paisql::oss {

void NewRandomAccessFile(const TF_Filesystem* filesystem, const char* uri,
                         TF_RandomAccessFile* file, TF_Status* status);
void NewWritableFile(const TF_Filesystem* filesystem, const char* uri, TF_WritableFile* file,
                     TF_Status* status);
void NewAppendableFile(const TF_Filesystem* filesystem, const char* uri, TF_WritableFile* file,
                       TF_Status* status);
void NewMemoryRegion(const TF_Filesystem* filesystem, const char* uri,
                     TF_ReadOnlyMemoryRegion* region, TF_Status* status);

// By reading and writing; the source stays. The target is there as a whole or not at all.
void Carry(const TF_Filesystem* filesystem, const char* source, const char* target,
           TF_Status* status);

}  // namespace paisql::oss

#pragma once

// The files that are open in the plugin, wherever they lie, and the tables of functions by which
// TensorFlow calls it. Statuses come set.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "tensorflow/c/experimental/filesystem/filesystem_interface.h"

namespace paisql::oss {

class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  // Bytes that were read, TF_OUT_OF_RANGE where they are fewer than asked for; -1 for an error.
  // From any thread.
  virtual int64_t Read(uint64_t offset, size_t count, char* buffer, TF_Status* status) = 0;
};

class WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual void Append(const char* bytes, size_t count, TF_Status* status) = 0;
  virtual int64_t Tell() const = 0;
  virtual void Flush(TF_Status* status) = 0;
  virtual void Sync(TF_Status* status) = 0;
  virtual void Close(TF_Status* status) = 0;  // once, and no call after it
  // Instead of Close: what was written is not wanted.
  virtual void Abandon() {}
};

// An object as a whole.
class MemoryRegion {
 public:
  virtual ~MemoryRegion() = default;
  virtual const void* data() const = 0;
  virtual size_t size() const = 0;
};

void Give(std::unique_ptr<ReadableFile> open, TF_RandomAccessFile* file);
void Give(std::unique_ptr<WritableFile> open, TF_WritableFile* file);
void Give(std::unique_ptr<MemoryRegion> open, TF_ReadOnlyMemoryRegion* region);

TF_RandomAccessFileOps RandomAccessFileOps();
TF_WritableFileOps WritableFileOps();
TF_ReadOnlyMemoryRegionOps MemoryRegionOps();

}  // namespace paisql::oss

#include "libraries/oss_plugin/open_files.h"

#include "libraries/oss_plugin/status.h"

namespace paisql::oss {

namespace {

// TensorFlow calls close and then cleanup, and flush even after close: plugin_file may be null by
// then.
WritableFile* Get(const TF_WritableFile* file) {
  return static_cast<WritableFile*>(file->plugin_file);
}

void Closed(TF_Status* status) { SetStatus(status, TF_FAILED_PRECONDITION, "the file is closed"); }

int64_t Read(const TF_RandomAccessFile* file, uint64_t offset, size_t count, char* buffer,
             TF_Status* status) {
  auto* open = static_cast<ReadableFile*>(file->plugin_file);
  if (open != nullptr) return open->Read(offset, count, buffer, status);
  Closed(status);
  return -1;
}

void CleanupReadable(TF_RandomAccessFile* file) {
  const std::unique_ptr<ReadableFile> open(static_cast<ReadableFile*>(file->plugin_file));
  file->plugin_file = nullptr;
}

void Append(const TF_WritableFile* file, const char* bytes, size_t count, TF_Status* status) {
  if (WritableFile* open = Get(file)) return open->Append(bytes, count, status);
  Closed(status);
}

int64_t Tell(const TF_WritableFile* file, TF_Status* status) {
  SetStatus(status, TF_OK, "");
  if (const WritableFile* open = Get(file)) return open->Tell();
  Closed(status);
  return -1;
}

void Flush(const TF_WritableFile* file, TF_Status* status) {
  SetStatus(status, TF_OK, "");
  if (WritableFile* open = Get(file)) open->Flush(status);
}

void Sync(const TF_WritableFile* file, TF_Status* status) {
  SetStatus(status, TF_OK, "");
  if (WritableFile* open = Get(file)) open->Sync(status);
}

void CloseWritable(const TF_WritableFile* file, TF_Status* status) {
  SetStatus(status, TF_OK, "");
  const std::unique_ptr<WritableFile> open(Get(file));
  const_cast<TF_WritableFile*>(file)->plugin_file = nullptr;
  if (open != nullptr) open->Close(status);
}

void CleanupWritable(TF_WritableFile* file) {
  const std::unique_ptr<WritableFile> open(Get(file));
  file->plugin_file = nullptr;
}

void CleanupRegion(TF_ReadOnlyMemoryRegion* region) {
  const std::unique_ptr<MemoryRegion> open(
      static_cast<MemoryRegion*>(region->plugin_memory_region));
  region->plugin_memory_region = nullptr;
}

const void* RegionData(const TF_ReadOnlyMemoryRegion* region) {
  return static_cast<const MemoryRegion*>(region->plugin_memory_region)->data();
}

uint64_t RegionLength(const TF_ReadOnlyMemoryRegion* region) {
  return static_cast<const MemoryRegion*>(region->plugin_memory_region)->size();
}

}  // namespace

void Give(std::unique_ptr<ReadableFile> open, TF_RandomAccessFile* file) {
  file->plugin_file = open.release();
}

void Give(std::unique_ptr<WritableFile> open, TF_WritableFile* file) {
  file->plugin_file = open.release();
}

void Give(std::unique_ptr<MemoryRegion> open, TF_ReadOnlyMemoryRegion* region) {
  region->plugin_memory_region = open.release();
}

TF_RandomAccessFileOps RandomAccessFileOps() { return {.cleanup = CleanupReadable, .read = Read}; }

TF_WritableFileOps WritableFileOps() {
  return {.cleanup = CleanupWritable,
          .append = Append,
          .tell = Tell,
          .flush = Flush,
          .sync = Sync,
          .close = CloseWritable};
}

TF_ReadOnlyMemoryRegionOps MemoryRegionOps() {
  return {.cleanup = CleanupRegion, .data = RegionData, .length = RegionLength};
}

}  // namespace paisql::oss

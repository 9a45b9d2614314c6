#include "oss/plugin/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "oss/plugin/status.h"

namespace paisql::oss {

namespace {

struct OpenFile {
  int descriptor = -1;
  std::string uri;
  std::string buffer;   // written, but not handed to the kernel yet
  int64_t written = 0;  // bytes in the file, without the buffer

  ~OpenFile() {
    if (descriptor >= 0) close(descriptor);
  }
};

constexpr size_t kBufferBytes = 64 * 1024;

// TensorFlow calls close and then cleanup, and flush even after close: plugin_file may be null by
// then.
OpenFile* Get(const TF_WritableFile* file) { return static_cast<OpenFile*>(file->plugin_file); }

bool WriteAll(OpenFile* open, std::string_view bytes, TF_Status* status) {
  while (!bytes.empty()) {
    const ssize_t count = write(open->descriptor, bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      SetErrno(status, errno, open->uri);
      return false;
    }
    open->written += count;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

bool FlushBuffer(OpenFile* open, TF_Status* status) {
  const bool done = WriteAll(open, open->buffer, status);
  open->buffer.clear();
  return done;
}

void Append(const TF_WritableFile* file, const char* bytes, size_t count, TF_Status* status) {
  OpenFile* open = Get(file);
  if (open == nullptr) return SetStatus(status, TF_FAILED_PRECONDITION, "the file is closed");
  SetStatus(status, TF_OK, "");
  if (open->buffer.size() + count > kBufferBytes && !FlushBuffer(open, status)) return;
  if (count >= kBufferBytes) {
    WriteAll(open, {bytes, count}, status);
  } else {
    open->buffer.append(bytes, count);
  }
}

int64_t Tell(const TF_WritableFile* file, TF_Status* status) {
  OpenFile* open = Get(file);
  if (open == nullptr) {
    SetStatus(status, TF_FAILED_PRECONDITION, "the file is closed");
    return -1;
  }
  SetStatus(status, TF_OK, "");
  return open->written + static_cast<int64_t>(open->buffer.size());
}

void Flush(const TF_WritableFile* file, TF_Status* status) {
  SetStatus(status, TF_OK, "");
  if (OpenFile* open = Get(file)) FlushBuffer(open, status);
}

void Sync(const TF_WritableFile* file, TF_Status* status) {
  SetStatus(status, TF_OK, "");
  OpenFile* open = Get(file);
  if (open == nullptr || !FlushBuffer(open, status)) return;
  if (fsync(open->descriptor) != 0) SetErrno(status, errno, open->uri);
}

void CloseWritable(const TF_WritableFile* file, TF_Status* status) {
  SetStatus(status, TF_OK, "");
  const std::unique_ptr<OpenFile> open(Get(file));
  const_cast<TF_WritableFile*>(file)->plugin_file = nullptr;
  if (open == nullptr || !FlushBuffer(open.get(), status)) return;
  const int descriptor = open->descriptor;
  open->descriptor = -1;
  if (close(descriptor) != 0) SetErrno(status, errno, open->uri);
}

void CleanupWritable(TF_WritableFile* file) {
  const std::unique_ptr<OpenFile> open(Get(file));
  file->plugin_file = nullptr;
}

void CleanupRandomAccess(TF_RandomAccessFile* file) {
  const std::unique_ptr<OpenFile> open(static_cast<OpenFile*>(file->plugin_file));
  file->plugin_file = nullptr;
}

int64_t Read(const TF_RandomAccessFile* file, uint64_t offset, size_t count, char* buffer,
             TF_Status* status) {
  const auto* open = static_cast<const OpenFile*>(file->plugin_file);
  if (open == nullptr) {
    SetStatus(status, TF_FAILED_PRECONDITION, "the file is closed");
    return -1;
  }
  size_t done = 0;
  while (done < count) {
    const ssize_t got =
        pread(open->descriptor, buffer + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      SetErrno(status, errno, open->uri);
      return -1;
    }
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  // Fewer bytes than asked for is how TensorFlow learns of the end.
  if (done < count) {
    SetStatus(status, TF_OUT_OF_RANGE, "end of file");
  } else {
    SetStatus(status, TF_OK, "");
  }
  return static_cast<int64_t>(done);
}

struct Region {
  void* address = nullptr;
  size_t length = 0;

  ~Region() {
    if (length > 0) munmap(address, length);
  }
};

void CleanupRegion(TF_ReadOnlyMemoryRegion* region) {
  const std::unique_ptr<Region> mapped(static_cast<Region*>(region->plugin_memory_region));
  region->plugin_memory_region = nullptr;
}

const void* RegionData(const TF_ReadOnlyMemoryRegion* region) {
  return static_cast<const Region*>(region->plugin_memory_region)->address;
}

uint64_t RegionLength(const TF_ReadOnlyMemoryRegion* region) {
  return static_cast<const Region*>(region->plugin_memory_region)->length;
}

// A folder can be opened for reading, but it is no object.
bool OpenForReading(const std::string& path, const char* uri, OpenFile* open, struct stat* info,
                    TF_Status* status) {
  open->descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  open->uri = uri;
  if (open->descriptor < 0 || fstat(open->descriptor, info) != 0) {
    SetErrno(status, errno, uri);
    return false;
  }
  if (S_ISDIR(info->st_mode)) {
    SetErrno(status, EISDIR, uri);
    return false;
  }
  SetStatus(status, TF_OK, "");
  return true;
}

}  // namespace

void SetErrno(TF_Status* status, int error, const std::string& path) {
  TF_Code code = TF_UNKNOWN;
  switch (error) {
    case ENOENT:
      code = TF_NOT_FOUND;
      break;
    case EEXIST:
      code = TF_ALREADY_EXISTS;
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      code = TF_PERMISSION_DENIED;
      break;
    case EISDIR:
    case ENOTDIR:
    case ENOTEMPTY:
      code = TF_FAILED_PRECONDITION;
      break;
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
    case ENFILE:
      code = TF_RESOURCE_EXHAUSTED;
      break;
    case EINVAL:
    case ENAMETOOLONG:
      code = TF_INVALID_ARGUMENT;
      break;
    default:
      break;
  }
  SetStatus(status, code, (path + "; " + std::strerror(error)).c_str());
}

bool MakeParents(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    if (mkdir(path.substr(0, slash).c_str(), 0777) != 0 && errno != EEXIST) return false;
  }
  return true;
}

void OpenWritable(const std::string& path, const char* uri, bool append, TF_WritableFile* file,
                  TF_Status* status) {
  auto open = std::make_unique<OpenFile>();
  open->uri = uri;
  if (!MakeParents(path)) return SetErrno(status, errno, uri);
  open->descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0666);
  if (open->descriptor < 0) return SetErrno(status, errno, uri);
  if (append) open->written = lseek(open->descriptor, 0, SEEK_END);
  file->plugin_file = open.release();
  SetStatus(status, TF_OK, "");
}

void OpenRandomAccess(const std::string& path, const char* uri, TF_RandomAccessFile* file,
                      TF_Status* status) {
  auto open = std::make_unique<OpenFile>();
  struct stat info = {};
  if (OpenForReading(path, uri, open.get(), &info, status)) file->plugin_file = open.release();
}

void OpenMemoryRegion(const std::string& path, const char* uri, TF_ReadOnlyMemoryRegion* region,
                      TF_Status* status) {
  OpenFile open;
  struct stat info = {};
  if (!OpenForReading(path, uri, &open, &info, status)) return;
  auto mapped = std::make_unique<Region>();
  if (info.st_size > 0) {
    void* address = mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ, MAP_PRIVATE,
                         open.descriptor, 0);
    if (address == MAP_FAILED) return SetErrno(status, errno, uri);
    mapped->address = address;
    mapped->length = static_cast<size_t>(info.st_size);
  }
  region->plugin_memory_region = mapped.release();
}

TF_RandomAccessFileOps RandomAccessFileOps() {
  return {.cleanup = CleanupRandomAccess, .read = Read};
}

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

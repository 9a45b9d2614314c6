#include "libraries/oss_plugin/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "libraries/oss_plugin/landing_file.h"
#include "libraries/oss_plugin/status.h"

namespace paisql::oss {

namespace {

constexpr size_t kBufferBytes = 64 * 1024;

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return value_; }
  int Release() { return std::exchange(value_, -1); }

 private:
  int value_;
};

class LocalReadable : public ReadableFile {
 public:
  LocalReadable(int descriptor, std::string uri) : file_(descriptor), uri_(std::move(uri)) {}

  int64_t Read(uint64_t offset, size_t count, char* buffer, TF_Status* status) override {
    size_t done = 0;
    while (done < count) {
      const ssize_t got =
          pread(file_.get(), buffer + done, count - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) {
        SetErrno(status, errno, uri_);
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

 private:
  const Descriptor file_;
  const std::string uri_;
};

class LocalWritable : public WritableFile {
 public:
  LocalWritable(int descriptor, std::string uri, int64_t written)
      : file_(descriptor), uri_(std::move(uri)), written_(written) {}

  // A script that closes nothing has what it wrote all the same, as of a local file.
  ~LocalWritable() override {
    if (file_.get() >= 0) (void)WriteAll(buffer_);
  }

  void Append(const char* bytes, size_t count, TF_Status* status) override {
    SetStatus(status, TF_OK, "");
    if (buffer_.size() + count > kBufferBytes && !FlushBuffer(status)) return;
    if (count < kBufferBytes) {
      buffer_.append(bytes, count);
    } else if (!WriteAll({bytes, count})) {
      SetErrno(status, errno, uri_);
    }
  }

  int64_t Tell() const override { return written_ + static_cast<int64_t>(buffer_.size()); }

  void Flush(TF_Status* status) override { FlushBuffer(status); }

  void Sync(TF_Status* status) override {
    if (FlushBuffer(status) && fsync(file_.get()) != 0) SetErrno(status, errno, uri_);
  }

  void Close(TF_Status* status) override {
    if (!FlushBuffer(status)) return;
    if (close(file_.Release()) != 0) SetErrno(status, errno, uri_);
  }

 private:
  bool WriteAll(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = write(file_.get(), bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return false;
      written_ += count;
      bytes.remove_prefix(static_cast<size_t>(count));
    }
    return true;
  }

  bool FlushBuffer(TF_Status* status) {
    const bool done = WriteAll(buffer_);
    if (!done) SetErrno(status, errno, uri_);
    buffer_.clear();
    return done;
  }

  Descriptor file_;
  const std::string uri_;
  std::string buffer_;  // written, but not handed to the kernel yet
  int64_t written_;     // bytes in the file, without the buffer
};

class LandingWritable : public WritableFile {
 public:
  LandingWritable(const std::string& path, std::string uri) : file_(path), uri_(std::move(uri)) {}

  bool Open(TF_Status* status) { return Told(file_.Open(0666), status); }

  void Append(const char* bytes, size_t count, TF_Status* status) override {
    if (Told(file_.Append(bytes, count), status)) written_ += static_cast<int64_t>(count);
  }
  int64_t Tell() const override { return written_; }
  void Flush(TF_Status* status) override { SetStatus(status, TF_OK, ""); }
  void Sync(TF_Status* status) override { SetStatus(status, TF_OK, ""); }
  void Close(TF_Status* status) override { Told(file_.Land(), status); }

 private:
  bool Told(int error, TF_Status* status) const {
    SetStatus(status, TF_OK, "");
    if (error != 0) SetErrno(status, error, uri_);
    return error == 0;
  }

  LandingFile file_;
  const std::string uri_;
  int64_t written_ = 0;
};

class MappedRegion : public MemoryRegion {
 public:
  MappedRegion(void* address, size_t size) : address_(address), size_(size) {}
  ~MappedRegion() override {
    if (size_ > 0) munmap(address_, size_);
  }
  MappedRegion(const MappedRegion&) = delete;
  MappedRegion& operator=(const MappedRegion&) = delete;

  const void* data() const override { return address_; }
  size_t size() const override { return size_; }

 private:
  void* address_;
  size_t size_;
};

// A descriptor, or -1 with the status set. A folder can be opened for reading, but it is not an
// object.
int OpenForReading(const std::string& path, const char* uri, struct stat* info, TF_Status* status) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0 || fstat(file.get(), info) != 0) {
    SetErrno(status, errno, uri);
    return -1;
  }
  if (S_ISDIR(info->st_mode)) {
    SetErrno(status, EISDIR, uri);
    return -1;
  }
  SetStatus(status, TF_OK, "");
  return file.Release();
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
  if (!MakeParents(path)) return SetErrno(status, errno, uri);
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0666);
  if (descriptor < 0) return SetErrno(status, errno, uri);
  const int64_t written = append ? lseek(descriptor, 0, SEEK_END) : 0;
  Give(std::unique_ptr<WritableFile>(std::make_unique<LocalWritable>(descriptor, uri, written)),
       file);
  SetStatus(status, TF_OK, "");
}

void OpenLanding(const std::string& path, const char* uri, TF_WritableFile* file,
                 TF_Status* status) {
  auto landing = std::make_unique<LandingWritable>(path, uri);
  if (landing->Open(status)) Give(std::unique_ptr<WritableFile>(std::move(landing)), file);
}

void OpenRandomAccess(const std::string& path, const char* uri, TF_RandomAccessFile* file,
                      TF_Status* status) {
  struct stat info = {};
  const int descriptor = OpenForReading(path, uri, &info, status);
  if (descriptor < 0) return;
  Give(std::unique_ptr<ReadableFile>(std::make_unique<LocalReadable>(descriptor, uri)), file);
}

void OpenMemoryRegion(const std::string& path, const char* uri, TF_ReadOnlyMemoryRegion* region,
                      TF_Status* status) {
  struct stat info = {};
  const Descriptor file(OpenForReading(path, uri, &info, status));
  if (file.get() < 0) return;
  const auto size = static_cast<size_t>(info.st_size);
  void* address = nullptr;
  if (size > 0) address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (address == MAP_FAILED) return SetErrno(status, errno, uri);
  Give(std::unique_ptr<MemoryRegion>(std::make_unique<MappedRegion>(address, size)), region);
}

}  // namespace paisql::oss

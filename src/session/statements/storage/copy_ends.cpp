#include "session/statements/storage/copy_ends.h"

#include <unistd.h>

#include <cerrno>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/files/source_file.h"
#include "base/result.h"
#include "session/statements/storage/oss_place.h"

namespace paisql::session {

namespace {

class FileSource : public CopySource {
 public:
  FileSource(Descriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  Result<size_t> Read(char* bytes, size_t count) override {
    while (true) {
      const ssize_t got = read(file_.get(), bytes, count);
      if (got >= 0) return static_cast<size_t>(got);
      if (errno != EINTR) return FileError("read", path_, errno);
    }
  }

 private:
  Descriptor file_;
  std::string path_;
};

class StoredSource : public CopySource {
 public:
  StoredSource(std::unique_ptr<oss::StoreReader> reader, const SourceRange& range)
      : reader_(std::move(reader)), range_(range) {}

  Result<size_t> Read(char* bytes, size_t count) override {
    size_t done = 0;
    PAISQL_TRY(PlaceStatus(reader_->Read(at_, count, bytes, &done), range_));
    at_ += done;
    return done;
  }

 private:
  std::unique_ptr<oss::StoreReader> reader_;
  SourceRange range_;
  uint64_t at_ = 0;
};

class FileTarget : public CopyTarget {
 public:
  FileTarget(std::unique_ptr<NewFile> file, const SourceRange& range)
      : file_(std::move(file)), range_(range) {}

  Status Write(std::string_view bytes) override { return Placed(file_->Write(bytes)); }
  Status Finish() override { return Placed(file_->Finish()); }

 private:
  Status Placed(Status status) const {
    PAISQL_TRY_AT(range_, std::move(status));
    return Status::Ok();
  }

  std::unique_ptr<NewFile> file_;
  SourceRange range_;
};

class StoredTarget : public CopyTarget {
 public:
  StoredTarget(std::unique_ptr<oss::StoreWriter> writer, const SourceRange& range)
      : writer_(std::move(writer)), range_(range) {}

  Status Write(std::string_view bytes) override {
    return PlaceStatus(writer_->Append(bytes.data(), bytes.size()), range_);
  }
  Status Finish() override { return PlaceStatus(writer_->Close(), range_); }

 private:
  std::unique_ptr<oss::StoreWriter> writer_;
  SourceRange range_;
};

}  // namespace

Result<std::unique_ptr<CopySource>> OpenSource(const CopyEnd& end) {
  std::unique_ptr<CopySource> source;
  if (end.store != nullptr) {
    std::unique_ptr<oss::StoreReader> reader;
    PAISQL_TRY(PlaceStatus(end.store->OpenReader(end.path, &reader), end.range));
    source = std::make_unique<StoredSource>(std::move(reader), end.range);
    return source;
  }
  PAISQL_ASSIGN_AT(end.range, Descriptor file, OpenRegular(end.path));
  source = std::make_unique<FileSource>(std::move(file), end.path);
  return source;
}

Result<std::unique_ptr<CopyTarget>> OpenTarget(const CopyEnd& end, std::stop_token stop) {
  std::unique_ptr<CopyTarget> target;
  if (end.store != nullptr) {
    std::unique_ptr<oss::StoreWriter> writer;
    PAISQL_TRY(PlaceStatus(end.store->OpenWriter(end.path, false, &writer), end.range));
    target = std::make_unique<StoredTarget>(std::move(writer), end.range);
    return target;
  }
  PAISQL_TRY_AT(end.range, MakeFolders(ParentFolder(end.path)));
  PAISQL_ASSIGN_AT(end.range, std::unique_ptr<NewFile> file,
                   NewFile::Open(end.path, NewFileKind::kOfUser, std::move(stop)));
  target = std::make_unique<FileTarget>(std::move(file), end.range);
  return target;
}

}  // namespace paisql::session

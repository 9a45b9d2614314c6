#include "script/destination/targets.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/files/umask.h"

namespace paisql::script {

namespace {

constexpr int kLookMs = 50;  // how soon an interruption is noticed

Error Interrupted() { return {ErrorCode::kInstanceCancelled, "interrupted", {}, ""}; }

// A FIFO is waited for until somebody reads it.
Result<Descriptor> OpenToAppend(const std::string& path, const std::stop_token& stop) {
  constexpr mode_t kReadWrite = 0666;
  constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  while (!stop.stop_requested()) {
    Descriptor file(open(path.c_str(), kFlags, kReadWrite & ~UserUmask()));
    // A writer waits for room.
    if (file.open() && fcntl(file.get(), F_SETFL, O_APPEND) == 0) return file;
    const int reason = errno;
    struct stat named {};
    const bool has_no_reader =
        reason == ENXIO && stat(path.c_str(), &named) == 0 && S_ISFIFO(named.st_mode);
    if (!has_no_reader && reason != EINTR) {
      return Error{ErrorCode::kIo,
                   "cannot write " + path + ": " + std::generic_category().message(reason),
                   {},
                   "check the folder, its permissions and the free space"};
    }
    poll(nullptr, 0, kLookMs);
  }
  return Interrupted();
}

class FileOutput : public render::Output {
 public:
  explicit FileOutput(std::unique_ptr<NewFile> file) : render::Output(-1), file_(std::move(file)) {}

  Status Finish(bool succeeded, const std::stop_token& /*stop*/) override {
    return succeeded ? file_->Finish() : Status::Ok();
  }

 protected:
  Status Write(std::string_view bytes) override { return file_->Write(bytes); }

 private:
  std::unique_ptr<NewFile> file_;
};

class AppendOutput : public render::Output {
 public:
  AppendOutput(Descriptor file, off_t size)
      : render::Output(file.get()), file_(std::move(file)), size_(size) {}

  Status Finish(bool succeeded, const std::stop_token& /*stop*/) override {
    // Not of a device or a pipe, which says no.
    if (!succeeded) (void)!ftruncate(file_.get(), size_);
    return Status::Ok();
  }

 private:
  Descriptor file_;
  off_t size_;  // before
};

class CommandOutput : public render::Output {
 public:
  CommandOutput(std::string command, std::unique_ptr<ChildCommand> child)
      : render::Output(child->descriptor()),
        command_(std::move(command)),
        child_(std::move(child)) {}

  bool left() const override { return closed() || child_->ended(); }

  Status Finish(bool /*succeeded*/, const std::stop_token& stop) override {
    const int status = child_->Close(stop);
    if (status == 0) return Status::Ok();
    if (stop.stop_requested() && status == kEndedByUs) return Interrupted();
    return Error{ErrorCode::kIo,
                 "the command " + command_ + " ended with status " + std::to_string(status),
                 {},
                 ""};
  }

 protected:
  Status Write(std::string_view bytes) override {
    if (left()) return Status::Ok();
    const Status written = render::Output::Write(bytes);
    return closed() ? Status::Ok() : written;
  }

 private:
  std::string command_;
  std::unique_ptr<ChildCommand> child_;
};

}  // namespace

Result<std::unique_ptr<render::Output>> OpenFileTarget(const std::string& path,
                                                       const std::stop_token& stop) {
  PAISQL_ASSIGN(std::unique_ptr<NewFile> file, NewFile::Open(path, NewFileKind::kOfUser, stop));
  return std::unique_ptr<render::Output>(std::make_unique<FileOutput>(std::move(file)));
}

Result<std::unique_ptr<render::Output>> OpenAppendTarget(const std::string& path,
                                                         const std::stop_token& stop) {
  PAISQL_ASSIGN(Descriptor file, OpenToAppend(path, stop));
  struct stat opened {};
  if (fstat(file.get(), &opened) != 0) return FileError("write", path, errno);
  return std::unique_ptr<render::Output>(
      std::make_unique<AppendOutput>(std::move(file), opened.st_size));
}

Result<std::unique_ptr<render::Output>> OpenCommandTarget(const std::string& command,
                                                          std::function<void()> on_end) {
  PAISQL_ASSIGN(std::unique_ptr<ChildCommand> child,
                ChildCommand::Start(command, std::move(on_end)));
  return std::unique_ptr<render::Output>(
      std::make_unique<CommandOutput>(command, std::move(child)));
}

}  // namespace paisql::script

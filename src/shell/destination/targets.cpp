#include "shell/destination/targets.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/system/umask.h"

namespace paisql::shell {

namespace {

class FileOutput : public Output {
 public:
  explicit FileOutput(std::unique_ptr<NewFile> file) : Output(-1), file_(std::move(file)) {}

  Status Finish(bool succeeded) override { return succeeded ? file_->Finish() : Status::Ok(); }

 protected:
  Status Write(std::string_view bytes) override { return file_->Write(bytes); }

 private:
  std::unique_ptr<NewFile> file_;
};

class AppendOutput : public Output {
 public:
  AppendOutput(Descriptor file, off_t size)
      : Output(file.get()), file_(std::move(file)), size_(size) {}

  Status Finish(bool succeeded) override {
    // Not of a device or a pipe, which says no.
    if (!succeeded) (void)!ftruncate(file_.get(), size_);
    return Status::Ok();
  }

 private:
  Descriptor file_;
  off_t size_;  // before
};

class CommandOutput : public Output {
 public:
  CommandOutput(std::string command, std::unique_ptr<ChildCommand> child)
      : Output(child->descriptor()), command_(std::move(command)), child_(std::move(child)) {}

  bool left() const override { return closed() || child_->ended(); }

  Status Finish(bool /*succeeded*/) override {
    const int status = child_->Close();
    if (status == 0) return Status::Ok();
    return Error{ErrorCode::kIo,
                 "the command " + command_ + " ended with status " + std::to_string(status),
                 {},
                 ""};
  }

 protected:
  Status Write(std::string_view bytes) override {
    if (left()) return Status::Ok();
    const Status written = Output::Write(bytes);
    return closed() ? Status::Ok() : written;
  }

 private:
  std::string command_;
  std::unique_ptr<ChildCommand> child_;
};

}  // namespace

Result<std::unique_ptr<Output>> OpenFileTarget(const std::string& path) {
  PAISQL_ASSIGN(std::unique_ptr<NewFile> file, NewFile::Open(path, NewFileKind::kOfUser));
  return std::unique_ptr<Output>(std::make_unique<FileOutput>(std::move(file)));
}

Result<std::unique_ptr<Output>> OpenAppendTarget(const std::string& path) {
  constexpr mode_t kReadWrite = 0666;
  const mode_t mode = kReadWrite & ~UserUmask();
  Descriptor file(open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOCTTY | O_CLOEXEC, mode));
  struct stat opened {};
  if (!file.open() || fstat(file.get(), &opened) != 0) {
    const std::string why = std::generic_category().message(errno);
    return Error{ErrorCode::kIo,
                 "cannot write " + path + ": " + why,
                 {},
                 "check the folder, its permissions and the free space"};
  }
  return std::unique_ptr<Output>(std::make_unique<AppendOutput>(std::move(file), opened.st_size));
}

Result<std::unique_ptr<Output>> OpenCommandTarget(const std::string& command,
                                                  std::function<void()> on_end) {
  PAISQL_ASSIGN(std::unique_ptr<ChildCommand> child,
                ChildCommand::Start(command, std::move(on_end)));
  return std::unique_ptr<Output>(std::make_unique<CommandOutput>(command, std::move(child)));
}

}  // namespace paisql::shell

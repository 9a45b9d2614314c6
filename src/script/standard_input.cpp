#include "script/standard_input.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files/files.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"

namespace paisql::script {

namespace {

constexpr size_t kReadBytes = 1UL << 16;
// More than the longest statement with what arrives before it is looked at.
constexpr size_t kMostUnread = 256UL << 20;

bool HasMore(int descriptor) {
  pollfd waited = {descriptor, POLLIN, 0};
  return poll(&waited, 1, 0) > 0;
}

bool IsWhole(const syntax::StatementText& statement, const std::string& text) {
  if (!statement.ending.empty()) {
    return text.find('\n', statement.ending_offset) != std::string::npos;
  }
  return syntax::IsComplete(std::string_view(text).substr(statement.offset));
}

}  // namespace

bool StatementReader::TakeTerminated(std::vector<syntax::StatementText>& statements) {
  statements = syntax::SplitStatements(text_);
  // Only the last one may lack its semicolon, or the end of the line of what ends it.
  if (!statements.empty() && !IsWhole(statements.back(), text_)) statements.pop_back();
  if (statements.empty()) {
    look_again_ = 2 * text_.size();
    return false;
  }
  // The semicolon stays in front of the rest: a '#' after it does not begin a line.
  const syntax::StatementText& last = statements.back();
  const size_t end =
      last.ending.empty() ? last.offset + last.text.size() : text_.find('\n', last.ending_offset);
  Place(statements);
  Drop(end);
  look_again_ = 0;
  return true;
}

void StatementReader::Place(std::vector<syntax::StatementText>& statements) const {
  for (syntax::StatementText& statement : statements) {
    if (statement.line == 1) statement.column += column_ - 1;
    statement.line += line_ - 1;
  }
}

void StatementReader::Drop(size_t bytes) {
  for (const char c : std::string_view(text_).substr(0, bytes)) {
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++column_;
    }
  }
  text_.erase(0, bytes);
}

Result<StatementReader::State> StatementReader::Next(
    std::vector<syntax::StatementText>& statements) {
  bool semicolon = false;
  char bytes[kReadBytes];
  while (true) {
    if (terminal::WaitForInputOr(descriptor_, interrupted_) != terminal::Arrival::kInput)
      return State::kInterrupted;
    const ssize_t got = read(descriptor_, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Error{ErrorCode::kIo, std::strerror(errno), {}, ""};
    if (got == 0) {
      statements = syntax::SplitStatements(text_);
      Place(statements);
      Drop(text_.size());
      return statements.empty() ? State::kEnd : State::kStatements;
    }
    const std::string_view arrived(bytes, static_cast<size_t>(got));
    text_ += arrived;
    if (text_.size() > kMostUnread) {
      return Error{ErrorCode::kIo, "no statement ends within 256 MiB", {}, ""};
    }
    // The line after a backslash may end one, too, once it is whole.
    semicolon =
        semicolon || arrived.find(';') != std::string_view::npos ||
        (arrived.find('\n') != std::string_view::npos && text_.find('\\') != std::string::npos);
    if (!semicolon) continue;
    // A long statement that arrives fast is not split anew for each piece of it.
    if (text_.size() < std::max(look_again_, kReadBytes) && HasMore(descriptor_)) continue;
    if (TakeTerminated(statements)) return State::kStatements;
    semicolon = false;
  }
}

namespace {

// Takes Ctrl-C for all pieces of the input on one thread: starting one costs as much as a small
// statement.
class PieceInterrupts {
 public:
  explicit PieceInterrupts(Runner& runner)
      : between_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), watcher_([this, &runner] {
          const std::lock_guard<std::mutex> lock(mutex_);
          if (running_) return runner.Interrupt();
          const uint64_t one = 1;
          [[maybe_unused]] const ssize_t written = write(between_.get(), &one, sizeof one);
        }) {
    if (between_.get() < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  }

  // Can be read after a Ctrl-C that came while no piece ran.
  int between() const { return between_.get(); }

  // A piece runs as long as this lives.
  class Piece {
   public:
    explicit Piece(PieceInterrupts& interrupts) : interrupts_(interrupts) { Set(true); }
    ~Piece() { Set(false); }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;

   private:
    void Set(bool running) {
      const std::lock_guard<std::mutex> lock(interrupts_.mutex_);
      interrupts_.running_ = running;
    }
    PieceInterrupts& interrupts_;
  };

 private:
  std::mutex mutex_;
  bool running_ = false;
  Descriptor between_;
  terminal::InterruptWatcher watcher_;  // uses the others
};

// Up to the end of the input, or to what ends the run before; gives the exit status.
int RunPieces(Runner& runner) {
  PieceInterrupts interrupts(runner);
  StatementReader reader(STDIN_FILENO, interrupts.between());
  std::vector<syntax::StatementText> statements;
  bool quit = false;
  bool failed = false;
  while (true) {
    const Result<StatementReader::State> state = reader.Next(statements);
    if (!state.ok()) {
      runner.CannotGoOn(
          {ErrorCode::kIo, "cannot read standard input: " + state.error().detail, {}, ""});
      return kExitUsage;
    }
    if (*state == StatementReader::State::kInterrupted) {
      runner.TellInterrupted();
      return terminal::InterruptStatus();
    }
    if (*state == StatementReader::State::kEnd) return failed ? kExitFailed : kExitDone;
    int status = kExitDone;
    {
      const PieceInterrupts::Piece piece(interrupts);
      status = runner.RunStatements(std::move(statements), quit);
    }
    // The watcher may have taken a Ctrl-C after the last statement; nobody else will see it.
    if (runner.interrupted()) {
      if (status != terminal::InterruptStatus()) runner.TellInterrupted();
      return terminal::InterruptStatus();
    }
    if (status != kExitDone && !runner.KeepsGoing()) return status;
    failed = failed || status != kExitDone;
    if (quit) return failed ? kExitFailed : kExitDone;
  }
}

}  // namespace

int RunStandardInput(Runner& runner) {
  // Between two pieces of the input Ctrl-C waits for the next look at it.
  const terminal::InterruptKeeper keeper;
  return runner.EndStream(RunPieces(runner));
}

}  // namespace paisql::script

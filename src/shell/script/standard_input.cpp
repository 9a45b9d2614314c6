#include "shell/script/standard_input.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "shell/interrupts.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

namespace {

constexpr size_t kReadBytes = 1UL << 16;

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
  // The semicolon stays in front of the rest: a '#' behind it does not begin a line.
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
    if (!WaitForInput(descriptor_)) return State::kInterrupted;
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
    // The line behind a backslash may end one, too, once it is whole.
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

// Up to the end of the input, or to what ends the run before; gives the exit status.
int RunPieces(Runner& runner) {
  StatementReader reader(STDIN_FILENO);
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
      return InterruptStatus();
    }
    if (*state == StatementReader::State::kEnd) return failed ? kExitFailed : kExitDone;
    int status = kExitDone;
    {
      // Waiting for input takes Ctrl-C itself, so the watcher lives only while statements run.
      const InterruptWatcher watcher([&runner] { runner.Interrupt(); });
      status = runner.RunStatements(std::move(statements), quit);
    }
    // The watcher may have taken a Ctrl-C behind the last statement; nobody else will see it.
    if (runner.interrupted()) {
      if (status != InterruptStatus()) runner.TellInterrupted();
      return InterruptStatus();
    }
    if (status != kExitDone && !runner.KeepsGoing()) return status;
    failed = failed || status != kExitDone;
    if (quit) return failed ? kExitFailed : kExitDone;
  }
}

}  // namespace

int RunStandardInput(Runner& runner) {
  // Between two pieces of the input Ctrl-C waits for the next look at it.
  const InterruptKeeper keeper;
  return runner.EndStream(RunPieces(runner));
}

}  // namespace paisql::shell

// Checks of `paisql doctor` about the place where a person sits.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/process/probe.h"
#include "base/text.h"
#include "script/destination/paged_output.h"
#include "terminal/terminal.h"
#include "tools/doctor/doctor_checks.h"

namespace paisql::tools {

namespace {

// The program of a command such as "LESS=-x less -SR".
std::string ProgramOf(const std::string& command) {
  for (const std::string& word : Split(command, ' ')) {
    if (word.empty() || word.find('=') != std::string::npos) continue;
    return word;
  }
  return "";
}

int AnyTerminal() {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO}) {
    if (terminal::IsTerminal(descriptor)) return descriptor;
  }
  return -1;
}

}  // namespace

Examined ExamineTimeZones(const DoctorSubject& /*subject*/, const std::stop_token& /*stop*/) {
  if (::access("/usr/share/zoneinfo/Asia/Shanghai", R_OK) == 0) {
    return {Health::kOk, "/usr/share/zoneinfo"};
  }
  return {Health::kNote,
          "/usr/share/zoneinfo is not there: SQL has zones of its own, scripts and the prompt's "
          "completion have none",
          "install the package tzdata"};
}

Examined ExamineTerminal(const DoctorSubject& /*subject*/, const std::stop_token& /*stop*/) {
  const int descriptor = AnyTerminal();
  if (descriptor < 0) return {Health::kOk, "none: no colours, progress or questions"};
  const char* name = std::getenv("TERM");
  if (!terminal::HasCursor(descriptor)) {
    return {Health::kWarning,
            fmt::format("TERM={}: no editing in place, progress or colours",
                        name == nullptr ? "(not set)" : name),
            "export TERM=xterm-256color, or what your terminal is"};
  }
  const terminal::Screen screen = terminal::ScreenOf(descriptor);
  const terminal::Charset charset = terminal::CharsetOfLocale();
  std::string found =
      fmt::format("{}, {} columns, {} rows, {}, {}", name, screen.columns, screen.rows,
                  charset == terminal::Charset::kUtf8     ? "UTF-8"
                  : charset == terminal::Charset::kUnsaid ? "no locale"
                                                          : "not UTF-8",
                  screen.color ? "colours" : "no colours (NO_COLOR)");
  if (charset != terminal::Charset::kUtf8) {
    return {charset == terminal::Charset::kOther ? Health::kWarning : Health::kNote,
            std::move(found), "export LANG=C.UTF-8 shows all characters and boxes"};
  }
  return {Health::kOk, std::move(found)};
}

Examined ExaminePager(const DoctorSubject& /*subject*/, const std::stop_token& /*stop*/) {
  const std::string command = script::PagerCommand("on");
  if (command.empty()) return {Health::kOk, "none (PAISQL_PAGER or PAGER is empty)"};
  const std::string program = ProgramOf(command);
  if (!FindProgram(program).empty()) return {Health::kOk, command};
  return {Health::kNote, fmt::format("{} is not there: long results scroll by", program),
          "install less, or choose another pager with PAISQL_PAGER"};
}

Examined ExamineEditor(const DoctorSubject& /*subject*/, const std::stop_token& /*stop*/) {
  std::string command = "vi";
  for (const char* name : {"EDITOR", "VISUAL"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') command = value;
  }
  const std::string program = ProgramOf(command);
  if (!FindProgram(program).empty()) return {Health::kOk, command};
  return {Health::kNote, fmt::format("{} is not there: \\e cannot edit statements", program),
          "export EDITOR=nano, or what you have"};
}

}  // namespace paisql::tools

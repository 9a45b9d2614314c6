// The verbs of `paisql eas` that are about this machine: files, trials, and what happens after the
// machine has started anew.

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

#include "base/files/source_file.h"
#include "base/hex.h"
#include "base/text.h"
#include "script/options/session_options.h"
#include "syntax/statements/services.h"
#include "syntax/statements/show.h"
#include "tools/eas/context.h"
#include "tools/eas/request.h"

namespace paisql::tools {

namespace {

constexpr const char* kBucket = "eas-models";

Error WrongUse(const std::string& detail) { return {ErrorCode::kInvalidCommand, detail, {}, ""}; }

// In a unit of systemd a blank ends a word, and % and $ mean something.
std::string UnitWord(const std::string& word) {
  std::string quoted = "\"";
  for (const char letter : word) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    if (letter == '%' || letter == '$') quoted += letter;
    quoted += letter;
  }
  return quoted + "\"";
}

// As a constant of a statement.
std::string QuotedWord(const std::string& word) {
  std::string quoted = "'";
  for (const char letter : word) {
    if (letter == '\'' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "'";
}

Status RunText(const std::string& text, EasContext& context) {
  syntax::StatementText statement;
  statement.text = text;
  PAISQL_TRY(context.session.Execute(statement, context.sink));
  return Status::Ok();
}

}  // namespace

Status DeleteService(EasContext& context) {
  const bool sure = context.words.size() > 1;
  if (sure && context.words[1] != "-f") return WrongUse("write delete SERVICE [-f]");
  const std::string& service = context.words[0];
  PAISQL_TRY(FactsOf(service, context));
  if (!sure && isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0) {
    std::cerr << context.Said("Delete service " + service + " with all its versions?") << " [y/N] "
              << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    const std::string lower = ToLower(std::string(Trim(answer)));
    if (lower != "y" && lower != "yes") {
      context.out = context.Said("Service is kept") + "\n";
      return Status::Ok();
    }
  }
  PAISQL_TRY(context.Run(*EasStatement(syntax::ServiceAction::kDrop, service)));
  context.out = "[OK] " + context.Said("Service is deleted") + "\n";
  return Status::Ok();
}

Status UploadFile(EasContext& context) {
  const std::string& path = context.words[0];
  if (context.words.size() > 1 && context.words[1] != "--keep") {
    return WrongUse("write upload FILE [--keep]");
  }
  std::error_code failure;
  const std::filesystem::path file = std::filesystem::absolute(path, failure).lexically_normal();
  if (!std::filesystem::is_regular_file(file, failure)) {
    return Error{
        ErrorCode::kIo, "cannot read " + path, {}, "upload takes a file, such as a .tar.gz"};
  }
  const std::string target = std::string("oss://") + kBucket + "/" + file.filename().string();
  PAISQL_TRY(RunText(std::string("CREATE BUCKET IF NOT EXISTS ") + kBucket + ";", context));
  PAISQL_TRY(
      RunText("OSS CP " + QuotedWord(file.string()) + " " + QuotedWord(target) + ";", context));
  context.out = "[OK] " + context.Said("oss target path: " + target) + "\n";
  return Status::Ok();
}

// Deployed under a name of its own, which is the trial, and deleted again.
Status TestService(EasContext& context) {
  const std::string& path = context.words[0];
  PAISQL_ASSIGN(const std::string text, ReadSource(path));
  context.sink.set_file(path);
  PAISQL_ASSIGN(const ServiceRequest request, ReadServiceRequest(text, ""));
  const std::string name = "test_" + RandomHex(12);
  request.statement->name.text = name;
  PAISQL_TRY(context.Run(*request.statement));
  const Result<EasFacts> facts = FactsOf(name, context);
  const Status dropped = context.Run(*EasStatement(syntax::ServiceAction::kDrop, name));
  if (!facts.ok()) return facts.error();
  PAISQL_TRY(Status(dropped));
  context.out = "[OK] " +
                context.Said("Service can be created: " + FactOf(*facts, "Ready") +
                             " of its processes answered a trial and have ended again") +
                "\n";
  return Status::Ok();
}

Status StartAgain(EasContext& context) {
  syntax::ShowStatement show;
  show.what = syntax::ShowWhat::kServices;
  PAISQL_TRY(context.Run(show));
  size_t running = 0;
  for (const auto& row : context.sink.answer().rows) {
    if (row[1].value_or("") != "Stopped") ++running;
  }
  const std::string said =
      running == 1 ? fmt::format("{} service is to run, and will be there soon", running)
                   : fmt::format("{} services are to run, and will be there soon", running);
  context.out = "[OK] " + context.Said(said) + "\n";
  return Status::Ok();
}

Status PrintUnit(EasContext& context) {
  const std::string program = script::FindPaths().installation.program;
  const std::string home = context.home;
  context.out = "# paisql --home " + home +
                " eas unit > ~/.config/systemd/user/paisql-services.service\n"
                "# systemctl --user enable --now paisql-services; loginctl enable-linger\n"
                "[Unit]\n"
                "Description=The services of the paisql home " +
                home +
                "\n\n"
                "[Service]\n"
                "Type=oneshot\n"
                "RemainAfterExit=yes\n"
                "ExecStart=" +
                UnitWord(program) + " --home " + UnitWord(home) +
                " eas up\n"
                "# Processes get SIGTERM, and answer what they were asked.\n"
                "KillMode=control-group\n"
                "TimeoutStopSec=60\n\n"
                "[Install]\n"
                "WantedBy=default.target\n";
  return Status::Ok();
}

}  // namespace paisql::tools

#include "tools/eas/eas.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "base/files/source_file.h"
#include "base/text.h"
#include "render/error_report.h"
#include "render/output.h"
#include "script/runner.h"
#include "syntax/statements/services.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"
#include "tools/eas/context.h"
#include "tools/eas/request.h"

namespace paisql::tools {

namespace {

using syntax::ServiceAction;

Error Usage(const std::string& detail) { return {ErrorCode::kInvalidCommand, detail, {}, ""}; }

Status Create(EasContext& context) {
  const std::string& path = context.words[0];
  PAISQL_ASSIGN(const std::string text, ReadSource(path));
  context.sink.set_file(path);
  PAISQL_ASSIGN(const ServiceRequest request, ReadServiceRequest(text, ""));
  PAISQL_TRY(context.Run(*request.statement));
  PAISQL_ASSIGN(const auto facts, FactsOf(request.statement->name.text, context));
  context.out = NamedBox(
      {{"Intranet Endpoint", FactOf(facts, "Address")}, {"Token", FactOf(facts, "Token")}});
  context.out += "[OK] " + context.Said("Service is " + ToLower(FactOf(facts, "State"))) + "\n";
  return Status::Ok();
}

Status Told(const syntax::Statement& statement, const std::string& done, EasContext& context) {
  PAISQL_TRY(context.Run(statement));
  context.out = "[OK] " + context.Said(done) + "\n";
  return Status::Ok();
}

// modify SERVICE -s FILE, modify SERVICE -Dname=value …
Status Modify(EasContext& context) {
  const std::string& service = context.words[0];
  auto statement = EasStatement(ServiceAction::kSetProperties, service);
  // The command's own properties go before those of its file.
  std::vector<std::string> properties;
  bool has_file = false;
  for (size_t i = 1; i < context.words.size(); ++i) {
    const std::string& word = context.words[i];
    if (word == "-s" && i + 1 < context.words.size()) {
      if (std::exchange(has_file, true)) return Usage("modify takes one -s FILE");
      const std::string& path = context.words[++i];
      PAISQL_ASSIGN(const std::string text, ReadSource(path));
      context.sink.set_file(path);
      PAISQL_ASSIGN(ServiceRequest request, ReadServiceRequest(text, service));
      statement = std::move(request.statement);
    } else if (word.starts_with("-D")) {
      properties.push_back(word.substr(2));
    } else {
      return Usage("modify needs -s FILE or -Dname=value, not '" + word + "'");
    }
  }
  for (const std::string& property : properties) {
    PAISQL_TRY(AddProperty(property, statement.get()));
  }
  return Told(*statement, "Service is updated", context);
}

Status Stop(EasContext& context) {
  return Told(*EasStatement(ServiceAction::kStop, context.words[0]), "Service is stopped", context);
}

Status Start(EasContext& context) {
  return Told(*EasStatement(ServiceAction::kStart, context.words[0]), "Service is running",
              context);
}

// release SERVICE -w 20
Status Release(EasContext& context) {
  if (context.words.size() != 3 || context.words[1] != "-w") {
    return Usage("write release SERVICE -w WEIGHT");
  }
  const auto statement = EasStatement(ServiceAction::kRelease, context.words[0]);
  statement->weight = syntax::Word{context.words[2], {}};
  return Told(*statement, "Service has the weight " + context.words[2], context);
}

Status Switch(EasContext& context) {
  return Told(*EasStatement(ServiceAction::kSwitch, context.words[0]), "Service is switched",
              context);
}

Status Version(EasContext& context) {
  const auto statement = EasStatement(ServiceAction::kSwitch, context.words[0]);
  statement->version = syntax::Word{context.words[1], {}};
  return Told(*statement, "Service has the version " + context.words[1], context);
}

Status Scale(EasContext& context) {
  const auto statement = EasStatement(ServiceAction::kSetProperties, context.words[0]);
  PAISQL_TRY(AddProperty("metadata.instance=" + context.words[1], statement.get()));
  return Told(*statement, "Service has " + context.words[1] + " instances", context);
}

// autoscale SERVICE -Dmin=1 -Dmax=5 -Dstrategies.qps=100, or -s FILE of the same names;
// autoscale rm SERVICE
Status Autoscale(EasContext& context) {
  if (context.words[0] == "rm") {
    if (context.words.size() != 2) return Usage("write autoscale rm SERVICE");
    const auto statement = EasStatement(ServiceAction::kSetProperties, context.words[1]);
    PAISQL_TRY(AddProperty("autoscaler.max=", statement.get()));
    return Told(*statement, "Service has no autoscaler", context);
  }
  auto statement = EasStatement(ServiceAction::kSetProperties, context.words[0]);
  statement->keeps_unknown = false;
  for (size_t i = 1; i < context.words.size(); ++i) {
    const std::string& word = context.words[i];
    if (word == "-s" && i + 1 < context.words.size()) {
      const std::string& path = context.words[++i];
      PAISQL_ASSIGN(const std::string text, ReadSource(path));
      context.sink.set_file(path);
      PAISQL_TRY(AddScaling(text, statement.get()));
    } else if (word.starts_with("-D")) {
      PAISQL_TRY(AddProperty("autoscaler." + word.substr(2), statement.get()));
    } else {
      return Usage("autoscale needs -s FILE or -Dname=value, not '" + word + "'");
    }
  }
  return Told(*statement, "Service is scaled by its load", context);
}

struct Verb {
  std::string_view name;
  std::string_view takes;
  std::string_view help;
  size_t least;  // words
  size_t most;
  Status (*run)(EasContext& context);
};

constexpr size_t kAny = 100;
constexpr Verb kVerbs[] = {
    {"create", "FILE", "a service, or with \"release\": true a further version of one", 1, 1,
     Create},
    {"modify", "SERVICE -s FILE | -Dname=value …", "changes it", 2, kAny, Modify},
    {"stop", "SERVICE", "ends its processes", 1, 1, Stop},
    {"start", "SERVICE", "starts them again", 1, 1, Start},
    {"delete", "SERVICE [-f]", "ends them for good; at a terminal it asks, unless -f is given", 1,
     2, DeleteService},
    {"ls", "", "all services", 0, 0, ListServices},
    {"list", "", "the same", 0, 0, ListServices},
    {"desc", "SERVICE", "what it is", 1, 1, DescribeEasService},
    {"w", "SERVICE", "its processes", 1, 1, ListWorkers},
    {"showworkers", "SERVICE", "the same", 1, 1, ListWorkers},
    {"release", "SERVICE -w WEIGHT", "so many of 100 requests go to the released version", 3, 3,
     Release},
    {"switch", "SERVICE", "the released version becomes the main one", 1, 1, Switch},
    {"version", "SERVICE NUMBER", "the version of this number becomes it", 2, 2, Version},
    {"scale", "SERVICE INSTANCES", "so many processes", 2, 2, Scale},
    {"autoscale", "SERVICE -Dmin=N -Dmax=N -Dstrategies.qps=N | SERVICE -s FILE | rm SERVICE",
     "as many as the load needs", 2, kAny, Autoscale},
    {"test", "FILE",
     "whether its service could be created: deploys it under another name, and ends it", 1, 1,
     TestService},
    {"bench", "SERVICE --data FILE [-c CONNECTIONS] [-n REQUESTS | -d SECONDS]",
     "asks the service for the file's answer many times: requests a second, latencies, errors", 3,
     kAny, BenchService},
    {"upload", "FILE [--keep]", "into the bucket eas-models, for model_path and processor_path", 1,
     2, UploadFile},
    {"up", "", "starts the services again after the machine has been off", 0, 0, StartAgain},
    {"unit", "", "a unit of systemd that does so", 0, 0, PrintUnit},
};

// Null after telling why.
const Verb* FindVerb(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) names.emplace_back(verb.name);
  if (words.empty()) {
    terminal::PrintLine("paisql: eas needs one of " + Join(names, ", "));
    return nullptr;
  }
  for (const Verb& verb : kVerbs) {
    if (words[0] != verb.name) continue;
    if (words.size() - 1 >= verb.least && words.size() - 1 <= verb.most) return &verb;
    terminal::PrintLine("paisql: write eas " + std::string(verb.name) + " " +
                        std::string(verb.takes));
    return nullptr;
  }
  const std::string near = DidYouMean(words[0], names);
  terminal::PrintLine("paisql: eas does not know '" + words[0] + "'" +
                      (near.empty() ? "" : "; " + near));
  return nullptr;
}

}  // namespace

std::string EasHelp() {
  std::string text = "Usage: paisql [--home DIR] eas VERB …\n\n";
  for (const Verb& verb : kVerbs) {
    text += "  " + std::string(verb.name) + (verb.takes.empty() ? "" : " ") +
            std::string(verb.takes) + "\n      " + std::string(verb.help) + "\n";
  }
  return text + "\ndocs/serving.md tells which statement each of them is.\n";
}

int RunEas(const std::vector<std::string>& words, session::SessionOptions options) {
  const Verb* verb = FindVerb(words);
  if (verb == nullptr) return script::kExitUsage;
  std::error_code unknown;
  const std::string home = std::filesystem::absolute(options.home_path, unknown).string();
  Result<std::unique_ptr<session::Session>> session = session::Session::Open(std::move(options));
  if (!session.ok()) {
    render::PrintError(session.error());
    return script::kExitEnvironment;
  }
  const std::vector<std::string> behind(words.begin() + 1, words.end());
  EasSink sink("");
  EasContext context{**session, behind, sink, home};
  const terminal::InterruptWatcher watcher([&] { (*session)->Interrupt(); });
  const Status done = verb->run(context);
  if (!done.ok()) {
    Error error = done.error();
    const std::string place = sink.Place(error.range);
    error.range = {};
    error.detail = context.Said(error.detail);
    terminal::PrintLine(place + "FAILED: " + error.ToString());
    if (!error.hint.empty())
      terminal::PrintLine(context.Said("hint:") + " " + context.Said(error.hint));
    return (*session)->interrupted() ? script::kExitInterrupted : script::ExitStatusOf(error);
  }
  render::Output output(STDOUT_FILENO);
  output.buffer() = context.out;
  const Status written = output.Flush();
  if (written.ok() || output.closed()) return script::kExitDone;
  terminal::PrintLine("paisql: " + written.error().detail);
  return script::kExitEnvironment;
}

}  // namespace paisql::tools

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/text.h"
#include "session/settings/open_names.h"
#include "session/settings/slip.h"
#include "session/statements/handlers.h"
#include "training/script/script_environment.h"

namespace paisql::session {

namespace {

constexpr std::string_view kOwnPrefix = "paisql.";

std::vector<std::string> SettingNames() {
  std::vector<std::string> names;
  for (const Setting& setting : KnownSettings()) names.emplace_back(setting.name);
  return names;
}

// A folder that cannot be used is told here, not by the query that first needs it.
Status MakeFolder(const std::string& path, const SourceRange& range) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  if (!failure && access(path.c_str(), W_OK | X_OK) != 0) {
    failure = std::error_code(errno, std::generic_category());
  }
  if (!failure) return Status::Ok();
  return Error{ErrorCode::kIo, "cannot use the folder " + path + ": " + failure.message(), range,
               "relative paths start at the folder of the running .sql file, or at the current "
               "folder"};
}

// SET paisql.job.env.NAME=value.
bool NamesVariable(std::string_view key) {
  return EqualsIgnoreCase(key.substr(0, training::kNamedVariables.size()),
                          training::kNamedVariables);
}

Status CheckVariable(const syntax::SetStatement& statement) {
  const std::string name = statement.key.substr(training::kNamedVariables.size());
  if (training::MayBeNamed(name) && statement.value.find('\0') == std::string::npos) {
    return Status::Ok();
  }
  return Error{
      ErrorCode::kInvalidCommand, "'" + name + "' cannot be set for scripts", statement.key_range,
      "a variable's name has letters, digits and '_'; those with PAISQL_ are paisql's own"};
}

}  // namespace

Status RunSet(const syntax::SetStatement& statement, Run& run) {
  State& state = run.state;
  const bool known = FindSetting(statement.key) != nullptr;
  const bool variable = NamesVariable(statement.key);
  if (variable) PAISQL_TRY(CheckVariable(statement));
  if (!known && !variable && !HasOpenName(statement.key) &&
      EqualsIgnoreCase(statement.key.substr(0, kOwnPrefix.size()), kOwnPrefix)) {
    return Error{ErrorCode::kInvalidCommand, statement.key + " is not a setting",
                 statement.key_range, DidYouMean(statement.key, SettingNames())};
  }
  const std::string before = state.settings().Get(statement.key);
  std::string value = statement.value;
  if (known && FindSetting(statement.key)->type == SettingType::kPath) {
    value = state.ResolvePath(value);
    if (!state.checking()) PAISQL_TRY(MakeFolder(value, statement.key_range));
  }
  PAISQL_TRY(state.settings().Set(statement.key, value, statement.key_range));
  if (Settings::NeedsFreshEngine(statement.key) && before != value) state.DropEngine();
  if (const Setting* meant = known ? nullptr : SettingMeantBy(statement.key); meant != nullptr) {
    run.sink.Warn(statement.key_range, NobodyReads(statement.key, *meant));
  }
  run.sink.Done();
  return Status::Ok();
}

Status RunUnset(const syntax::UnsetStatement& statement, Run& run) {
  run.state.settings().Unset(statement.key);
  if (Settings::NeedsFreshEngine(statement.key)) run.state.DropEngine();
  run.sink.Done();
  return Status::Ok();
}

Status RunUse(const syntax::UseStatement& statement, Run& run) {
  State& state = run.state;
  PAISQL_ASSIGN_AT(statement.project.range, const std::optional<store::Project> project,
                   state.catalog().FindProject(statement.project.text));
  if (!project.has_value()) {
    PAISQL_ASSIGN(const std::vector<store::Project> projects, state.catalog().ListProjects());
    std::vector<std::string> names;
    for (const store::Project& known : projects) names.push_back(known.name);
    const std::string near = DidYouMean(statement.project.text, names);
    return Error{ErrorCode::kProjectNotFound,
                 "project " + statement.project.text + " does not exist", statement.project.range,
                 near + (near.empty() ? "" : " ") +
                     "a new project is made by starting with --project " + statement.project.text};
  }
  state.project = project->name;
  if (!statement.with_settings) {
    const bool engine_settings =
        std::any_of(state.settings().values().begin(), state.settings().values().end(),
                    [](const auto& entry) { return Settings::NeedsFreshEngine(entry.first); });
    state.ForgetSettings();
    if (engine_settings) state.DropEngine();
  }
  run.sink.Done();
  return Status::Ok();
}

}  // namespace paisql::session

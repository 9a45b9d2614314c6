#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/text.h"
#include "jobs/script/script_environment.h"
#include "session/security_settings.h"
#include "session/settings/open_names.h"
#include "session/settings/slip.h"
#include "session/statements/settings/handlers.h"
#include "store/place.h"

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
  if (!failure && ::access(path.c_str(), W_OK | X_OK) != 0) {
    failure = std::error_code(errno, std::generic_category());
  }
  if (!failure) return Status::Ok();
  return Error{ErrorCode::kIo, "cannot use the folder " + path + ": " + failure.message(), range,
               "relative paths start at the folder of the running .sql file, or at the current "
               "folder"};
}

// SET paisql.job.env.NAME=value.
bool NamesVariable(std::string_view key) {
  return EqualsIgnoreCase(key.substr(0, jobs::kNamedVariables.size()), jobs::kNamedVariables);
}

Status CheckVariable(const syntax::SetStatement& statement) {
  const std::string name = statement.key.substr(jobs::kNamedVariables.size());
  if (jobs::MayBeNamed(name) && statement.value.find('\0') == std::string::npos) {
    return Status::Ok();
  }
  return Error{
      ErrorCode::kInvalidCommand, "'" + name + "' cannot be set for scripts", statement.key_range,
      "a variable's name has letters, digits and '_'; those with PAISQL_ are paisql's own"};
}

// Says what of a SET does nothing here.
void WarnOfKey(const syntax::SetStatement& statement, bool known, Run& run) {
  const std::string& key = statement.key;
  if (known) {
    const bool modes = run.state.settings().Get("odps.sql.hive.compatible") == "true" &&
                       run.state.settings().Get("odps.sql.bigquery.compatible") == "true";
    if (modes && (EqualsIgnoreCase(key, "odps.sql.hive.compatible") ||
                  EqualsIgnoreCase(key, "odps.sql.bigquery.compatible"))) {
      run.out.Warn(statement.key_range,
                   "odps.sql.hive.compatible and odps.sql.bigquery.compatible are both true, which "
                   "no page of the platform describes: set one of them");
    }
    return;
  }
  if (const std::string_view missed = WhatIsMissed(key); !missed.empty()) {
    run.out.Warn(statement.key_range, key + ": " + std::string(missed));
    return;
  }
  const Setting* meant = SettingMeantBy(key);
  constexpr std::string_view kPlatform = "odps.";
  const bool platform = EqualsIgnoreCase(key.substr(0, kPlatform.size()), kPlatform);
  if (meant == nullptr && platform && !TunesOnly(key)) {
    meant = NearestSetting(key);
    if (meant == nullptr && run.state.SayOnce(key)) {
      run.out.Warn(statement.key_range, key + " is kept, but nothing here reads it");
    }
  }
  if (meant != nullptr) run.out.Warn(statement.key_range, NobodyReads(key, *meant));
}

}  // namespace

Status RunSet(const syntax::SetStatement& statement, Run& run) {
  State& state = run.state;
  if (std::optional<Status> set =
          SetOfProject(statement.key, statement.value, statement.key_range, run)) {
    if (set->ok()) run.out.Done();
    return *std::move(set);
  }
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
  WarnOfKey(statement, known, run);
  run.out.Done();
  return Status::Ok();
}

Status RunUnset(const syntax::UnsetStatement& statement, Run& run) {
  run.state.settings().Unset(statement.key);
  if (Settings::NeedsFreshEngine(statement.key)) run.state.DropEngine();
  run.out.Done();
  return Status::Ok();
}

namespace {

Error NoProject(const syntax::Identifier& name, Run& run) {
  const Result<std::vector<std::string>> names = names::ProjectNames(run.state.catalog());
  const std::string near = names.ok() ? DidYouMean(name.text, *names) : "";
  return Error{ErrorCode::kProjectNotFound, "project " + name.text + " does not exist", name.range,
               near + (near.empty() ? "" : " ") +
                   "a new project is made by starting with --project " + name.text};
}

Status UseSchema(const std::string& project, const syntax::Identifier& name, Run& run) {
  PAISQL_ASSIGN_AT(name.range, const std::optional<store::Schema> schema,
                   run.state.catalog().FindSchema(project, name.text));
  if (!schema.has_value()) {
    PAISQL_ASSIGN_AT(name.range, const std::vector<store::Schema> schemas,
                     run.state.catalog().ListSchemas(project));
    std::vector<std::string> names;
    for (const store::Schema& known : schemas) names.push_back(known.name);
    const std::string near = DidYouMean(name.text, names);
    return Error{ErrorCode::kProjectNotFound,
                 "schema " + project + "." + name.text + " does not exist", name.range,
                 near.empty() ? "CREATE SCHEMA " + name.text + " makes it" : near};
  }
  run.state.project = schema->project;
  run.state.schema = schema->name;
  return Status::Ok();
}

}  // namespace

Status RunUse(const syntax::UseStatement& statement, Run& run) {
  State& state = run.state;
  if (statement.project.has_value()) {
    PAISQL_ASSIGN_AT(statement.project->range, const std::optional<store::Project> project,
                     state.catalog().FindProject(statement.project->text));
    if (!project.has_value()) return NoProject(*statement.project, run);
    PAISQL_TRY(state.permissions().RequireUser(store::PlaceOf(project->name).project,
                                               statement.project->range));
    if (!statement.schema.has_value()) {
      const store::Place place = store::PlaceOf(project->name);
      state.project = place.project;
      state.schema = place.schema;
    }
  }
  if (statement.schema.has_value()) {
    const std::string project = statement.project ? statement.project->text : state.project;
    PAISQL_TRY(UseSchema(project, *statement.schema, run));
  }
  // A schema is a part of its project, whose settings stay.
  const bool stays = !statement.project.has_value();
  if (!statement.with_settings && !stays) {
    const bool engine_settings =
        std::any_of(state.settings().values().begin(), state.settings().values().end(),
                    [](const auto& entry) { return Settings::NeedsFreshEngine(entry.first); });
    state.ForgetSettings();
    if (engine_settings) state.DropEngine();
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session

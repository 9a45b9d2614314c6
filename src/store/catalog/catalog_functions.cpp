// Functions of users in Python and Java.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/whole_number.h"
#include "store/catalog/catalog_state.h"
#include "store/catalog/commit/change_writer.h"
#include "store/function_catalog.h"
#include "store/place.h"

namespace paisql::store {
namespace {

constexpr const char* kFunctionColumns =
    "SELECT f.id, CASE WHEN f.schema = 'default' THEN p.name ELSE p.name || '.' || f.schema END, "
    "f.name, f.class, "
    "f.resources, f.owner, f.created_ms, f.form, f.signature, f.whole_columns, f.read_from, "
    "f.codes "
    "FROM functions f JOIN projects p ON p.id = f.project_id ";

std::vector<std::string> PartsOf(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

// [["module", "text"], …]; "" for none.
std::string CodesText(const std::vector<FunctionCode>& codes) {
  if (codes.empty()) return "";
  nlohmann::json list = nlohmann::json::array();
  for (const FunctionCode& code : codes) list.push_back({code.file_name, code.text});
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<FunctionCode> ReadCodes(const std::string& text) {
  std::vector<FunctionCode> codes;
  if (text.empty()) return codes;
  for (const nlohmann::json& one : nlohmann::json::parse(text)) {
    codes.push_back({one.at(0).get<std::string>(), one.at(1).get<std::string>()});
  }
  return codes;
}

UserFunction ReadFunction(const Statement& row) {
  UserFunction function;
  function.id = row.Int(0);
  function.project = row.Text(1);
  function.name = row.Text(2);
  function.class_name = row.Text(3);
  function.resources = PartsOf(row.Text(4));
  function.owner = row.Text(5);
  function.created_ms = row.Int(6);
  function.form = row.Text(7);
  function.signature = row.Text(8);
  function.whole_columns = row.Int(9) != 0;
  for (const std::string& id : PartsOf(row.Text(10))) {
    function.read_from.push_back(ParseNumber<int64_t>(id).value_or(0));
  }
  function.codes = ReadCodes(row.Text(11));
  return function;
}

Error FunctionExists(const UserFunction& function) {
  return {ErrorCode::kInvalidMetaOperation,
          fmt::format("function {} already exists in project {}", function.name, function.project),
          {},
          "add -f to replace it, or write CREATE OR REPLACE FUNCTION"};
}

}  // namespace

bool IsInJava(const std::vector<Resource>& resources, const std::vector<FunctionCode>& codes) {
  if (!codes.empty()) return false;
  bool jar = false;
  for (const Resource& resource : resources) {
    if (resource.kind == ResourceKind::kPy) return false;
    jar = jar || resource.kind == ResourceKind::kJar;
  }
  return jar;
}

Result<std::optional<UserFunction>> FunctionCatalog::Find(const std::string& project,
                                                          const std::string& name) {
  PAISQL_ASSIGN(Statement find,
                catalog_.state_->db.Prepare(std::string(kFunctionColumns) +
                                            "WHERE p.name = ?1 AND f.schema = ?2 AND f.name = ?3"));
  const Place place = PlaceOf(project);
  PAISQL_ASSIGN(const bool found, find.Bind(place.project, place.schema, name).Step());
  return found ? std::optional(ReadFunction(find)) : std::nullopt;
}

Result<std::vector<UserFunction>> FunctionCatalog::List(const std::string& project) {
  PAISQL_ASSIGN(Statement list,
                catalog_.state_->db.Prepare(std::string(kFunctionColumns) +
                                            "WHERE p.name = ?1 AND f.schema = ?2 ORDER BY f.name"));
  const Place place = PlaceOf(project);
  list.Bind(place.project, place.schema);
  std::vector<UserFunction> functions;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return functions;
    functions.push_back(ReadFunction(list));
  }
}

Status ChangeWriter::operator()(const change::CreateFunction& one) {
  const UserFunction& function = one.function;
  PAISQL_ASSIGN(const CatalogState::PlaceRow place, state_.RequirePlace(function.project));
  PAISQL_ASSIGN(const auto sql, db_.QueryInt("SELECT id FROM tables WHERE project_id = ?1 "
                                             "AND schema = ?2 AND name = ?3",
                                             place.project_id, place.schema, function.name + "()"));
  if (sql.has_value()) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "a SQL function has the name " + function.name,
                 {},
                 "choose another name, or DROP FUNCTION " + function.name};
  }
  PAISQL_ASSIGN(Statement find, db_.Prepare("SELECT owner, created_ms FROM functions "
                                            "WHERE project_id = ?1 AND schema = ?2 AND name = ?3"));
  PAISQL_ASSIGN(const bool taken, find.Bind(place.project_id, place.schema, function.name).Step());
  std::string owner = function.owner.empty() ? state_.Owner() : function.owner;
  int64_t created = now_;
  if (taken) {
    if (!one.replace) return FunctionExists(function);
    if (function.owner.empty()) owner = find.Text(0);
    created = find.Int(1);
    PAISQL_TRY(find.Run());
    PAISQL_TRY(db_.Run("DELETE FROM functions WHERE project_id = ?1 AND schema = ?2 AND name = ?3",
                       place.project_id, place.schema, function.name));
  }
  return db_.Run(
      "INSERT INTO functions (project_id, schema, name, class, resources, owner, created_ms, form, "
      "signature, whole_columns, read_from, codes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
      "?10, "
      "?11, ?12)",
      place.project_id, place.schema, function.name, function.class_name,
      fmt::format("{}", fmt::join(function.resources, ",")), owner, created, function.form,
      function.signature, static_cast<int64_t>(function.whole_columns),
      fmt::format("{}", fmt::join(function.read_from, ",")), CodesText(function.codes));
}

Status ChangeWriter::ForgetRightsOnFunction(int64_t project_id, const std::string& name) {
  return db_.Run(
      "DELETE FROM privileges WHERE project_id = ?1 AND object = ?2 AND object_type = 'function' "
      "AND by_policy = 0",
      project_id, name);
}

Status ChangeWriter::operator()(const change::DropFunction& one) {
  PAISQL_ASSIGN(Statement find,
                db_.Prepare("SELECT project_id, name FROM functions WHERE id = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(one.function_id).Step());
  if (found) PAISQL_TRY(ForgetRightsOnFunction(find.Int(0), find.Text(1)));
  PAISQL_TRY(db_.Run("DELETE FROM functions WHERE id = ?1", one.function_id));
  if (db_.Changes() > 0) return Status::Ok();
  return Conflict(Error{ErrorCode::kInvalidMetaOperation,
                        "the function was dropped by another statement meanwhile",
                        {},
                        "run the statement again"});
}

}  // namespace paisql::store

#include "nodes/code/pai_tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/text.h"
#include "nodes/document/json.h"

namespace paisql::nodes {

namespace {

using boost::property_tree::ptree;

void AddStatement(const std::string& text, std::string& sql) {
  const std::string_view bare = Trim(text);
  if (bare.empty()) return;
  sql += std::string(bare) + (bare.ends_with(';') ? "\n" : ";\n");
}

// The element's own text, comments and what stands below other elements left out.
std::string OwnText(const ptree& element) { return element.data(); }

// The statements of a <sql>: those of the <query> or <sql> in it, or its own text where it has
// neither. What else stands there is for the platform: endpoints, access keys.
std::string QueryOf(const ptree& sql) {
  std::string text;
  bool any = false;
  for (const auto& [name, child] : sql) {
    if (!EqualsIgnoreCase(name, "query") && !EqualsIgnoreCase(name, "sql")) continue;
    any = true;
    text += OwnText(child);
  }
  return any ? text : OwnText(sql);
}

// The name of the model that a <deleteModel> deletes.
std::string ModelOf(const ptree& element) {
  for (const auto& [name, child] : element) {
    const bool named = EqualsIgnoreCase(name, "name") || EqualsIgnoreCase(name, "model") ||
                       EqualsIgnoreCase(name, "modelName");
    if (named) return OwnText(child);
  }
  return OwnText(element);
}

// Statements in the order of the document.
void AddStatements(const ptree& element, std::string& sql) {
  for (const auto& [name, child] : element) {
    if (EqualsIgnoreCase(name, "sql")) {
      AddStatement(QueryOf(child), sql);
    } else if (EqualsIgnoreCase(name, "command") || EqualsIgnoreCase(name, "query")) {
      AddStatement(OwnText(child), sql);
    } else if (EqualsIgnoreCase(name, "deleteModel")) {
      // Models of the platform's own algorithms are not kept here: there is
      // none to delete.
      const std::string model = ModelOf(child);
      std::string line;
      for (const char c : Trim(model)) line += c == '\n' || c == '\r' ? ' ' : c;
      if (!line.empty()) sql += "-- DROP OFFLINEMODEL IF EXISTS " + line + "\n";
    } else {
      AddStatements(child, sql);
    }
  }
}

// The statements of one task; nullopt for a text that is not XML.
std::optional<std::string> StatementsOf(const std::string& code) {
  std::string sql;
  if (!Trim(code).starts_with('<')) {
    AddStatement(code, sql);
    return sql;
  }
  try {
    std::istringstream stream(code);
    ptree tree;
    boost::property_tree::read_xml(stream, tree);
    AddStatements(tree, sql);
    return sql;
  } catch (const boost::property_tree::xml_parser_error&) {
    return std::nullopt;
  }
}

std::string TextOf(const Value& map, std::string_view key) {
  const Value* value = map.Find(key);
  return value != nullptr && value->is_scalar() ? value->text : "";
}

}  // namespace

bool IsPaiContent(const Value& document) {
  const Value* tasks = document.Find("tasks");
  return tasks != nullptr && tasks->is_list() && document.Find("spec") == nullptr;
}

Result<PaiContent> ReadPaiContent(const Value& document, const std::string& path) {
  PaiContent content;
  std::map<std::string, size_t> places;  // by the tasks' codes
  std::set<std::string> taken;
  for (const Value& value : document.Find("tasks")->items) {
    PaiTask task;
    const std::string unique = TextOf(value, "taskUniqueCode");
    std::string name = TextOf(value, "taskName");
    if (name.empty()) name = unique.empty() ? "task" : unique;
    task.name = name;
    for (int i = 2; !taken.insert(ToLower(task.name)).second; ++i) {
      task.name = fmt::format("{}_{}", name, i);
    }
    places[unique] = content.tasks.size();
    std::optional<std::string> sql = StatementsOf(TextOf(value, "code"));
    if (!sql.has_value()) {
      return Error{ErrorCode::kParse,
                   fmt::format("{}:{}:{}: the code of task {} is not XML", path, value.line,
                               value.column, task.name),
                   {},
                   ""};
    }
    task.sql = *std::move(sql);
    content.tasks.push_back(std::move(task));
  }
  const Value* relations = document.Find("taskRelations");
  if (relations == nullptr) return content;
  for (const Value& relation : relations->items) {
    const auto parent = places.find(TextOf(relation, "parentTaskUniqueCode"));
    const auto child = places.find(TextOf(relation, "childTaskUniqueCode"));
    if (parent == places.end() || child == places.end()) {
      content.strays.push_back({path, relation.line, relation.column});
    } else {
      content.tasks[child->second].after.push_back(parent->second);
    }
  }
  return content;
}

Result<std::string> StatementsOfPaiContent(const std::string& text, const std::string& path) {
  const Result<Value> document = ReadJson(text);
  if (!document.ok()) {
    const Error& error = document.error();
    return Error{
        error.code,
        fmt::format("{}:{}:{}: {}", path, error.range.line, error.range.column, error.detail),
        {},
        ""};
  }
  if (!IsPaiContent(*document)) {
    return Error{ErrorCode::kParse,
                 path + " has neither PAI statements nor the tasks of a PAI node",
                 {},
                 "{\"tasks\": [...], \"taskRelations\": [...]} is the platform's form"};
  }
  PAISQL_ASSIGN(const PaiContent content, ReadPaiContent(*document, path));
  std::string sql;
  std::vector<bool> done(content.tasks.size());
  for (size_t count = 0; count < done.size(); ++count) {
    size_t next = 0;
    const auto ready = [&](size_t task) {
      return !done[task] && std::ranges::all_of(content.tasks[task].after,
                                                [&](size_t before) { return done[before]; });
    };
    while (next < done.size() && !ready(next)) ++next;
    if (next == done.size()) {
      return Error{ErrorCode::kParse, path + ": its tasks wait for each other in a circle", {}, ""};
    }
    done[next] = true;
    sql += content.tasks[next].sql;
  }
  return sql;
}

}  // namespace paisql::nodes

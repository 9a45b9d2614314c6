#include "nodes/formats/pai_content.h"

#include <fmt/format.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/text.h"
#include "nodes/formats/spec_keys.h"

namespace paisql::nodes {

namespace {

using boost::property_tree::ptree;

void AddStatement(const std::string& text, std::string& sql) {
  const std::string_view bare = Trim(text);
  if (bare.empty()) return;
  sql += std::string(bare) + (bare.ends_with(';') ? "\n" : ";\n");
}

// All text below an element.
std::string TextBelow(const ptree& element) {
  std::string text = element.data();
  for (const auto& [name, child] : element) {
    if (name != "<xmlattr>" && name != "<xmlcomment>") text += TextBelow(child);
  }
  return text;
}

// Statements in the order of the document.
void AddStatements(const ptree& element, std::string& sql) {
  for (const auto& [name, child] : element) {
    if (EqualsIgnoreCase(name, "sql") || EqualsIgnoreCase(name, "command")) {
      AddStatement(TextBelow(child), sql);
    } else if (EqualsIgnoreCase(name, "deleteModel")) {
      // Models of the platform's own algorithms are not kept here: there is
      // none to delete.
      const std::string model = TextBelow(child);
      std::string line;
      for (const char c : Trim(model)) line += c == '\n' || c == '\r' ? ' ' : c;
      if (!line.empty()) sql += "-- DROP OFFLINEMODEL IF EXISTS " + line + "\n";
    } else {
      AddStatements(child, sql);
    }
  }
}

// The statements of one task; nullopt for what is no XML.
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

}  // namespace

bool IsPaiContent(const Value& document) {
  const Value* tasks = document.Find("tasks");
  return tasks != nullptr && tasks->is_list() && document.Find("spec") == nullptr;
}

Result<ImportedFlow> ImportPaiContent(const Value& document, const std::string& path) {
  ImportedFlow made;
  made.flow = Value::Map();
  const std::string name = TextOf(document, "name");
  if (!name.empty()) made.flow.Set("name", PlainText(name));
  std::map<std::string, std::string> names;  // by the tasks' codes
  std::set<std::string> taken;
  std::set<std::string> files;
  Value nodes = Value::Map();
  for (const Value& task : document.Find("tasks")->items) {
    const std::string unique = TextOf(task, "taskUniqueCode");
    std::string node = TextOf(task, "taskName");
    if (node.empty()) node = unique.empty() ? "task" : unique;
    for (int i = 2; !taken.insert(ToLower(node)).second; ++i) {
      node = fmt::format("{}_{}", TextOf(task, "taskName"), i);
    }
    names[unique] = node;
    const std::optional<std::string> sql = StatementsOf(TextOf(task, "code"));
    if (!sql.has_value()) {
      return Error{ErrorCode::kParse,
                   fmt::format("{}:{}:{}: the code of task {} is no XML", path, task.line,
                               task.column, node),
                   {},
                   ""};
    }
    Value entry = Value::Map();
    if (sql->empty()) {
      entry.Set("kind", PlainText("VIRTUAL"));
    } else {
      std::string file = FileNameOf(node) + ".sql";
      for (int i = 2; !files.insert(ToLower(file)).second; ++i) {
        file = fmt::format("{}_{}.sql", FileNameOf(node), i);
      }
      entry.Set("file", PlainText(file));
      made.code[file] = *sql;
    }
    entry.Set("depends", Value::List());
    nodes.Set(node, std::move(entry));
  }
  const Value* relations = document.Find("taskRelations");
  for (const Value& relation : relations == nullptr ? std::vector<Value>() : relations->items) {
    const auto parent = names.find(TextOf(relation, "parentTaskUniqueCode"));
    const auto child = names.find(TextOf(relation, "childTaskUniqueCode"));
    if (parent == names.end() || child == names.end()) {
      made.warnings.push_back({false,
                               {path, relation.line, relation.column},
                               "",
                               "a relation names a task that is not there",
                               ""});
      continue;
    }
    ListMember(*FindMember(nodes, child->second), "depends")
        .items.push_back(PlainText(parent->second));
  }
  made.flow.Set("nodes", std::move(nodes));
  return made;
}

}  // namespace paisql::nodes

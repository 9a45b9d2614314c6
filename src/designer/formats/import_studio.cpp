// The older Studio's JSON: tasks, each an XML of jobs. Edges between ports follow from the names of
// tables that one task writes and another one reads.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "base/coding/xml_reader.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "designer/code/pai_text.h"
#include "designer/formats/importing.h"
#include "nodes/document/json.h"
#include "nodes/formats/spec.h"

namespace paisql::designer {

namespace {

using nodes::TextOf;
using nodes::Value;

// The statements and jobs of one task, without endpoints and keys.
struct TaskCode {
  std::vector<std::string> statements;
  std::vector<std::string> jobs;  // the JSON of jobs of Alink's service
};

void Collect(const XmlElement& element, TaskCode& code) {
  for (const XmlElement& child : element.children) {
    if (EqualsIgnoreCase(child.name, "extra") || EqualsIgnoreCase(child.name, "deleteModel")) {
      continue;
    }
    const bool text = child.children.empty() && !child.text.empty();
    const bool says = EqualsIgnoreCase(child.name, "sql") ||
                      EqualsIgnoreCase(child.name, "query") ||
                      EqualsIgnoreCase(child.name, "command");
    if (says && text) {
      code.statements.emplace_back(child.text);
    } else if (EqualsIgnoreCase(child.name, "paramsJson") && text) {
      code.jobs.emplace_back(child.text);
    } else {
      Collect(child, code);
    }
  }
}

bool BeginsWith(std::string_view text, std::string_view words) {
  return text.size() >= words.size() && EqualsIgnoreCase(text.substr(0, words.size()), words);
}

// "table" and the query of CREATE TABLE table [LIFECYCLE n] AS query.
std::optional<std::pair<std::string, std::string>> ReadCreate(std::string_view text) {
  constexpr std::string_view kCreate = "create table ";
  if (!BeginsWith(text, kCreate)) return std::nullopt;
  text.remove_prefix(kCreate.size());
  text = Trim(text);
  const size_t end = text.find_first_of(" \n\t");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string table(text.substr(0, end));
  text = Trim(text.substr(end));
  constexpr std::string_view kLifecycle = "lifecycle";
  if (BeginsWith(text, kLifecycle)) {
    text = Trim(text.substr(kLifecycle.size()));
    while (!text.empty() && IsDigit(text.front())) text.remove_prefix(1);
    text = Trim(text);
  }
  if (!BeginsWith(text, "as ") && !BeginsWith(text, "as\n")) return std::nullopt;
  text = Trim(text.substr(2));
  while (text.ends_with(';')) text = Trim(text.substr(0, text.size() - 1));
  return std::pair(table, std::string(text));
}

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_';
}

// The text with `to` for each place where `word` stands alone.
std::string WithWord(const std::string& text, const std::string& word, const std::string& to,
                     bool* found) {
  std::string made;
  size_t at = 0;
  for (size_t next = text.find(word); next != std::string::npos; next = text.find(word, at)) {
    const size_t end = next + word.size();
    const bool alone = (next == 0 || !IsWordByte(text[next - 1])) &&
                       (end == text.size() || !IsWordByte(text[end]));
    made += text.substr(at, next - at) + (alone ? to : word);
    *found = *found || alone;
    at = end;
  }
  return made + text.substr(at);
}

class StudioReader {
 public:
  Result<ImportedPipeline> Read(const Value& document) {
    imported_.format = "studio";
    imported_.pipeline.name = TextOf(document, "name");
    const Value* const tasks = document.Find("tasks");
    if (!tasks->is_list()) return Error{ErrorCode::kParse, "`tasks` is a list", {}, ""};
    for (const Value& task : tasks->items) {
      if (!task.is_map()) return Error{ErrorCode::kParse, "a task is a map", {}, ""};
      PAISQL_TRY(AddTask(task));
    }
    for (const auto& link : links_) link();
    TellLostRelations(document);
    PlaceNodes(imported_.pipeline);
    return std::move(imported_);
  }

 private:
  PipelineNode& NodeOf(const std::string& id) {
    return *std::ranges::find(imported_.pipeline.nodes, id, &PipelineNode::id);
  }

  Status AddTask(const Value& task) {
    PipelineNode node;
    node.name = TextOf(task, "taskName");
    node.id = NewId(TextOf(task, "taskUniqueCode"), imported_.pipeline);
    if (node.name.empty()) node.name = node.id;
    ids_.emplace(TextOf(task, "taskUniqueCode"), node.id);
    const std::string text = TextOf(task, "code");
    TaskCode code;
    if (Trim(text).starts_with('<')) {
      Result<XmlDocument> xml = XmlDocument::Parse(text);
      if (!xml.ok()) {
        return Error{
            ErrorCode::kParse,
            fmt::format("the code of task {} is not XML: {}", node.name, xml.error().detail),
            {0, 0, task.line, task.column},
            ""};
      }
      Collect(xml->root(), code);
    } else if (!Trim(text).empty()) {
      code.statements.push_back(text);
    }
    imported_.pipeline.nodes.push_back(node);
    if (EqualsIgnoreCase(TextOf(task, "root"), "true")) {
      AddSource(node.id);
    } else {
      AddCode(node.id, code);
    }
    return Status::Ok();
  }

  // A source is called as its table, with a number after it.
  void AddSource(const std::string& id) {
    PipelineNode& node = NodeOf(id);
    node.component = kReadTable;
    std::string table = node.name;
    const size_t dash = table.rfind('-');
    const bool numbered = dash != std::string::npos &&
                          table.find_first_not_of("0123456789", dash + 1) == std::string::npos;
    if (numbered) table.resize(dash);
    node.parameters["table"] = table;
    writers_[ToLower(table)] = {id, "outputTable"};
  }

  void AddCode(const std::string& id, const TaskCode& code) {
    std::vector<std::string> sql;
    std::optional<PaiText> pai;
    for (const std::string& statement : code.statements) {
      std::string bare(Trim(statement));
      while (bare.ends_with(';')) bare = std::string(Trim(bare.substr(0, bare.size() - 1)));
      if (std::optional<PaiText> read = ReadPai(bare)) {
        if (pai.has_value())
          Note(id, "a further PAI statement of the node is left out: " + read->name);
        if (!pai.has_value()) pai = std::move(read);
      } else if (!BeginsWith(bare, "drop table if exists")) {
        sql.push_back(bare);
      }
    }
    if (!pai.has_value() && sql.empty()) pai = JobOf(id, code);
    if (pai.has_value()) {
      AddPai(id, *pai);
      if (!sql.empty())
        Note(id, "statements beside the PAI statement are left out: " + Redact(Join(sql, "; ")));
    } else if (!sql.empty()) {
      AddSql(id, sql);
    } else {
      NodeOf(id).component = "unknown";
      Note(id, "the task has no statement; the node refuses to run");
    }
  }

  // A job of Alink's service: {"algoName": …, "parameters": {…}}.
  std::optional<PaiText> JobOf(const std::string& id, const TaskCode& code) {
    if (code.jobs.empty()) return std::nullopt;
    const Result<Value> job = nodes::ReadJson(code.jobs.front());
    if (!job.ok()) return std::nullopt;
    PaiText pai{TextOf(*job, "algoName"), {}};
    if (const Value* const parameters = job->Find("parameters")) {
      for (const nodes::Member& member : parameters->members) {
        if (member.value.is_scalar()) pai.parameters.emplace_back(member.key, member.value.text);
      }
    }
    Note(id, fmt::format("a job of the service became the component {}; look at its parameters",
                         pai.name));
    return pai;
  }

  void AddPai(const std::string& id, const PaiText& pai) {
    PipelineNode& node = NodeOf(id);
    node.component = pai.name;
    const NodeType* const type = OfferedTypes().Find(pai.name);
    if (type == nullptr) {
      Note(id, fmt::format("the component {} does not run here; the node keeps its parameters and "
                           "refuses to run",
                           pai.name));
    }
    for (const auto& [name, value] : pai.parameters) {
      const pai::Parameter* const row = type == nullptr || type->component == nullptr
                                            ? nullptr
                                            : pai::ParameterOf(*type->component, name);
      const std::string port = row == nullptr ? name : std::string(row->name);
      const bool input = type == nullptr ? ToLower(name).find("input") != std::string::npos
                                         : type->Input(port) != nullptr;
      const bool output = type == nullptr ? ToLower(name).find("output") != std::string::npos
                                          : type->Output(port) != nullptr;
      if (output && !input) writers_[ToLower(value)] = {id, port};
      if (input) {
        links_.emplace_back([this, id, port, text = value] { Link(id, port, text); });
      } else {
        GiveParameter(type, name, value, node, imported_);
      }
    }
  }

  // An edge for each table that a task writes; else the value stays as it is.
  void Link(const std::string& id, const std::string& port, const std::string& value) {
    std::vector<std::string> kept;
    std::vector<PipelineEdge> edges;
    for (const std::string& part : Split(value, ',')) {
      const auto writer = writers_.find(ToLower(Trim(part)));
      if (writer == writers_.end()) {
        kept.push_back(part);
      } else {
        edges.push_back({writer->second, {id, port}});
      }
    }
    if (!kept.empty()) {
      // One place for all of them keeps their order.
      if (!edges.empty()) Note(id, fmt::format("the tables of {} stay names: {}", port, value));
      NodeOf(id).parameters[port] = value;
      return;
    }
    for (PipelineEdge& edge : edges) AddEdge(std::move(edge));
  }

  void AddSql(const std::string& id, const std::vector<std::string>& sql) {
    NodeOf(id).component = kSqlScript;
    std::string text = Join(sql, ";\n");
    if (const auto made = ReadCreate(sql.back()); made.has_value() && sql.size() == 1) {
      text = made->second;
      writers_[ToLower(made->first)] = {id, "outputTable"};
      if (!made->first.starts_with("pai_temp_")) {
        NodeOf(id).parameters["outputTable"] = made->first;
      }
    } else {
      NodeOf(id).parameters[std::string(kAddCreateTable)] = "false";
    }
    links_.emplace_back([this, id, text] { LinkSql(id, text); });
  }

  void LinkSql(const std::string& id, std::string text) {
    constexpr int kInputs = 4;
    int next = 1;
    for (const auto& [table, place] : writers_) {
      if (place.node == id || next > kInputs) continue;
      bool found = false;
      const std::string port = fmt::format("t{}", next);
      std::string changed = WithWord(text, NameAsWritten(text, table), "${" + port + "}", &found);
      if (!found) continue;
      text = std::move(changed);
      AddEdge({place, {id, port}});
      ++next;
    }
    const std::string kept = Redact(text);
    if (kept != text) Note(id, "the SQL holds a secret, which is left out");
    NodeOf(id).parameters["sql"] = kept;
  }

  // The table's name in the text's own letter case.
  static std::string NameAsWritten(const std::string& text, const std::string& table) {
    const size_t at = ToLower(text).find(table);
    return at == std::string::npos ? table : text.substr(at, table.size());
  }

  void AddEdge(PipelineEdge edge) {
    related_.insert({edge.from.node, edge.to.node});
    imported_.pipeline.edges.push_back(std::move(edge));
  }

  void TellLostRelations(const Value& document) {
    const Value* const relations = document.Find("taskRelations");
    if (relations == nullptr) return;
    for (const Value& relation : relations->items) {
      const auto parent = ids_.find(TextOf(relation, "parentTaskUniqueCode"));
      const auto child = ids_.find(TextOf(relation, "childTaskUniqueCode"));
      if (parent == ids_.end() || child == ids_.end()) continue;
      if (related_.contains({parent->second, child->second})) continue;
      Note(child->second,
           fmt::format("the node comes after {}, of which it reads nothing that is named; draw the "
                       "edge",
                       NodeOf(parent->second).name));
    }
  }

  void Note(const std::string& node, std::string message) {
    imported_.notes.push_back({node, true, std::move(message)});
  }

  ImportedPipeline imported_;
  std::map<std::string, std::string> ids_;
  std::map<std::string, PortPlace> writers_;  // by the tables, in lower case
  std::vector<std::function<void()>> links_;  // called when all writers are known
  std::set<std::pair<std::string, std::string>> related_;
};

}  // namespace

Result<ImportedPipeline> ImportStudio(const Value& document) {
  return StudioReader().Read(document);
}

}  // namespace paisql::designer

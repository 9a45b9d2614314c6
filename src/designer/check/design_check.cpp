#include "designer/check/design_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/hex.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "designer/check/graph_check.h"
#include "designer/code/node_code.h"
#include "session/sink.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"
#include "syntax/statements/pai.h"

namespace paisql::designer {

namespace {

constexpr int kMostRounds = 8;  // of one statement, whose mistakes are found one by one

// Keeps answers and warnings of statements that only check.
class KeepingSink final : public session::Sink {
 public:
  Status Rows(engine::ResultStream&) override { return Status::Ok(); }
  Status Show(const session::Answer& shown) override {
    answer = shown;
    return Status::Ok();
  }
  void Message(std::string_view) override {}
  void JobOutput(std::string_view) override {}
  void Warning(const SourceRange& range, std::string_view text) override {
    warnings.emplace_back(range, text);
  }

  session::Answer answer;
  std::vector<std::pair<SourceRange, std::string>> warnings;
};

syntax::StatementText Said(std::string text) {
  syntax::StatementText statement;
  statement.text = std::move(text);
  return statement;
}

// The scripts that nodes keep, where the check can read them; gone with it.
class ScriptFiles {
 public:
  static Result<ScriptFiles> Write(const Pipeline& pipeline) {
    ScriptFiles files;
    for (const PipelineNode& node : pipeline.nodes) {
      const NodeType* const type = OfferedTypes().Find(node.component);
      const bool keeps = type != nullptr && type->kind == NodeKind::kFile &&
                         node.Value("path").empty() && !node.Value(kScriptText).empty();
      if (!keeps) continue;
      if (files.folder_.empty()) {
        constexpr size_t kDigits = 16;
        files.folder_ =
            (std::filesystem::temp_directory_path() / ("paisql-designer-" + RandomHex(kDigits)))
                .string();
        PAISQL_TRY(MakeFolders(files.folder_));
      }
      PAISQL_TRY(WriteNewFile(files.folder_ + "/" + ScriptFileOf(node.id),
                              node.parameters.at(std::string(kScriptText)),
                              NewFileKind::kOwnPassing));
    }
    return files;
  }
  ScriptFiles() = default;
  ScriptFiles(ScriptFiles&& other) noexcept : folder_(std::exchange(other.folder_, "")) {}
  ScriptFiles& operator=(ScriptFiles&& other) noexcept {
    std::swap(folder_, other.folder_);
    return *this;
  }
  ScriptFiles(const ScriptFiles&) = delete;
  ScriptFiles& operator=(const ScriptFiles&) = delete;
  ~ScriptFiles() {
    if (!folder_.empty()) (void)RemoveTree(folder_);
  }

  std::string prefix() const { return folder_.empty() ? "" : folder_ + "/"; }

 private:
  std::string folder_;
};

class Checking {
 public:
  Checking(const Pipeline& pipeline, const Wiring& wiring, session::Session& session)
      : pipeline_(pipeline), wiring_(wiring), session_(session) {}

  CheckedPipeline Run() {
    checked_.findings = CheckGraph(pipeline_, wiring_);
    for (const PipelineNode& node : pipeline_.nodes) checked_.nodes[node.id];
    for (const Finding& finding : checked_.findings) Mark(finding);
    for (const auto& [name, value] : pipeline_.parameters) {
      if (const Error* error = Do("SETVAR " + name + "=" + value)) {
        Add(FindingOf(*error, ""));
      }
    }
    const std::optional<std::vector<size_t>> order = OrderOf(pipeline_);
    if (order.has_value()) {
      for (const size_t i : *order) CheckNode(pipeline_.nodes[i]);
    }
    return std::move(checked_);
  }

 private:
  void Mark(const Finding& finding) {
    const auto node = checked_.nodes.find(finding.node);
    if (node == checked_.nodes.end()) return;
    NodeState& state = node->second.state;
    if (finding.error) {
      state = NodeState::kError;
    } else if (state == NodeState::kOk) {
      state = NodeState::kWarning;
    }
  }

  void Add(Finding finding) {
    Mark(finding);
    checked_.findings.push_back(std::move(finding));
  }

  // Gives null where the statement goes well; else the error, which stays until the next call.
  const Error* Do(std::string text) {
    Result<session::Outcome> outcome = session_.Execute(Said(std::move(text)), sink_);
    if (outcome.ok()) return nullptr;
    error_ = std::move(outcome).error();
    return &error_;
  }

  PortColumns ColumnsOf(const std::string& table) {
    PortColumns port;
    sink_.answer = {};
    if (Do("DESC " + TableInSql(table)) != nullptr) return port;
    for (const auto& row : sink_.answer.rows) {
      constexpr size_t kPartition = 3;
      if (row.size() <= kPartition) continue;
      port.columns.push_back({row[0].value_or(""), row[1].value_or(""), row[kPartition] == "true"});
    }
    port.known = !port.columns.empty();
    return port;
  }

  // The columns that edges bring; false where one of them comes from a node that is wrong.
  bool TakeInputs(const PipelineNode& node, NodeFacts& facts) {
    bool known = true;
    for (const PipelineEdge& edge : pipeline_.edges) {
      if (edge.to.node != node.id) continue;
      const auto from = checked_.nodes.find(edge.from.node);
      if (from == checked_.nodes.end()) continue;
      const NodeState state = from->second.state;
      known = known && state != NodeState::kError && state != NodeState::kUnknown;
      const auto columns = from->second.outputs.find(edge.from.port);
      if (columns == from->second.outputs.end()) continue;
      PortColumns& input = facts.inputs[edge.to.port];
      input.known = columns->second.known;
      for (const PortColumn& column : columns->second.columns) input.columns.push_back(column);
    }
    return known;
  }

  // A table that is named by hand is chosen from, too.
  void TakeNamedInputs(const PipelineNode& node, const NodeType& type, NodeFacts& facts) {
    for (const TypePort& port : type.inputs) {
      const std::string table = node.Value(port.name);
      if (port.type != PortType::kTable || table.empty() || facts.inputs.contains(port.name))
        continue;
      if (table.find_first_of("/(,") != std::string::npos) continue;
      facts.inputs[port.name] = ColumnsOf(table);
    }
  }

  void CheckNode(const PipelineNode& node) {
    NodeFacts& facts = checked_.nodes[node.id];
    const NodeType* const type = wiring_.TypeOf(node);
    const bool known = TakeInputs(node, facts);
    if (type == nullptr) return;
    TakeNamedInputs(node, *type, facts);
    if (!known && facts.state != NodeState::kError) facts.state = NodeState::kUnknown;
    if (type->kind == NodeKind::kSource && facts.state != NodeState::kError) {
      CheckSource(node, facts);
    }
    if (!known) return;
    // What the graph misses, the statement would miss again.
    const bool misses = facts.state == NodeState::kError;
    if (!misses) CheckCode(node, *type);
    for (const TypePort& port : type->outputs) {
      const bool table = port.type == PortType::kTable || port.type == PortType::kEvaluation;
      const Given given = wiring_.OutputOf({node.id, port.name});
      if (!table || given.names.size() != 1 || misses || type->kind == NodeKind::kSource) continue;
      facts.outputs[port.name] = ColumnsOf(given.names.front());
    }
  }

  void CheckSource(const PipelineNode& node, NodeFacts& facts) {
    PortColumns columns = ColumnsOf(node.Value("table"));
    if (!columns.known) {
      Finding finding = FindingOf(error_, node.id);
      finding.parameter = "table";
      Add(std::move(finding));
    }
    facts.outputs["outputTable"] = std::move(columns);
  }

  // A target with partitions would lose all of them.
  bool LosesPartitions(const PipelineNode& node, const NodeType& type) {
    if (type.kind != NodeKind::kSink || !node.Value("outputTablePartition").empty()) return false;
    const PortColumns target = ColumnsOf(node.Value("outputTable"));
    if (!std::ranges::any_of(target.columns, &PortColumn::partition)) return false;
    Finding finding;
    finding.node = node.id;
    finding.parameter = "outputTablePartition";
    finding.code = ErrorCodeName(ErrorCode::kPartition);
    finding.message = "the table has partitions, and all of them would be replaced";
    finding.cure = "name the partition that is written";
    Add(std::move(finding));
    return true;
  }

  void CheckCode(const PipelineNode& node, const NodeType& type) {
    if (LosesPartitions(node, type)) return;
    const std::map<std::string, std::string> variables = wiring_.VariablesOf(node);
    for (const auto& [name, value] : variables) (void)Do("SETVAR " + name + "=" + value);
    const std::string code = NodeCode(node, &type, wiring_);
    for (const syntax::StatementText& statement : syntax::SplitStatements(code)) {
      sink_.warnings.clear();
      if (type.kind == NodeKind::kPai) {
        CheckPai(node, type, statement);
      } else if (const Error* error = Do(statement.text)) {
        AddSql(node, type, statement, *error);
        break;
      }
    }
    for (const auto& [name, value] : variables) (void)Do("UNSETVAR " + name);
    // Variables of the pipeline that a port has hidden are back.
    for (const auto& [name, value] : pipeline_.parameters) {
      if (variables.contains(name)) (void)Do("SETVAR " + name + "=" + value);
    }
  }

  void AddSql(const PipelineNode& node, const NodeType& type,
              const syntax::StatementText& statement, const Error& error) {
    std::vector<const Error*> all = {&error};
    for (const Error& other : error.others) all.push_back(&other);
    for (const Error* one : all) {
      Finding finding = FindingOf(*one, node.id);
      if (type.kind == NodeKind::kSql) {
        finding.parameter = "sql";
        const HeaderPlace header = HeaderOf(node);
        int line = statement.line + std::max(one->range.line, 1) - 1;
        if (line > header.before + header.lines) line -= header.lines;
        finding.line = line;
        finding.column = one->range.line <= 1 && one->range.line > 0 && statement.column > 1
                             ? one->range.column + statement.column - 1
                             : std::max(one->range.column, 1);
      }
      Add(std::move(finding));
    }
  }

  // Checks the statement again without each value that was wrong, so that all of them are told.
  void CheckPai(const PipelineNode& node, const NodeType& type, syntax::StatementText statement) {
    std::set<std::string> told;
    for (int round = 0; round < kMostRounds; ++round) {
      const Error* const error = Do(statement.text);
      if (error == nullptr) break;
      const Error kept = *error;
      const syntax::PaiParameter at = ParameterAt(statement.text, kept.range);
      Finding finding = FindingOf(kept, node.id);
      const bool again = !told.insert(at.key).second;
      if (type.Input(at.key) != nullptr || type.Output(at.key) != nullptr) finding.port = at.key;
      finding.parameter = at.key;
      PlaceMissing(type, finding);
      TellWhoLeavesOut(node, type, finding);
      const Field* const field = type.FindField(at.key);
      const bool port = !finding.port.empty() || finding.parameter != at.key;
      // A value that is missing now may be one that this check has left out itself.
      if (!again && !(round > 0 && (port || at.key.empty()))) Add(std::move(finding));
      if (again || at.key.empty() || field == nullptr || port) break;
      statement.text = Without(statement.text, at);
    }
    for (const auto& [range, text] : sink_.warnings) {
      Finding finding;
      finding.node = node.id;
      finding.error = false;
      finding.message = text;
      Add(std::move(finding));
    }
  }

  // A statement tells "-Dfraction is missing" of itself or of another parameter; a canvas has a
  // field for it.
  static void PlaceMissing(const NodeType& type, Finding& finding) {
    constexpr std::string_view kOption = "-D";
    constexpr std::string_view kMissing = " is missing";
    const std::string& text = finding.message;
    if (!text.starts_with(kOption) || !text.ends_with(kMissing)) return;
    const std::string name =
        text.substr(kOption.size(), text.size() - kOption.size() - kMissing.size());
    const Field* const field = type.FindField(name);
    if (field == nullptr) return;
    finding.port = "";
    finding.parameter = field->name;
    finding.message = fmt::format("parameter '{}' is missing", field->name);
    finding.cure = field->doc;
  }

  // A prediction passes on only the columns of its input that it is told to pass on.
  void TellWhoLeavesOut(const PipelineNode& node, const NodeType& type, Finding& finding) {
    constexpr std::string_view kPassedOn = "appendColNames";
    const Field* const field = type.FindField(finding.parameter);
    if (field == nullptr || field->of.empty()) return;
    const auto has = [](const PortColumns& port, std::string_view name) {
      return std::ranges::any_of(port.columns, [&](const PortColumn& column) {
        return EqualsIgnoreCase(column.name, name);
      });
    };
    for (const PipelineEdge* const edge : pipeline_.Into({node.id, field->of})) {
      const PipelineNode* const from = pipeline_.Find(edge->from.node);
      const NodeType* const giver = from == nullptr ? nullptr : wiring_.TypeOf(*from);
      const Field* const passes = giver == nullptr ? nullptr : giver->FindField(kPassedOn);
      if (passes == nullptr) continue;
      const NodeFacts& facts = checked_.nodes[from->id];
      const auto given = facts.outputs.find(edge->from.port);
      const auto taken = facts.inputs.find(passes->of);
      if (given == facts.outputs.end() || taken == facts.inputs.end()) continue;
      for (const std::string& word : Split(node.Value(field->name), ',')) {
        const std::string name(Trim(word));
        if (!has(taken->second, name) || has(given->second, name)) continue;
        finding.cure = fmt::format("name {} in {} of the node {}: it leaves that column out", name,
                                   kPassedOn, from->name);
        return;
      }
    }
  }

  static syntax::PaiParameter ParameterAt(const std::string& text, const SourceRange& range) {
    const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(text);
    if (!parsed.ok() || !range.known()) return {};
    const auto* const pai = syntax::If<syntax::PaiStatement>(**parsed);
    if (pai == nullptr) return {};
    for (const syntax::PaiParameter& parameter : pai->parameters) {
      const bool within =
          range.begin >= parameter.key_range.begin && range.begin <= parameter.value_range.end;
      if (within) return parameter;
    }
    return {};
  }

  static std::string Without(std::string text, const syntax::PaiParameter& parameter) {
    size_t begin = parameter.key_range.begin;
    const size_t option = text.rfind("-D", begin);
    if (option != std::string::npos) begin = option;
    return text.erase(begin, parameter.value_range.end - begin);
  }

  const Pipeline& pipeline_;
  const Wiring& wiring_;
  session::Session& session_;
  KeepingSink sink_;
  Error error_;
  CheckedPipeline checked_;
};

}  // namespace

Result<CheckedPipeline> CheckPipeline(const Pipeline& pipeline, session::SessionOptions options,
                                      const std::string& folder) {
  PAISQL_TRY(CheckShape(pipeline));
  PAISQL_ASSIGN(const ScriptFiles files, ScriptFiles::Write(pipeline));
  options.check_only = true;
  options.project = pipeline.project;
  options.variables.clear();
  PAISQL_ASSIGN(const std::unique_ptr<session::Session> session,
                session::Session::Open(std::move(options)));
  session->SetScriptFolder(folder);
  const Wiring wiring(pipeline, OfferedTypes(), files.prefix());
  return Checking(pipeline, wiring, *session).Run();
}

}  // namespace paisql::designer

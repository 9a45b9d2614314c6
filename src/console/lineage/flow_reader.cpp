#include "console/lineage/flow_reader.h"

#include <algorithm>

#include "base/text.h"
#include "nodes/code/code_text.h"
#include "script/silent_sink.h"
#include "session/data_flow.h"
#include "session/touched_tables.h"
#include "store/place.h"
#include "syntax/definition.h"
#include "syntax/lexer/lexer.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/pai.h"
#include "syntax/statements/tables.h"

namespace paisql::console {

namespace {

using session::DataFlow;

class FlowSink final : public script::SilentSink {
 public:
  void Warning(const SourceRange& /*range*/, std::string_view /*text*/) override {}
  bool WantsFlow() const override { return true; }
  void Flow(const DataFlow& flow) override { flows.push_back(flow); }

  std::vector<DataFlow> flows;
};

syntax::StatementText TextOf(std::string text) {
  syntax::StatementText statement;
  statement.text = std::move(text);
  return statement;
}

LineageFlow FlowInto(const DataFlow& flow, std::string target, const FlowMaker& maker) {
  LineageFlow one;
  one.maker = maker;
  if (one.maker.action.empty()) one.maker.action = flow.action;
  one.writes = std::move(target);
  for (const session::FlowTable& table : flow.reads) {
    const std::string key = ToLower(table.name);
    if (std::ranges::find(one.reads, key) == one.reads.end()) one.reads.push_back(key);
  }
  for (const plan::ColumnLineage& column : flow.columns) {
    for (const plan::ColumnOrigin& origin : column.from) {
      one.columns.push_back({ToLower(origin.table), origin.column, column.name, column.copied});
    }
  }
  return one;
}

// By name alone: each table that is read goes into each that is written.
std::vector<LineageFlow> FlowsOf(const nodes::NodeTables& tables, const FlowMaker& maker) {
  std::vector<std::string> reads(tables.reads.begin(), tables.reads.end());
  constexpr std::string_view kModel = "model ";
  for (const std::string& object : tables.objects_read) {
    if (object.starts_with(kModel)) reads.push_back(ModelKey(object.substr(kModel.size())));
  }
  std::set<std::string> writes = tables.writes;
  writes.insert(tables.makes.begin(), tables.makes.end());
  for (const std::string& object : tables.objects_written) {
    if (object.starts_with(kModel)) writes.insert(ModelKey(object.substr(kModel.size())));
  }
  std::vector<LineageFlow> flows;
  if (reads.empty()) return flows;
  for (const std::string& target : writes) flows.push_back({maker, reads, target, {}});
  return flows;
}

std::string_view ActionOf(std::string_view text) {
  const size_t end = text.find_first_of(" \t\r\n(");
  return text.substr(0, end);
}

// Where the statements after this one find names without a project.
std::string PlaceAfter(const std::string& statement, std::string place) {
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(statement);
  if (!parsed.ok() || *parsed == nullptr) return place;
  const auto* const use = syntax::If<syntax::UseStatement>(**parsed);
  if (use == nullptr) return place;
  const std::string project = use->project ? use->project->text : store::ProjectOfPlace(place);
  return use->schema ? store::PlaceText(project, use->schema->text) : project;
}

// A view becomes a table of the same columns.
std::string TableLike(const store::Table& view) {
  std::string columns;
  for (const store::Column& column : view.columns) {
    columns += (columns.empty() ? "" : ", ") + syntax::QuoteName(column.name) + " " +
               column.type.ToString();
  }
  return "CREATE TABLE " + syntax::QuoteName(view.name) + " (" + columns + ")";
}

}  // namespace

std::vector<std::string> TablesOfDefinition(const std::string& text, const std::string& place) {
  std::vector<std::string> keys;
  const Result<syntax::Definition> definition = syntax::ParseDefinition(text);
  if (!definition.ok()) return keys;
  for (const std::string& name : session::FindTouchedTables(*definition).reads) {
    const std::vector<std::string> parts = Split(name, '.');
    const std::string of = parts.size() == 1   ? place
                           : parts.size() == 2 ? parts[0]
                                               : store::PlaceText(parts[0], parts[1]);
    keys.push_back(ToLower(of + "." + parts.back()));
  }
  return keys;
}

session::Session* FlowReader::Copy(const std::string& place) {
  if (!tried_) {
    tried_ = true;
    session::SessionOptions options = options_;
    options.user.clear();
    options.check_only = true;
    options.interactive = false;
    options.settings.emplace_back("odps.sql.allow.fullscan", "true");
    options.project = store::ProjectOfPlace(place);
    Result<std::unique_ptr<session::Session>> opened = session::Session::Open(std::move(options));
    if (!opened.ok()) return nullptr;
    session_ = *std::move(opened);
    place_ = session_->project();
    TurnViewsIntoTables();
  }
  if (session_ == nullptr) return nullptr;
  if (EqualsIgnoreCase(place_, place)) return session_.get();
  const store::Place wanted = store::PlaceOf(place);
  FlowSink sink;
  const bool moved = session_->Execute(TextOf("USE " + wanted.project), sink).ok() &&
                     (wanted.schema == store::kDefaultSchema ||
                      session_->Execute(TextOf("USE SCHEMA " + wanted.schema), sink).ok());
  place_ = moved ? place : "";
  return moved ? session_.get() : nullptr;
}

void FlowReader::TurnViewsIntoTables() {
  FlowSink sink;
  for (const store::Table& view : views_) {
    if (view.kind != store::TableKind::kView || syntax::IsDefinition(view.view_text)) continue;
    session::Session* const session = Copy(view.project);
    if (session == nullptr) continue;
    if (!session->Execute(TextOf("DROP VIEW " + syntax::QuoteName(view.name)), sink).ok()) continue;
    (void)session->Execute(TextOf(TableLike(view)), sink);
  }
}

std::vector<LineageFlow> FlowReader::ReadStatements(const std::string& text,
                                                    const std::string& place,
                                                    const FlowMaker& maker) {
  std::vector<LineageFlow> flows;
  for (const syntax::StatementText& statement : syntax::SplitStatements(text)) {
    for (LineageFlow& flow : ReadOne(statement.text, place, maker)) {
      flows.push_back(std::move(flow));
    }
  }
  return flows;
}

std::vector<LineageFlow> FlowReader::ReadCode(const std::string& text, const std::string& place,
                                              const FlowMaker& maker) {
  std::vector<LineageFlow> flows;
  std::string here = place;
  for (const syntax::StatementText& statement : syntax::SplitStatements(text)) {
    here = PlaceAfter(statement.text, std::move(here));
    for (LineageFlow& flow : ReadOne(statement.text, here, maker)) {
      flow.maker = maker;
      flows.push_back(std::move(flow));
    }
  }
  for (LineageFlow& named : ReadNames(text, place, maker)) {
    const bool told = std::ranges::any_of(
        flows, [&](const LineageFlow& flow) { return flow.writes == named.writes; });
    if (!told) flows.push_back(std::move(named));
  }
  return flows;
}

std::vector<LineageFlow> FlowReader::ReadOne(const std::string& text, const std::string& place,
                                             const FlowMaker& maker) {
  FlowMaker named = maker;
  named.action = ToUpper(ActionOf(text));
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(text);
  if (parsed.ok() && *parsed != nullptr && syntax::IsA<syntax::PaiStatement>(**parsed)) return {};
  std::vector<LineageFlow> by_name = FlowsOf(nodes::FindNodeTables(text, place), named);
  if (by_name.empty() || !parsed.ok() || *parsed == nullptr) return by_name;
  // A view is read from the catalog, which has it as it is now.
  if (syntax::IsA<syntax::CreateViewStatement>(**parsed)) return {};
  session::Session* const session = Copy(place);
  if (session == nullptr) return by_name;
  // The table is there by now, so in the copy another one is made.
  const auto* const create = syntax::If<syntax::CreateTableStatement>(**parsed);
  std::string analysed = text;
  if (create != nullptr) {
    const SourceRange& name = create->table.range;
    analysed.replace(name.begin, name.end - name.begin, "paisql_made_" + std::to_string(++made_));
  }
  FlowSink sink;
  (void)session->Execute(TextOf(analysed), sink);
  std::vector<LineageFlow> flows;
  for (const DataFlow& flow : sink.flows) {
    for (const session::FlowTable& target : flow.writes) {
      if (flow.reads.empty()) continue;
      flows.push_back(
          FlowInto(flow, create != nullptr ? by_name.front().writes : ToLower(target.name), maker));
    }
  }
  return flows.empty() ? by_name : flows;
}

std::vector<LineageFlow> FlowReader::ReadView(const store::Table& view, const std::string& query,
                                              const FlowMaker& maker) {
  const std::string target = ToLower(view.QualifiedName());
  if (syntax::IsDefinition(query)) {
    std::vector<std::string> reads = TablesOfDefinition(query, view.project);
    if (reads.empty()) return {};
    return {{maker, std::move(reads), target, {}}};
  }
  std::vector<LineageFlow> by_name;
  for (const std::string& read : nodes::FindNodeTables(query, view.project).reads) {
    if (by_name.empty()) by_name.push_back({maker, {}, target, {}});
    by_name.front().reads.push_back(read);
  }
  session::Session* const session = Copy(view.project);
  if (session == nullptr) return by_name;
  FlowSink sink;
  if (!session->Execute(TextOf("SELECT * FROM (" + query + "\n) t"), sink).ok() ||
      sink.flows.empty()) {
    return by_name;
  }
  DataFlow flow = std::move(sink.flows.front());
  for (size_t i = 0; i < std::min(flow.columns.size(), view.columns.size()); ++i) {
    flow.columns[i].name = view.columns[i].name;
  }
  if (flow.reads.empty()) return {};
  return {FlowInto(flow, target, maker)};
}

std::vector<LineageFlow> FlowReader::ReadNames(const std::string& text, const std::string& place,
                                               const FlowMaker& maker) {
  return FlowsOf(nodes::FindNodeTables(text, place), maker);
}

}  // namespace paisql::console

// Variables of a script: which of them become rows, queries in their reader's place, or values.

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "engine/text/result_text.h"
#include "plan/fold.h"
#include "session/sink.h"
#include "session/statements/scripts/script_run.h"
#include "session/statements/scripts/values.h"

namespace paisql::session {

namespace {

// A check analyses a query again where it is read, as long as that costs little.
constexpr size_t kMaxWeight = 64;

bool IsStorable(const DataType& type) {
  if (type.IsInterval()) return false;
  if (!type.IsNested()) return true;
  for (const DataType& part : type.fields()) {
    if (!IsStorable(part)) return false;
  }
  return true;
}

bool IsStorable(const plan::Relation& root) {
  for (const plan::OutputColumn& column : root.output) {
    if (!IsStorable(column.type)) return false;
  }
  return true;
}

store::Column ColumnOf(size_t index, std::string name, const DataType& type) {
  store::Column column;
  column.id = static_cast<int64_t>(index) + 1;
  column.name = std::move(name);
  column.type = type;
  return column;
}

// A table of the session with the plan's columns, by the names of the plan, or of files, in which a
// name may not stand twice.
store::Table TableOf(const plan::Relation& root, bool in_files) {
  store::Table table;
  for (size_t i = 0; i < root.output.size(); ++i) {
    table.columns.push_back(
        ColumnOf(i, in_files ? "c" + std::to_string(i) : root.output[i].name, root.output[i].type));
  }
  return table;
}

void CollectLoops(const syntax::Step& step, std::vector<const syntax::LoopStep*>& loops) {
  switch (step.kind) {
    case syntax::StepKind::kLoop:
      loops.push_back(&syntax::As<syntax::LoopStep>(step));
      return CollectLoops(*loops.back()->body, loops);
    case syntax::StepKind::kBlock:
      for (const auto& inner : syntax::As<syntax::BlockStep>(step).steps) {
        CollectLoops(*inner, loops);
      }
      return;
    case syntax::StepKind::kIf: {
      const auto& node = syntax::As<syntax::IfStep>(step);
      CollectLoops(*node.then, loops);
      if (node.otherwise) CollectLoops(*node.otherwise, loops);
      return;
    }
    default:
      return;
  }
}

}  // namespace

void ScriptRun::Set(const std::string& name, analysis::Variable variable) {
  auto variables = state_.script_variables == nullptr
                       ? std::make_shared<analysis::Variables>()
                       : std::make_shared<analysis::Variables>(*state_.script_variables);
  (*variables)[ToLower(name)] = std::make_shared<const analysis::Variable>(std::move(variable));
  state_.script_variables = std::move(variables);
}

void ScriptRun::NoteShape(const syntax::Identifier& variable, bool rows,
                          const plan::Relation& root) {
  Shape& shape = shapes_[ToLower(variable.text)];
  shape = {rows, {}, variable.range};
  for (const plan::OutputColumn& column : root.output) {
    shape.columns.emplace_back(rows ? ToLower(column.name) : "", column.type);
  }
}

size_t ScriptRun::ReadersOf(const syntax::AssignStep& step) const {
  const std::string name = ToLower(step.variable.text);
  std::vector<const syntax::LoopStep*> loops;
  for (const syntax::StepPtr& one : script_->steps) CollectLoops(*one, loops);
  size_t readers = keeps_ ? 2 : 0;
  for (const syntax::Script::Mention& mention : script_->mentions) {
    if (!mention.reads || mention.name != name) continue;
    if (mention.begin == step.variable.range.begin) continue;
    if (mention.begin > step.range.end) ++readers;
    for (const syntax::LoopStep* const loop : loops) {
      const bool inside = Holds(loop->range, mention.begin);
      // In a loop the text is read again; a query from before the loop, too.
      if (inside) readers += 2;
    }
  }
  return readers;
}

Result<ScriptRun::Declared> ScriptRun::Declare(const syntax::AssignStep& step) {
  const std::string name = ToLower(step.variable.text);
  if (!step.type && !step.table) return declared_[name];
  Declared declared;
  analysis::AnalysisContext context = state_.MakeContext();
  if (step.type) {
    PAISQL_ASSIGN(declared.type, analysis::AnalyzeType(*step.type, context));
  } else {
    PAISQL_ASSIGN(declared.columns, analysis::AnalyzeColumns(step.columns, context));
  }
  declared_[name] = declared;
  return declared;
}

Status ScriptRun::Assign(const syntax::AssignStep& step) {
  for (const syntax::StatementNote& note : step.notes) {
    if (state_.SayOnce(note.text)) run_.sink.Warn(note.range, note.text);
  }
  if (serial_) ForgetPlans();
  PAISQL_ASSIGN(const Declared declared, Declare(step));
  if (step.query != nullptr) return AssignRows(step, declared);
  if (step.value != nullptr) {
    if (declared.columns.empty()) return AssignValue(step, declared.type);
    return Error{ErrorCode::kSemantic, "@" + step.variable.text + " is a table and gets a value",
                 step.value->range, "write SELECT …, or declare it with the type of the value"};
  }
  analysis::Variable variable;
  variable.name = step.variable.text;
  if (declared.type) variable.value = Value::Null(*declared.type);
  variable.columns = declared.columns;
  Set(step.variable.text, std::move(variable));
  return Status::Ok();
}

Status ScriptRun::AssignValue(const syntax::AssignStep& step, const std::optional<DataType>& type) {
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(analysis::QueryPlan plan, analysis::AnalyzeValue(*step.value, type, context));
  ShowWarnings(context, run_.out);
  NoteShape(step.variable, false, *plan.root);
  PAISQL_ASSIGN(analysis::Variable variable, ValueOf(std::move(plan), step.value->range));
  NoteAssumed(step, !assumes_);
  variable.name = step.variable.text;
  Set(step.variable.text, std::move(variable));
  return Status::Ok();
}

Status ScriptRun::AssignRows(const syntax::AssignStep& step, const Declared& declared) {
  std::vector<store::Column> columns = declared.columns;
  if (declared.type) columns.push_back(ColumnOf(0, step.variable.text, *declared.type));
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(analysis::QueryPlan plan,
                analysis::AnalyzeTableVariable(*step.query, columns, step.query->range, context));
  ShowWarnings(context, run_.out);
  NoteShape(step.variable, !declared.type, *plan.root);
  if (declared.type) {
    PAISQL_ASSIGN(analysis::Variable variable, ValueOf(std::move(plan), step.query->range));
    NoteAssumed(step, !assumes_);
    variable.name = step.variable.text;
    Set(step.variable.text, std::move(variable));
    return Status::Ok();
  }
  const size_t readers = ReadersOf(step);
  size_t weight = 1;
  for (const syntax::Script::Mention& mention : script_->mentions) {
    if (!Holds(step.query->range, mention.begin)) continue;
    const auto known = weights_.find(mention.name);
    if (known != weights_.end()) weight += known->second;
  }
  const bool computes = state_.checking() ? weight > kMaxWeight
                        : serial_         ? readers > 0
                                          : readers > (step.cache ? 0 : 1);
  analysis::Variable variable;
  variable.name = step.variable.text;
  if (computes && IsStorable(*plan.root)) {
    weights_[ToLower(step.variable.text)] = 1;
    PAISQL_TRY(KeepRows(std::move(plan), variable));
  } else {
    PAISQL_TRY(CheckReads(*plan.root));
    weights_[ToLower(step.variable.text)] = weight;
    variable.query = step.query.get();
    variable.columns = std::move(columns);
    variable.scope = state_.script_variables;
    variable.owner = script_;
  }
  Set(step.variable.text, std::move(variable));
  return Status::Ok();
}

Result<const plan::Relation*> ScriptRun::Take(analysis::QueryPlan plan) {
  PAISQL_TRY(CheckReads(*plan.root));
  const plan::Relation* const root = queries_.emplace_back(std::move(plan)).root.get();
  PAISQL_TRY(Plans().Add({"", root}));
  roots_.push_back(root);
  return root;
}

Status ScriptRun::KeepRows(analysis::QueryPlan plan, analysis::Variable& variable) {
  KeptRelation& kept = state_.relations().AddHidden("@" + variable.name);
  kept_.push_back(&kept);
  store::Table table = TableOf(*plan.root, false);
  table.id = kept.id();
  table.project = state_.Place();
  table.name = "@" + variable.name;
  variable.rows = std::move(table);
  const store::Table in_files = TableOf(*plan.root, true);
  store::FileListing listing;
  listing.schema_versions.emplace_back().columns = in_files.columns;
  if (script_->explains) {
    // Whoever reads it is shown as well.
    Explain(fmt::format("@{} is computed once", variable.name), plan);
    kept.SetFiles(std::move(listing), nullptr);
    return Status::Ok();
  }
  if (state_.checking()) return Status::Ok();
  PAISQL_ASSIGN(const plan::Relation* const root, Take(std::move(plan)));
  auto staging = std::make_unique<execution::Staging>(state_);
  PAISQL_ASSIGN(const std::vector<store::StagedFile> written,
                Plans().Write({"", root}, in_files, {}, staging.get()));
  for (const store::StagedFile& one : written) {
    store::DataFile& file = listing.files.emplace_back();
    file.path = one.path;
    file.rows = one.rows;
    std::error_code failure;
    file.bytes = static_cast<int64_t>(std::filesystem::file_size(one.path, failure));
  }
  kept.SetFiles(std::move(listing), std::move(staging));
  return Status::Ok();
}

Result<analysis::Variable> ScriptRun::ValueOf(analysis::QueryPlan plan, const SourceRange& range) {
  analysis::Variable variable;
  assumes_ = false;
  if (plan.root->output.size() != 1) {
    return Error{ErrorCode::kSemantic, "a value has one column", range, "name one column"};
  }
  const DataType type = plan.root->output.front().type;
  if (plan.root->kind == plan::RelationKind::kProject) {
    const auto& project = plan::As<plan::Project>(*plan.root);
    if (project.input->kind == plan::RelationKind::kValues) {
      std::optional<Value> constant = plan::Fold(*project.expressions.front());
      if (constant) {
        if (constant->is_null()) constant->type = type;
        variable.value = std::move(constant);
        return variable;
      }
    }
  }
  if (checking()) {
    PAISQL_TRY(CheckReads(*plan.root));
    variable.value = AnyValue(type);
    assumes_ = true;
    if (script_->explains && variable.value) Explain(LineOf("Value", range), plan);
    if (!variable.value) PAISQL_TRY(KeepRows(std::move(plan), variable));
    return variable;
  }
  if (!AnyValue(type)) {
    PAISQL_TRY(KeepRows(std::move(plan), variable));
    return variable;
  }
  PAISQL_ASSIGN(const plan::Relation* const root, Take(std::move(plan)));
  int64_t count = 0;
  Value value = Value::Null(type);
  PAISQL_TRY(Plans().Stream({"", root}, [&](engine::ResultStream& rows) -> Status {
    engine::ResultText text(rows.columns());
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
      if (!batch) return Status::Ok();
      if (batch.row_count() == 0) continue;
      count += static_cast<int64_t>(batch.row_count());
      text.Read(batch);
      if (text.IsNull(0, 0)) continue;
      std::string cell;
      text.AppendText(0, 0, engine::TextForm::kPlain, cell);
      std::optional<Value> known = ValueOfText(cell, type);
      PAISQL_ASSERT(known.has_value(), "a value's text is not of its type");
      value = *std::move(known);
    }
  }));
  if (count > 1) {
    return Error{ErrorCode::kSemantic,
                 "the query of a value gives " + std::to_string(count) + " rows", range,
                 "add an aggregate, or LIMIT 1"};
  }
  variable.value = std::move(value);
  return variable;
}

}  // namespace paisql::session

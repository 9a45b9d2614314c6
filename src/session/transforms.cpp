#include "session/transforms.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "plan/traverse.h"
#include "session/damage.h"
#include "session/script_folder.h"
#include "session/script_run.h"

namespace paisql::session {

namespace {

void CollectCteReads(plan::Relation& relation, std::set<int>& indexes) {
  for (plan::Relation* found : plan::CollectRelations(relation, plan::RelationKind::kCteScan)) {
    indexes.insert(plan::As<plan::CteScan>(*found).index);
  }
}

// The definitions of the whole plan that the relation reads, and those that these read.
std::vector<std::pair<int, const plan::Relation*>> DefinitionsFor(plan::Relation& root,
                                                                  plan::Relation& relation) {
  std::vector<std::pair<int, plan::RelationPtr*>> all;
  for (plan::Relation* found : plan::CollectRelations(root, plan::RelationKind::kWith)) {
    auto& with = plan::As<plan::With>(*found);
    for (size_t i = 0; i < with.definitions.size(); ++i) {
      all.emplace_back(with.indexes[i], &with.definitions[i]);
    }
  }
  std::set<int> needed;
  CollectCteReads(relation, needed);
  for (size_t before = 0; before != needed.size();) {
    before = needed.size();
    for (const auto& [index, definition] : all) {
      if (needed.contains(index)) CollectCteReads(**definition, needed);
    }
  }
  // Those of the relation itself stay where they are.
  std::set<int> own;
  for (plan::Relation* found : plan::CollectRelations(relation, plan::RelationKind::kWith)) {
    for (const int index : plan::As<plan::With>(*found).indexes) own.insert(index);
  }
  std::vector<std::pair<int, const plan::Relation*>> result;
  for (const auto& [index, definition] : all) {
    if (needed.contains(index) && !own.contains(index)) {
      result.emplace_back(index, definition->get());
    }
  }
  // A definition has a smaller number than those that read it.
  std::sort(result.begin(), result.end());
  return result;
}

// A part of a plan as a plan of its own while this lives: the definitions that it reads stand
// around it.
class StandAlone {
 public:
  StandAlone(plan::Relation& root, plan::RelationPtr& part) : part_(part) {
    const auto definitions = DefinitionsFor(root, *part);
    if (definitions.empty()) return;
    with_ = std::make_unique<plan::With>();
    for (const auto& [index, definition] : definitions) {
      with_->indexes.push_back(index);
      with_->definitions.push_back(plan::Clone(*definition));
    }
    with_->output = part->output;
    with_->range = part->range;
    with_->body = std::move(part);
  }
  ~StandAlone() {
    if (with_) part_ = std::move(with_->body);
  }
  StandAlone(const StandAlone&) = delete;
  StandAlone& operator=(const StandAlone&) = delete;

  plan::Relation& plan() { return with_ ? *with_ : *part_; }

 private:
  plan::RelationPtr& part_;
  std::unique_ptr<plan::With> with_;
};

}  // namespace

Status Transforms::Execute(const std::vector<plan::Relation*>& roots,
                           engine::ExecutionSettings settings) {
  settings.profile = run_.observer != nullptr;
  for (plan::Relation* root : roots) {
    for (plan::Relation* found : plan::CollectRelations(*root, plan::RelationKind::kTransform)) {
      PAISQL_TRY(ExecuteOne(*root, plan::As<plan::Transform>(*found), settings));
    }
  }
  return Status::Ok();
}

Status Transforms::ExecuteOne(plan::Relation& root, plan::Transform& transform,
                              const engine::ExecutionSettings& settings) {
  PAISQL_ASSIGN(const std::string work_folder, staging_.MakeFolder());
  PAISQL_TRY(FillScriptFolder(transform, work_folder));
  engine::WriteTarget target;
  PAISQL_ASSIGN(target.directory, staging_.MakeFolder());
  std::vector<engine::ResultColumn> columns;
  for (size_t i = 0; i < transform.output.size(); ++i) {
    target.column_names.push_back("c" + std::to_string(i));
    columns.push_back({target.column_names.back(), TypeId::kString});
  }
  PAISQL_ASSIGN(engine::Engine * engine, run_.state.Engine());
  PAISQL_ASSIGN(const std::unique_ptr<engine::RowAppender> appender,
                engine->Append(columns, target, settings));
  StandAlone input(root, transform.input);
  PAISQL_TRY(run_.state.CheckInterrupted());
  const auto start = std::chrono::steady_clock::now();
  Result<std::unique_ptr<engine::ResultStream>> rows = engine->Query(input.plan(), settings);
  if (!rows.ok()) return NameDamagedFile(run_.state, input.plan(), std::move(rows).error());
  ScriptRun script(transform, std::move(rows).value(), *appender, run_);
  Status status = script.Execute(work_folder);
  if (!status.ok()) return NameDamagedFile(run_.state, input.plan(), std::move(status).error());
  PAISQL_ASSIGN(const std::vector<engine::WrittenFile> files, appender->Finish());
  engine::OperatorActual actual;
  for (const engine::WrittenFile& file : files) {
    transform.files.push_back(file.path);
    actual.rows += file.rows;
  }
  transform.has_run = true;
  if (run_.observer == nullptr) return Status::Ok();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  actual.seconds = took.count();
  PAISQL_ASSIGN(engine::ExecutionReport report, engine->Report(input.plan()));
  report.operators[&transform] = actual;
  run_.observer->RanScript(transform, report);
  return Status::Ok();
}

}  // namespace paisql::session

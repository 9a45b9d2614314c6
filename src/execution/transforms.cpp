#include "execution/transforms.h"

#include <chrono>

#include "execution/damage.h"
#include "transform/function_run.h"
#include "transform/script_folder.h"
#include "transform/script_run.h"

namespace paisql::execution {

Status Transforms::Execute(const plan::Relation& root, engine::Bindings& bindings) {
  for (const plan::Relation* found : plan::CollectRelations(root, plan::RelationKind::kTransform)) {
    PAISQL_TRY(ExecuteOne(root, plan::As<plan::Transform>(*found), bindings));
  }
  return Status::Ok();
}

Status Transforms::ExecuteOne(const plan::Relation& root, const plan::Transform& transform,
                              engine::Bindings& bindings) {
  engine::WriteTarget target;
  PAISQL_ASSIGN(target.directory, staging_.MakeFolder());
  std::vector<engine::ResultColumn> columns;
  for (size_t i = 0; i < transform.output.size(); ++i) {
    target.column_names.push_back("c" + std::to_string(i));
    const DataType& type = transform.output[i].type;
    const bool bare_null = type.id() == TypeId::kVoid;
    columns.push_back({target.column_names.back(), bare_null ? DataType(TypeId::kString) : type});
  }
  PAISQL_ASSIGN(engine::Connection * connection, host_.Connection());
  PAISQL_ASSIGN(const std::unique_ptr<engine::RowAppender> appender,
                connection->Append(columns, target, settings_));
  const StandAlone& input =
      *inputs_.emplace_back(std::make_unique<StandAlone>(root, *transform.input, bindings));
  PAISQL_TRY(host_.CheckInterrupted());
  const Meter::Work work(host_.meter(), 0);
  const auto start = std::chrono::steady_clock::now();
  const auto failure = [&](Error error) {
    return NameDamagedFile(host_, input.plan(), bindings, std::move(error));
  };
  Result<std::unique_ptr<engine::ResultStream>> rows =
      connection->Query(input.plan(), bindings, settings_);
  if (!rows.ok()) return failure(std::move(rows).error());
  Status status = transform.function
                      ? RunFunction(transform, std::move(rows).value(), *connection, *appender)
                      : RunScript(transform, std::move(rows).value(), *appender);
  if (!status.ok()) return failure(std::move(status).error());
  PAISQL_ASSIGN(const std::vector<engine::WrittenFile> files, appender->Finish());
  engine::OperatorActual actual;
  std::vector<std::string> paths;
  for (const engine::WrittenFile& file : files) {
    paths.push_back(file.path);
    actual.rows += file.rows;
  }
  bindings.SetAnswer(transform, std::move(paths));
  if (observer_ == nullptr) return Status::Ok();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  actual.seconds = took.count();
  PAISQL_ASSIGN(engine::ExecutionReport report, connection->Report(input.plan(), bindings));
  report = input.OfPart(std::move(report));
  report.operators[&transform] = actual;
  observer_->RanScript(transform, report);
  return Status::Ok();
}

Status Transforms::RunScript(const plan::Transform& transform,
                             std::unique_ptr<engine::ResultStream> rows,
                             engine::RowAppender& output) {
  PAISQL_TRY(host_.CheckScripts());
  PAISQL_ASSIGN(const std::string folder, staging_.MakeFolder());
  PAISQL_TRY(transform::FillScriptFolder(transform, folder));
  transform::ScriptRun script(transform, std::move(rows), output,
                              {host_.ScriptSurroundings(), host_.stop_token(), show_});
  return script.Execute(folder);
}

Status Transforms::RunFunction(const plan::Transform& transform,
                               std::unique_ptr<engine::ResultStream> rows,
                               engine::Connection& connection, engine::RowAppender& output) {
  udf::FunctionPool* const processes = connection.FunctionProcesses();
  if (processes == nullptr) {
    return Error{ErrorCode::kUnsupported, "functions of users are not supported by this engine",
                 transform.range, ""};
  }
  transform::FunctionRun run(transform, std::move(rows), output,
                             {settings_.time_zone, host_.stop_token(), settings_.printed});
  return run.Execute(*processes);
}

}  // namespace paisql::execution

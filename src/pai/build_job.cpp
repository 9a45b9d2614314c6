#include "pai/build_job.h"

#include <filesystem>

#include "base/assert.h"
#include "base/text.h"
#include "pai/choose_component.h"
#include "pai/job/component_tables.h"
#include "pai/job/job_settings.h"
#include "pai/job/learner_job.h"
#include "pai/tensorflow/version_name.h"
#include "store/place.h"

namespace paisql::pai {

namespace {

// The parameter that names the partition of an output.
syntax::PaiParameter PartitionOf(const Component& component, const std::string& output,
                                 const Parameters& parameters) {
  for (const Port& port : component.ports) {
    if (port.parameter != output || port.partitions.empty()) continue;
    const syntax::PaiParameter* const given = parameters.Find(port.partitions);
    if (given != nullptr) return *given;
  }
  return {};
}

Result<SqlWork> BuildSql(const Algorithm& algorithm, const SqlBuild& run,
                         const Parameters& parameters, const BuildContext& context) {
  SqlWork work{algorithm.name, {}, parameters.notes(), LifecycleOf(parameters)};
  PAISQL_ASSIGN(std::vector<SqlStep> steps, run.build(parameters, context));
  for (SqlStep& step : steps) {
    const syntax::PaiParameter* const output = parameters.Find(step.output);
    PAISQL_ASSERT(output != nullptr, "a step of SQL without its table");
    work.steps.push_back({std::move(step.query), *output,
                          PartitionOf(*algorithm.component, step.output, parameters),
                          step.columns_unknown});
  }
  return work;
}

Status FillJob(const Component& component, const Parameters& parameters,
               const BuildContext& context, jobs::JobSpec* spec) {
  if (const auto* const job = std::get_if<JobBuild>(&component.run)) {
    return job->build(parameters, context, spec);
  }
  return BuildLearnerJob(component, parameters, context, spec);
}

}  // namespace

Result<Work> BuildWork(const syntax::PaiStatement& statement, const BuildContext& context) {
  PAISQL_ASSIGN(const Algorithm algorithm, ChooseComponent(statement, *context.components));
  const Component& component = *algorithm.component;
  PAISQL_ASSIGN(const Parameters parameters,
                Parameters::Check(statement, algorithm.name, component.parameters, context,
                                  component.classic));
  if (const auto* const sql = std::get_if<SqlBuild>(&component.run)) {
    PAISQL_ASSIGN(SqlWork work, BuildSql(algorithm, *sql, parameters, context));
    return Work(std::move(work));
  }
  jobs::JobSpec spec;
  spec.algorithm = algorithm.name;
  spec.runtime = RuntimeOf(component);
  spec.project = context.names.project();
  spec.schema = store::PlaceOf(context.names.place()).schema;
  spec.statement = context.statement_text;
  spec.script_folder = std::filesystem::path(context.script_folder).lexically_normal().string();
  for (const syntax::PaiParameter& one : statement.parameters)
    spec.parameters.emplace(one.key, one.value);
  if (statement.job_name.has_value()) spec.job_name = statement.job_name->text;
  if (const syntax::PaiParameter* name = parameters.Find("jobName"))
    spec.job_name = Trim(name->value);
  if (statement.lineage.has_value()) {
    spec.notes.push_back("-lineage has no effect here: nothing collects the lineage of tables");
  }
  spec.notes.insert(spec.notes.end(), parameters.notes().begin(), parameters.notes().end());
  PAISQL_TRY(FillJob(component, parameters, context, &spec));
  ApplySettings(context, RanPython2(algorithm.name), &spec);
  return Work(std::move(spec));
}

Result<jobs::JobSpec> BuildJob(const syntax::PaiStatement& statement, const BuildContext& context) {
  PAISQL_ASSIGN(Work work, BuildWork(statement, context));
  if (auto* const spec = std::get_if<jobs::JobSpec>(&work)) return std::move(*spec);
  return Error{ErrorCode::kUnsupported, "the statement runs as SQL, not as a job", statement.range,
               "run the statement itself"};
}

}  // namespace paisql::pai

#include "pai/build_job.h"

#include <filesystem>

#include "base/text.h"
#include "pai/choose_component.h"
#include "pai/job/job_settings.h"
#include "pai/tensorflow/version_name.h"

namespace paisql::pai {

Result<jobs::JobSpec> BuildJob(const syntax::PaiStatement& statement, const BuildContext& context) {
  PAISQL_ASSIGN(const Algorithm algorithm, ChooseComponent(statement, *context.components));
  const Component& component = *algorithm.component;
  PAISQL_ASSIGN(const Parameters parameters,
                Parameters::Check(statement, algorithm.name, component.parameters, context));
  jobs::JobSpec spec;
  spec.algorithm = algorithm.name;
  spec.runtime = component.run.runtime;
  spec.project = context.names.project();
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
  PAISQL_TRY(component.run.build(parameters, context, &spec));
  ApplySettings(context, RanPython2(algorithm.name), &spec);
  return spec;
}

}  // namespace paisql::pai

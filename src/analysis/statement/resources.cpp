#include "analysis/analyzer.h"
#include "base/text.h"

namespace paisql::analysis {

namespace {

Error AtRange(Error error, const SourceRange& range) {
  error.range = range;
  return error;
}

}  // namespace

Result<store::Resource> ResolveResource(const std::string& name, const SourceRange& range,
                                        const AnalysisContext& context) {
  std::string project = context.names.place();
  std::string resource_name = name;
  if (const size_t colon = name.find(':'); colon != std::string::npos) {
    project = name.substr(0, colon);
    resource_name = name.substr(colon + 1);
  }
  auto meaning = context.names.Resource(project, resource_name);
  if (!meaning.ok()) return AtRange(std::move(meaning).error(), range);
  if (meaning->row.has_value()) return *std::move(meaning->row);
  // A resource is never meant by the name of a project.
  const std::string near =
      meaning->project_is_missing ? "" : DidYouMean(resource_name, meaning->others);
  return Error{ErrorCode::kResourceNotFound,
               "resource " + resource_name + " does not exist in project " + project, range,
               near.empty() ? "LIST RESOURCES; shows the resources" : near};
}

}  // namespace paisql::analysis

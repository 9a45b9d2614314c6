#include "analysis/analyzer.h"
#include "base/text.h"

namespace paisql::analysis {

namespace {

Error WithRange(Error error, const SourceRange& range) {
  error.range = range;
  return error;
}

}  // namespace

Result<store::Resource> ResolveResource(const std::string& name, const SourceRange& range,
                                        const AnalysisContext& context) {
  std::string project = context.project;
  std::string resource_name = name;
  if (const size_t colon = name.find(':'); colon != std::string::npos) {
    project = name.substr(0, colon);
    resource_name = name.substr(colon + 1);
  }
  auto resource = context.catalog->FindResource(project, resource_name);
  if (!resource.ok()) return WithRange(std::move(resource).error(), range);
  if (resource->has_value()) return std::move(**resource);
  auto resources = context.catalog->ListResources(project);
  if (!resources.ok()) return WithRange(std::move(resources).error(), range);
  std::vector<std::string> names;
  for (const store::Resource& known : *resources) names.push_back(known.name);
  const std::string near = DidYouMean(resource_name, names);
  return Error{ErrorCode::kResourceNotFound,
               "resource " + resource_name + " does not exist in project " + project, range,
               near.empty() ? "LIST RESOURCES; shows those that are there" : near};
}

}  // namespace paisql::analysis

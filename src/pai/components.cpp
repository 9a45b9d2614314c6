#include "pai/components.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "pai/alink/alink_components.h"
#include "pai/classic/evaluating/evaluating_components.h"
#include "pai/classic/graphs/graph_components.h"
#include "pai/classic/learning/learning_components.h"
#include "pai/classic/preparing/preparing_components.h"
#include "pai/classic/statistics/statistics_components.h"
#include "pai/classic/texts/texts_components.h"
#include "pai/tensorflow/tensorflow_components.h"
#include "pai/tensorflow/version_name.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 4> kProjects = {"algo_public", "algo_public_dev",
                                                       "algo_platform", "algo_platform_dev"};

}  // namespace

const Parameter* ParameterOf(const Component& component, std::string_view name) {
  return FindParameter(component.parameters, name, component.classic);
}

const std::vector<store::Column>& SchemaSource::Of(std::string_view port) const {
  const auto found = inputs.find(port);
  return found == inputs.end() ? first : found->second;
}

std::string SchemaSource::Fact(std::string_view port, const std::string& name) const {
  const auto model = models.find(port);
  if (model == models.end()) return "";
  const auto fact = model->second.find(name);
  return fact == model->second.end() ? "" : fact->second;
}

std::string_view RuntimeOf(const Component& component) {
  if (const auto* const job = std::get_if<JobBuild>(&component.run)) return job->runtime;
  return std::holds_alternative<LearnerBuild>(component.run) ? "learner" : "";
}

Components::Components(std::vector<Component> rows) : rows_(std::move(rows)) {}

std::optional<Algorithm> Components::Find(std::string_view name) const {
  for (const Component& component : rows_) {
    for (const std::string_view own : component.names) {
      if (EqualsIgnoreCase(own, name)) return Algorithm{std::string(own), &component};
    }
  }
  const std::optional<int> version = MajorVersionOf(name);
  if (!version.has_value()) return std::nullopt;
  const auto found = std::ranges::find(rows_, *version, &Component::tensorflow);
  if (found == rows_.end()) return std::nullopt;
  return Algorithm{ToLower(name), &*found};
}

std::vector<std::string> Components::Names() const {
  std::vector<std::string> names;
  for (const Component& component : rows_) {
    names.insert(names.end(), component.names.begin(), component.names.end());
  }
  return names;
}

const Components& OfferedComponents() {
  static const Components components([] {
    std::vector<Component> all;
    for (const std::span<const Component> rows : {
             TensorFlowComponents(),
             AlinkComponents(),
             AlinkModelComponents(),
             AlinkStreamComponents(),
         }) {
      all.insert(all.end(), rows.begin(), rows.end());
    }
    for (const ComponentGroup& group : ClassicGroups()) {
      all.insert(all.end(), group.rows.begin(), group.rows.end());
    }
    return all;
  }());
  return components;
}

std::vector<ComponentGroup> ClassicGroups() {
  return {
      {"Preparing tables", PreparingComponents()},
      {"Evaluating predictions", EvaluatingComponents()},
      {"Texts", TextsComponents()},
      {"Learning and predicting", LearningComponents()},
      {"Statistics", StatisticsComponents()},
      {"Graphs", GraphComponents()},
  };
}

std::span<const std::string_view> AlgorithmProjects() { return kProjects; }

}  // namespace paisql::pai

#pragma once

// The components that PAI statements may name, by name.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pai/component.h"

namespace paisql::pai {

// A name and what it names.
struct Algorithm {
  std::string name;
  const Component* component = nullptr;
};

// Components that are looked for by their names. The rows outlive it.
class Components {
 public:
  explicit Components(std::vector<Component> rows);

  std::span<const Component> rows() const { return rows_; }
  // Letter case does not matter. A version of TensorFlow may be written in any of the platform's
  // ways (tensorflow/version_name.h); Names has one of them.
  std::optional<Algorithm> Find(std::string_view name) const;
  std::vector<std::string> Names() const;

 private:
  std::vector<Component> rows_;
};

// The components that this program offers.
const Components& OfferedComponents();

// A component of the platform that is not offered here: what it is, and what to do instead.
struct Elsewhere {
  std::string_view what;  // "PyTorch" for pytorch180
  std::string_view cure;
};

// Empty for the name of any other component.
Elsewhere KnownElsewhere(std::string_view name);

// The platform's classic components, by what they are for.
struct ComponentGroup {
  std::string_view title;
  std::span<const Component> rows;
};
std::vector<ComponentGroup> ClassicGroups();

// The projects that -project may name; the first one is the default.
std::span<const std::string_view> AlgorithmProjects();

// The texts of HELP PAI <name> and of HELP PAI.
std::string HelpText(const Algorithm& algorithm);
std::string AlgorithmsHelp();

// The tables of docs/pai.md, as Markdown.
std::string AlgorithmsMarkdown();
std::string ParametersMarkdown(std::span<const Parameter> parameters);
// docs/components.md: every classic component with its ports, its parameters and its example.
// `shown` has what the examples print, by the component's first name.
std::string ClassicMarkdown(const std::map<std::string, std::string>& shown);

}  // namespace paisql::pai

#pragma once

// The algorithms that PAI statements may name, and their parameters: tables that feed checking,
// HELP PAI, completion and docs/pai.md (pai-command.md sections 2 and 3).

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::pai {

enum class ParameterType {
  kText,
  kScript,
  kTables,
  kBuckets,
  kOssFolder,
  kVolumes,
  kFile,
  kInteger,
  kGpu,  // an integer that is a number of cards, or a share of one (pai/value/values.h)
  kJson,
  kBoolean,
  kArn,
  kHost
};

struct Parameter {
  std::string_view name;
  ParameterType type = ParameterType::kText;
  bool required = false;
  std::string_view default_value;
  // Why a value is accepted and has no effect on one machine; "" for a parameter that does what the
  // platform documents. The value's form is checked all the same.
  std::string_view no_effect;
  std::string_view help;

  bool used() const { return no_effect.empty(); }
};

// Algorithms that differ by their names only.
struct AlgorithmFamily {
  std::string_view title;  // "TensorFlow 1"
  std::span<const std::string_view> names;
  std::string_view pattern;  // stands for the names where they are too many to read, or ""
  std::string_view face;     // "tensorflow1" or "tensorflow2" (training/spec/job_spec.h)
  std::string_view program;  // of ours, that runs instead of a user's script; "" for -Dscript
  std::string_view help;
  std::span<const Parameter> parameters;
  std::string_view example_script;  // the text of train.py, "" where the example needs none
  std::string_view example;         // statements; {name} is the algorithm
};

struct Algorithm {
  std::string_view name;
  const AlgorithmFamily* family = nullptr;
};

std::span<const AlgorithmFamily> AlgorithmFamilies();
std::optional<Algorithm> FindAlgorithm(std::string_view name);  // letter case does not matter
const Parameter* FindParameter(const AlgorithmFamily& family,
                               std::string_view name);  // letter case matters
std::vector<std::string> AlgorithmNames();
std::vector<std::string> ParameterNames(const AlgorithmFamily& family);

// What the platform's algorithm of that name is, when it is one of a family that is not offered
// here: "PyTorch" for pytorch180; "" for any other name.
std::string_view KnownElsewhere(std::string_view name);

// The projects that -project may name; the first one is the default.
std::span<const std::string_view> AlgorithmProjects();

std::string_view TypeText(ParameterType type);  // "integer"

// The texts of HELP PAI <name> and of HELP PAI.
std::string HelpText(const Algorithm& algorithm);
std::string AlgorithmsHelp();
// The tables of docs/pai.md, as Markdown.
std::string AlgorithmsMarkdown();
std::string ParametersMarkdown(std::span<const Parameter> parameters);

}  // namespace paisql::pai

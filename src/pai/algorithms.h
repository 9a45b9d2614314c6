#pragma once

// The algorithms that PAI statements may name, and their parameters: one table that feeds checking,
// HELP PAI, completion and docs/pai.md (pai-command.md sections 2 and 3).

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
  kFile,
  kInteger,
  kBoolean,
  kArn,
  kHost
};

enum class ParameterEffect {
  kUsed,        // does what the platform documents
  kAccepted,    // checked for its form; one machine needs nothing of it
  kNotOffered,  // any value but those of `harmless` is a named error
};

struct Parameter {
  std::string_view name;
  ParameterType type = ParameterType::kText;
  bool required = false;
  std::string_view default_value;
  ParameterEffect effect = ParameterEffect::kUsed;
  // kNotOffered: values, separated by '|', that ask for nothing and are taken; the empty value
  // always is.
  std::string_view harmless;
  std::string_view help;
};

struct Algorithm {
  std::string_view name;
  std::string_view face;  // "tensorflow1" or "tensorflow2" (training/job_spec.h)
  std::string_view help;
  std::span<const Parameter> parameters;
};

std::span<const Algorithm> Algorithms();
const Algorithm* FindAlgorithm(std::string_view name);  // letter case does not matter
const Parameter* FindParameter(const Algorithm& algorithm,
                               std::string_view name);  // letter case matters
std::vector<std::string> AlgorithmNames();
std::vector<std::string> ParameterNames(const Algorithm& algorithm);

// The projects that -project may name; the first one is the default.
std::span<const std::string_view> AlgorithmProjects();

std::string_view TypeText(ParameterType type);        // "integer"
std::string_view EffectText(ParameterEffect effect);  // "used"

// The text of HELP PAI <name>.
std::string HelpText(const Algorithm& algorithm);
// The tables of docs/pai.md, as Markdown: the algorithms, then the parameters.
std::string AlgorithmsMarkdown();
std::string ParametersMarkdown();

}  // namespace paisql::pai

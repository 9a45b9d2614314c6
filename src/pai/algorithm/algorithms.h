#pragma once

// The algorithms that PAI statements may name: a row for each family, with its names, its
// parameters and what builds a job of it. The rows feed checking, HELP PAI, completion and
// docs/pai.md.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameter.h"
#include "pai/parameter/parameters.h"

namespace paisql::pai {

// Algorithms that differ by their names only.
struct AlgorithmFamily {
  std::string_view title;  // "TensorFlow 1"
  std::span<const std::string_view> names;
  std::string_view pattern;  // stands for the names where they are too many to read, or ""
  int tensorflow = 0;        // the major version that its names may say; 0: none
  std::string_view runtime;  // what its processes run (jobs/spec/runtime.h)
  std::string_view help;
  std::span<const Parameter> parameters;
  // Fills in what the parameters say; the rest of the job is the same for all.
  Status (*build)(const Parameters& parameters, const BuildContext& context, jobs::JobSpec* spec);
  std::string_view example_script;  // the text of train.py, "" where the example needs none
  std::string_view example;         // statements; {name} is the algorithm
};

struct Algorithm {
  std::string name;
  const AlgorithmFamily* family = nullptr;
};

std::span<const AlgorithmFamily> AlgorithmFamilies();
// Letter case does not matter. A version of TensorFlow may be written in any of the platform's ways
// (version_name.h); AlgorithmNames has one of them.
std::optional<Algorithm> FindAlgorithm(std::string_view name);
std::vector<std::string> AlgorithmNames();

// An algorithm of the platform that is not offered here: what it is, and what to do instead.
struct Elsewhere {
  std::string_view what;  // "PyTorch" for pytorch180
  std::string_view cure;
};

// Empty for the name of any other algorithm.
Elsewhere KnownElsewhere(std::string_view name);

// The projects that -project may name; the first one is the default.
std::span<const std::string_view> AlgorithmProjects();

// The texts of HELP PAI <name> and of HELP PAI.
std::string HelpText(const Algorithm& algorithm);
std::string AlgorithmsHelp();
// The tables of docs/pai.md, as Markdown.
std::string AlgorithmsMarkdown();
std::string ParametersMarkdown(std::span<const Parameter> parameters);

}  // namespace paisql::pai

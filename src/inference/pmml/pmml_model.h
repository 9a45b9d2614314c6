#pragma once

// PMML without a JVM: trees, forests, boosted trees, regressions and clusters, as the learners of
// this program and common exporters write them (docs/serving.md has the elements).

#include <filesystem>
#include <memory>
#include <vector>

#include "base/result.h"
#include "inference/model.h"

namespace paisql::inference {

// The file of a learner's model that is PMML.
inline constexpr std::string_view kPmmlFile = "model.pmml";
// The format of a model that is a PMML file alone.
inline constexpr std::string_view kPmmlFormat = "pmml";

// Whether the path is a folder with model.pmml, or a file .pmml or .xml.
bool HoldsPmml(const std::filesystem::path& path);

// Reads model.pmml of the folder, or the file. Its inputs are the fields of the MiningSchema, in
// their order: a text or a DOUBLE, NaN for a missing value. Its outputs are those of Output:
// probabilities, the predicted class, and so on; the target where there is no Output. Errors:
// kModelNotFound without the file, kModel for what is not computed here.
Result<std::unique_ptr<Model>> LoadPmml(const std::filesystem::path& path,
                                        const LoadOptions& options);

}  // namespace paisql::inference

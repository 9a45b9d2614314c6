#pragma once

// The jobs of Alink's predictors: rows through a model that lies in a table, of Keras components in
// one with labels, or in a folder, an archive or a file. Errors have the place of what is wrong.
// Private to pai.

#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

enum class ModelKind { kTable, kSavedModel, kTorch, kOnnx, kClassifier, kRegressor };

// Whether the model says itself which columns it was trained on, and which labels there are.
constexpr bool IsLabelled(ModelKind kind) {
  return kind == ModelKind::kClassifier || kind == ModelKind::kRegressor;
}

// Rows of a table that is there, or as they come.
enum class PredictedRows { kBatch, kStream };

Status BuildPredictJob(ModelKind kind, PredictedRows rows, const Parameters& parameters,
                       const BuildContext& context, jobs::JobSpec* spec);

// The same as a row of pai/components.h names it.
template <ModelKind kKind, PredictedRows kRows>
Status BuildPredictJobOf(const Parameters& parameters, const BuildContext& context,
                         jobs::JobSpec* spec) {
  return BuildPredictJob(kKind, kRows, parameters, context, spec);
}

}  // namespace paisql::pai

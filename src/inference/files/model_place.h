#pragma once

// Finds the exported model at a place of this machine.

#include <string>

#include "base/result.h"

namespace paisql::inference {

enum class ModelKind { kSavedModel, kSavedModelText, kKeras, kFrozenGraph, kTable, kPmml };

struct ModelPlace {
  std::string path;  // a folder for SavedModels, a table's name as it is written, else a file
  ModelKind kind = ModelKind::kSavedModel;
};

// The model at the path, which the user wrote as `written`: a file of another kind of model, as its
// name says; the folder of a SavedModel; or the newest numbered export in that folder, in its
// folder export/, or in a folder of that, as tf.estimator writes them below a model's checkpoints.
// kModelNotFound for a missing model. kModel for a folder that holds something other than files,
// and for a file of a kind that is not offered. Errors carry no place.
Result<ModelPlace> FindModelAt(const std::string& path, const std::string& written);

}  // namespace paisql::inference

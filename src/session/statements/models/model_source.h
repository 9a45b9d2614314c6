#pragma once

// Finds the exported model at the place that the user names.

#include <string>

#include "base/result.h"
#include "session/state.h"
#include "syntax/statement.h"

namespace paisql::session {

enum class ModelKind { kSavedModel, kSavedModelText, kKeras, kFrozenGraph, kTable };

struct ModelPlace {
  std::string path;  // a folder for SavedModels, a table's name as it is written, else a file
  ModelKind kind = ModelKind::kSavedModel;
};

// What the place names, an oss:// name or a path on this machine: a file of another kind of model,
// as its name says; an odps:// name, which is that of a model table; the folder of a SavedModel; or
// the newest numbered export in it, in its folder export/, or in a folder of that, as tf.estimator
// writes them below a model's checkpoints. kModelNotFound for a missing model or bucket. kModel for
// a folder that holds something other than files, and for a file of a kind that is not offered.
Result<ModelPlace> FindModelPlace(const syntax::Word& place, Run& run);

// A path of this machine for an oss:// name or a path, whether something is there or not; of an
// archive the folder into which it is unpacked (unpacked_place.h).
// kModelNotFound where there is no such bucket, kUnsupported for one at an endpoint.
Result<std::string> FindPlace(const syntax::Word& place, Run& run);

}  // namespace paisql::session

#pragma once

// Where the user says that an exported model lies.

#include <string>

#include "base/result.h"
#include "session/state.h"
#include "syntax/statement.h"

namespace paisql::session {

// The folder of a SavedModel: the one that the place names, an oss:// name or a path on this
// machine; or the newest numbered export in it, in its folder export/, or in a folder of that, as
// tf.estimator writes them below a model's checkpoints. kModelNotFound where there is none, or no
// such bucket; kModel for a folder that holds what is no file.
Result<std::string> FindExport(const syntax::Word& place, Run& run);

}  // namespace paisql::session

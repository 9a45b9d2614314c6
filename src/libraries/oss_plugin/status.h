#pragma once

// TensorFlow's status functions, looked up in the process that loads the plugin. The plugin is
// built against headers alone, so that it fits every wheel of the version, and the names of a
// wheel's libraries stay its own.

#include "tensorflow/c/tf_status.h"

namespace paisql::oss {

// False when the process holds no TensorFlow; the plugin cannot be used then.
bool FindStatusFunctions();

void SetStatus(TF_Status* status, TF_Code code, const char* message);
TF_Code GetCode(const TF_Status* status);

}  // namespace paisql::oss

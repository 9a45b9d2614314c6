#pragma once

// The statements that a page offers about a model. Pure.

#include <cstdint>
#include <map>
#include <string>

#include "base/result.h"
#include "store/models.h"

namespace paisql::console {

struct DeployAsked {
  std::string service;
  int64_t version = 0;
  int64_t instances = 1;
};

// kInvalidCommand for a name that no service can have.
Result<std::string> DeployText(const store::Model& model, const DeployAsked& asked);

struct ModelChangeAsked {
  std::string action;  // "drop", "drop_version", "default_version"
  int64_t version = 0;
  std::string confirm;  // the model's name, where files are lost
};
// kInvalidCommand for an action that is not offered, and without the confirmation where the change
// is to `run`.
Result<std::string> ModelChangeText(const store::Model& model, const ModelChangeAsked& asked,
                                    bool run);

}  // namespace paisql::console

#pragma once

// SavedModels of models of other kinds: made by a Python process with TensorFlow, or taken out of a
// model table.

#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "session/state.h"
#include "session/statements/models/model_places.h"
#include "syntax/statements/services.h"

namespace paisql::session {

// A folder in the session's staging folder, which is removed with this.
class ConvertedModel {
 public:
  explicit ConvertedModel(std::string work) : work_(std::move(work)) {}
  ConvertedModel(ConvertedModel&& other) noexcept
      : work_(std::exchange(other.work_, "")), facts_(std::move(other.facts_)) {}
  ConvertedModel& operator=(ConvertedModel&& other) noexcept {
    std::swap(work_, other.work_);
    std::swap(facts_, other.facts_);
    return *this;
  }
  ~ConvertedModel();

  std::string folder() const { return work_ + "/model"; }
  void SetFacts(std::string facts) { facts_ = std::move(facts); }
  // The facts of a version (store::ModelVersion::training) with "made_of": the file, its size and
  // SHA-256, and the TensorFlow that read it; of a table its name and its zip file.
  std::string AddFacts(const std::string& training) const;

 private:
  std::string work_;
  std::string facts_ = "{}";  // a JSON object
};

// Nothing for a place that is a SavedModel already. The process is isolated, has ten minutes, and
// ends with the statement. kModel, in words for the user, for a file that TensorFlow cannot read or
// that is not read because it would run code; kEnvironment without TensorFlow; kInvalidCommand for
// properties that the kind does not take. Of tables, the errors of model_places.h.
Result<std::optional<ConvertedModel>> ConvertModel(const ModelPlace& place,
                                                   const syntax::ModelStatement& statement,
                                                   Run& run);

}  // namespace paisql::session

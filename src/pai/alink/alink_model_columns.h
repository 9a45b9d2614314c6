#pragma once

// The columns of a predictor: those of the rows that are the model's and those that stay, and the
// answers. Private to pai.

#include <nlohmann/json.hpp>
#include <vector>

#include "jobs/spec/job_spec.h"
#include "pai/alink/alink_model_job.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

class ModelColumns {
 public:
  // Adds the chosen columns to `job`. All arguments outlive the object.
  ModelColumns(ModelKind kind, const Parameters& parameters, const BuildContext& context,
               nlohmann::json* job)
      : kind_(kind), parameters_(parameters), context_(context), job_(*job) {}

  // The selected and the reserved ones of the rows, which `input` names. kInvalidCommand, with its
  // place, for a column that there is not, or that a predictor cannot hand on.
  Status Choose(const store::Table& rows, const SourceRange& input);

  // The output's columns; call after Choose(): the reserved ones, and the answers; one that is
  // called as a column of the input takes its place. `label` is the type of a labelled model's
  // labels.
  Result<std::vector<store::Column>> Output(const DataType& label);

  // The names of the columns that workers read, each once. Call after Output().
  nlohmann::json Read() const;

 private:
  // Refuses the reserved columns that cannot be handed on.
  Status CheckReserved(const SourceRange& input) const;
  Result<std::vector<store::Column>> Answers(const DataType& label);

  const ModelKind kind_;
  const Parameters& parameters_;
  const BuildContext& context_;
  nlohmann::json& job_;
  std::vector<store::Column> reserved_;
};

}  // namespace paisql::pai

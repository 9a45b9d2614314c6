#include "serving/batch/call.h"

namespace paisql::serving {

std::vector<std::string> OutputNames(const Call& call) {
  if (!call.outputs.empty()) return call.outputs;
  std::vector<std::string> names;
  for (const inference::TensorSpec& spec : call.signature->outputs) names.push_back(spec.name);
  return names;
}

int StatusOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgumentType:
    case ErrorCode::kRuntimeArguments:
    case ErrorCode::kUnsupported:
      return 400;
    case ErrorCode::kDataOverflow:
      return 413;
    case ErrorCode::kModelNotFound:
      return 404;
    default:
      return 500;
  }
}

}  // namespace paisql::serving

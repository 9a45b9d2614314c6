#pragma once

// A trained model in memory, ready to compute. TensorFlow's library is opened when the first model
// is loaded and stays until the program ends; a program that loads none runs without it.

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inference/signature.h"
#include "inference/tensor.h"

namespace paisql::inference {

class Model {
 public:
  virtual ~Model() = default;

  // In the order of their names; they live as long as the model.
  virtual const std::vector<Signature>& signatures() const = 0;

  // Computes on the calling thread; any number of threads at once. `inputs` are in the order of
  // signature.inputs, `outputs` are names of signature.outputs; none of them means all, in the
  // signature's order. The answer is in the order of `outputs`. Inputs that do not fit are the
  // errors of CheckInputs; an unknown output, kInvalidArgumentType; an input that the model
  // refuses while it computes, kRuntimeArguments with its words; a failure of the model itself,
  // whatever its input, kModel; kOutOfMemory.
  virtual Result<std::vector<Tensor>> Run(const Signature& signature,
                                          std::span<const Tensor> inputs,
                                          std::span<const std::string> outputs) = 0;
};

struct LoadOptions {
  // The interpreter whose TensorFlow is used (Installation::python).
  std::string python;
  // The tags of the graph in the SavedModel.
  std::vector<std::string> tags = {"serve"};
  // How many threads one large operation may use, the caller's among them.
  int threads_per_run = 1;
};

// Reads the signatures only, without TensorFlow. Errors: kModelNotFound for a folder without
// saved_model.pb or saved_model.pbtxt, kModel for a file that is damaged, or that has no graph with
// these tags or no signature, or whose variables are missing.
Result<std::vector<Signature>> ReadSignatures(const std::filesystem::path& folder,
                                              const std::vector<std::string>& tags = {"serve"});

// Errors: those of ReadSignatures; kEnvironment where there is no TensorFlow; kModel, in words that
// tell what to do, where variables are missing or cut off, an operation is not registered, or the
// model is of a newer TensorFlow.
Result<std::unique_ptr<Model>> LoadSavedModel(const std::filesystem::path& folder,
                                              const LoadOptions& options);

// The formats of a version of a model in the catalog (store::ModelVersion::format): folders of
// TensorFlow.
inline constexpr std::string_view kSavedModelFormat = "saved_model";

// Whether LoadModel can load the folder of a version: its format has a row in load_model.cpp, or a
// learner has written the model as PMML, too.
bool CanLoad(std::string_view format, const std::filesystem::path& folder);

// The format that LoadModel takes a folder outside of the catalog for, by its files.
std::string_view FormatOf(const std::filesystem::path& folder);

// Loads a folder of this format. kModel where CanLoad is false: only the component that has made
// such a model computes with it.
Result<std::unique_ptr<Model>> LoadModel(std::string_view format,
                                         const std::filesystem::path& folder,
                                         const LoadOptions& options);

}  // namespace paisql::inference

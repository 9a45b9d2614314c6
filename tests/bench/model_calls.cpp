// How many times a second a SavedModel answers one row, called in this process: what
// the prediction server is measured against. Prints one line of JSON.
//
// usage: bench_model_calls PYTHON FOLDER SECONDS

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "inference/model.h"

namespace {

using namespace paisql;

int Fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  return 1;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 4) return Fail("usage: bench_model_calls PYTHON FOLDER SECONDS");
  inference::LoadOptions options;
  options.python = arguments[1];
  auto model = inference::LoadSavedModel(arguments[2], options);
  if (!model.ok()) return Fail(model.error().ToString());
  const inference::Signature& signature = (*model)->signatures().front();
  const int64_t width = signature.inputs.front().shape->back();
  std::vector<inference::Tensor> inputs;
  inputs.push_back(inference::Tensor::Allocate(inference::ElementType::kFloat, {1, width}));
  std::memset(inputs[0].data.data(), 0, inputs[0].data.size());
  const std::chrono::duration<double> length(std::atof(arguments[3]));
  const auto begin = std::chrono::steady_clock::now();
  int64_t calls = 0;
  std::chrono::duration<double> took{};
  while (took < length) {
    for (int i = 0; i < 100; ++i, ++calls) {
      if (!(*model)->Run(signature, inputs, {}).ok()) return Fail("the model refuses zeros");
    }
    took = std::chrono::steady_clock::now() - begin;
  }
  std::printf("{\"calls_per_second\": %.0f}\n", static_cast<double>(calls) / took.count());
  return 0;
}

// How many times a second a SavedModel answers one row, called in this process: what the prediction
// server is measured against. Prints one line of JSON: calls_per_second on one thread,
// cpu_us_per_call, load_seconds from the beginning of the process to the first answer,
// resident_bytes at the end.
//
// usage: bench_model_calls PYTHON FOLDER SECONDS

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "base/process/status_file.h"
#include "inference/model.h"

namespace {

using namespace paisql;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

int Fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  return 1;
}

// One row of zeros and empty texts.
std::vector<inference::Tensor> OneRow(const inference::Signature& signature) {
  std::vector<inference::Tensor> inputs;
  for (const inference::TensorSpec& spec : signature.inputs) {
    std::vector<int64_t> shape = *spec.shape;
    shape.front() = 1;
    inputs.push_back(inference::Tensor::Allocate(spec.type, shape));
    inference::Buffer& data = inputs.back().data;
    if (data.size() > 0) std::memset(data.data(), 0, data.size());
  }
  return inputs;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const auto start = Clock::now();
  if (argument_count != 4) return Fail("usage: bench_model_calls PYTHON FOLDER SECONDS");
  inference::LoadOptions options;
  options.python = arguments[1];
  auto model = inference::LoadSavedModel(arguments[2], options);
  if (!model.ok()) return Fail(model.error().ToString());
  const inference::Signature& signature = (*model)->signatures().front();
  const std::vector<inference::Tensor> inputs = OneRow(signature);
  if (!(*model)->Run(signature, inputs, {}).ok()) return Fail("the model refuses zeros");
  const Seconds load = Clock::now() - start;
  const Seconds length(std::atof(arguments[3]));
  const std::clock_t cpu_begin = std::clock();
  const auto begin = Clock::now();
  int64_t calls = 0;
  Seconds took{};
  do {
    for (int i = 0; i < 100; ++i, ++calls) {
      if (!(*model)->Run(signature, inputs, {}).ok()) return Fail("the model refuses zeros");
    }
    took = Clock::now() - begin;
  } while (took < length);
  const double cpu_us = 1e6 * static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
  const auto count = static_cast<double>(calls);
  std::printf(
      "{\"calls_per_second\": %.0f, \"cpu_us_per_call\": %.2f, \"load_seconds\": %.3f, "
      "\"resident_bytes\": %lld}\n",
      count / took.count(), cpu_us / count, load.count(), static_cast<long long>(ResidentBytes()));
  return 0;
}

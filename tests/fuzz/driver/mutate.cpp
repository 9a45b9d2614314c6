// Runs a fuzz target without libFuzzer: seeds, and what bytes and words of others make of them. The
// numbers follow from the seed alone, so a run can be repeated.
//
// usage: PROGRAM SECONDS SEED FILE…      (a file: a seed, or an input that has broken something)

#include <sanitizer/common_interface_defs.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr size_t kMostBytes = 6000;
constexpr const char* kLast = "last-input";  // what was tried when the program ended

std::string ReadAll(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string& Current() {
  static std::string current;
  return current;
}

void KeepCurrent() { std::ofstream(kLast, std::ios::binary) << Current(); }

void Try(std::string input) {
  Current() = std::move(input);
  const std::string& input_now = Current();
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input_now.data()), input_now.size());
}

class Mutator {
 public:
  Mutator(std::vector<std::string> seeds, uint64_t seed)
      : seeds_(std::move(seeds)), random_(seed) {}

  std::string Next() {
    std::string input = seeds_[Below(seeds_.size())];
    for (size_t left = 1 + Below(6); left > 0; --left) Change(input);
    if (input.size() > kMostBytes) input.resize(kMostBytes);
    return input;
  }

 private:
  size_t Below(size_t end) { return end == 0 ? 0 : random_() % end; }

  void Change(std::string& input) {
    const size_t at = Below(input.size() + 1);
    const std::string& other = seeds_[Below(seeds_.size())];
    const size_t from = Below(other.size());
    const std::string part = other.substr(from, 1 + Below(32));
    switch (Below(7)) {
      case 0:
        input.insert(at, 1, static_cast<char>(random_()));
        break;
      case 1:
        input.erase(at, 1 + Below(16));
        break;
      case 2:
        input.insert(at, part);
        break;
      case 3:
        if (at < input.size()) input[at] = static_cast<char>(random_());
        break;
      case 4:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << Below(8)));
        break;
      case 5:
        input.insert(at, input.substr(Below(input.size()), 1 + Below(200)));
        break;
      default:
        input.replace(at, std::min(part.size(), input.size() - at), part);
    }
  }

  const std::vector<std::string> seeds_;
  std::mt19937_64 random_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  __sanitizer_set_death_callback(KeepCurrent);
  std::signal(SIGABRT, [](int) { KeepCurrent(); });
  std::vector<std::string> seeds;
  for (int i = 3; i < argc; ++i) seeds.push_back(ReadAll(argv[i]));
  for (const std::string& seed : seeds) Try(seed);
  Mutator mutator(seeds, std::strtoull(argv[2], nullptr, 10));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
  size_t tried = 0;
  for (; std::chrono::steady_clock::now() < end; ++tried) Try(mutator.Next());
  std::printf("%zu inputs\n", tried);
  return 0;
}

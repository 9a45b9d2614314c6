// SavedModels: what their files say, what they compute, and what is told of bad ones. The models of
// tests/data/models have fixed weights (make.py there).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/system/free_memory.h"
#include "inference/model.h"
#include "inference/model_cache.h"
#include "inference/tensorflow/memory_guard.h"
#include "test_data.h"

namespace paisql::inference {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const fs::path kModels = TestData() / "models";

// The Python with TensorFlow; "" where none was set up.
std::string Python() {
  if (const char* given = std::getenv("PAISQL_PYTHON"); given != nullptr) return given;
  const fs::path own = TestData() / "../../.deps/venv/bin/python";
  return fs::exists(own) ? own.lexically_normal().string() : "";
}

template <typename T>
Tensor Of(ElementType type, std::vector<int64_t> shape, std::initializer_list<T> values) {
  Tensor tensor = Tensor::Allocate(type, std::move(shape));
  std::copy(values.begin(), values.end(), tensor.data.as<T>());
  return tensor;
}

template <typename T>
std::vector<T> Values(const Tensor& tensor) {
  const auto* values = tensor.data.as<T>();
  return std::vector<T>(values, values + tensor.element_count());
}

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteAll(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class SavedModelTest : public testing::Test {
 protected:
  // A copy that a test may spoil.
  fs::path Copy(const char* name) {
    const fs::path copy = scratch_ / name;
    fs::copy(kModels / name, copy, fs::copy_options::recursive);
    return copy;
  }

  static Result<std::unique_ptr<Model>> Load(const fs::path& folder) {
    return LoadSavedModel(folder, {.python = Python()});
  }

  void SetUp() override {
    std::string pattern = testing::TempDir() + "paisql-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    scratch_ = pattern;
  }
  void TearDown() override { fs::remove_all(scratch_); }

  fs::path scratch_;  // a folder of the test's own
};

#define NEEDS_TENSORFLOW() \
  if (Python().empty()) GTEST_SKIP() << "there is no TensorFlow"

TEST_F(SavedModelTest, SignaturesAreReadWithoutTensorflow) {
  const auto signatures = ReadSignatures(kModels / "linear");
  ASSERT_TRUE(signatures.ok()) << signatures.error().detail;
  ASSERT_EQ(signatures->size(), 2U);
  EXPECT_EQ((*signatures)[0].name, "all");
  EXPECT_EQ((*signatures)[1].name, "serving_default");
  std::vector<std::string> specs;
  for (const TensorSpec& spec : (*signatures)[0].inputs) specs.push_back(SpecText(spec));
  for (const TensorSpec& spec : (*signatures)[0].outputs) specs.push_back(SpecText(spec));
  EXPECT_THAT(specs, ElementsAre("a DT_FLOAT [?]", "b DT_DOUBLE [?]", "label DT_STRING [?]",
                                 "three DT_FLOAT [?,3]", "y DT_FLOAT [?]"));
  // Signatures exclude what the runtime keeps for itself.
  const auto second = ReadSignatures(kModels / "words");
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->size(), 1U);
}

TEST_F(SavedModelTest, FilesThatAreNoModels) {
  const auto error = [&](const fs::path& folder, const std::vector<std::string>& tags = {"serve"}) {
    const auto read = ReadSignatures(folder, tags);
    EXPECT_FALSE(read.ok());
    return read.ok() ? Error{} : read.error();
  };
  EXPECT_EQ(error(scratch_).code, ErrorCode::kModelNotFound);
  EXPECT_EQ(error("/no/such/folder").code, ErrorCode::kModelNotFound);
  EXPECT_EQ(error(kModels / "linear", {"train"}).code, ErrorCode::kModel);
  EXPECT_THAT(error(kModels / "linear", {"train"}).detail, HasSubstr("only [serve]"));

  const fs::path file = Copy("dense") / "saved_model.pb";
  const std::string whole = ReadAll(file);
  for (const std::string& bytes : {std::string(), whole.substr(0, whole.size() / 2),
                                   std::string("not a model at all"), std::string(1000, '\xff')}) {
    WriteAll(file, bytes);
    EXPECT_EQ(error(file.parent_path()).code, ErrorCode::kModel) << bytes.size();
  }
  fs::rename(file, file.parent_path() / "saved_model.pbtxt");
  EXPECT_THAT(error(file.parent_path()).detail, HasSubstr("as text"));
}

TEST_F(SavedModelTest, VariablesHaveToLieBesideTheGraph) {
  const fs::path variables = Copy("linear") / "variables";
  const auto read = [&] { return ReadSignatures(variables.parent_path()); };
  ASSERT_TRUE(read().ok());
  for (const char* file : {"variables.index", "variables.data-00000-of-00001"}) {
    fs::rename(variables / file, scratch_ / "away");
    ASSERT_FALSE(read().ok()) << file;
    EXPECT_EQ(read().error().code, ErrorCode::kModel);
    EXPECT_THAT(read().error().detail, HasSubstr(file));
    fs::rename(scratch_ / "away", variables / file);
  }
  WriteAll(variables / "variables.data-00000-of-00002", "");
  EXPECT_THAT(read().error().detail, HasSubstr("variables.data-00001-of-00002"));
  fs::remove_all(variables);
  EXPECT_THAT(read().error().detail, HasSubstr("no folder variables"));
}

// A graph without variables needs no folder of them.
TEST_F(SavedModelTest, AGraphOfConstantsNeedsNoVariables) {
  const fs::path words = Copy("words");
  fs::remove_all(words / "variables");
  EXPECT_TRUE(ReadSignatures(words).ok());
}

TEST_F(SavedModelTest, LargePiecesOfMemoryAreLookedAt) {
  EXPECT_TRUE(MayTake(70, 80, 0));
  EXPECT_FALSE(MayTake(71, 80, 0));
  EXPECT_FALSE(MayTake(70, 80, 1));
  EXPECT_FALSE(MayTake(INT64_MAX, 80, INT64_MAX));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  GuardMemory();
  // Memory that nobody touches, so that taking it would harm nobody.
  void* piece = nullptr;
  EXPECT_EQ(posix_memalign(&piece, 64, static_cast<size_t>(FreeMemoryBytes()) / 20 * 19), ENOMEM);
  EXPECT_EQ(aligned_alloc(64, static_cast<size_t>(FreeMemoryBytes()) / 20 * 19), nullptr);
  ASSERT_EQ(posix_memalign(&piece, 64, size_t{64} << 20), 0);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(piece) % 64, 0U);
  free(piece);
#endif
}

// Every byte changed once: nothing but an answer or an error comes of it.
TEST_F(SavedModelTest, AChangedByteIsNoHarm) {
  const fs::path file = Copy("dense") / "saved_model.pb";
  const std::string whole = ReadAll(file);
  for (size_t i = 0; i < whole.size(); i += 7) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 0xff);
    WriteAll(file, bytes);
    const auto read = ReadSignatures(file.parent_path());
    EXPECT_TRUE(read.ok() || read.error().code == ErrorCode::kModel);
  }
}

TEST_F(SavedModelTest, ComputesATensorflow1Model) {
  NEEDS_TENSORFLOW();
  const auto model = Load(kModels / "linear");
  ASSERT_TRUE(model.ok()) << model.error().detail;
  const Signature& all = *FindSignature((*model)->signatures(), "all");
  const std::vector<Tensor> inputs = {Of<float>(ElementType::kFloat, {2}, {1, 5}),
                                      Of<double>(ElementType::kDouble, {2}, {2, 0.5})};
  const auto answers = (*model)->Run(all, inputs, {});
  ASSERT_TRUE(answers.ok()) << answers.error().detail;
  EXPECT_THAT((*answers)[0].strings, ElementsAre("low", "high"));
  EXPECT_THAT((*answers)[1].shape, ElementsAre(2, 3));
  EXPECT_THAT(Values<float>((*answers)[1]), ElementsAre(9, 90, 900, 12.5, 125, 1250));
  EXPECT_THAT(Values<float>((*answers)[2]), ElementsAre(9, 12.5));
  // Only what is asked for, in that order.
  const std::vector<std::string> wanted = {"y", "label"};
  const auto some = (*model)->Run(all, inputs, wanted);
  ASSERT_TRUE(some.ok() && some->size() == 2);
  EXPECT_THAT(Values<float>((*some)[0]), ElementsAre(9, 12.5));
  const auto none = (*model)->Run(all, inputs, std::vector<std::string>{"z"});
  EXPECT_TRUE(!none.ok() && none.error().code == ErrorCode::kInvalidArgumentType);
}

TEST_F(SavedModelTest, ComputesTextsAndTellsWhatTheModelRefuses) {
  NEEDS_TENSORFLOW();
  const auto model = Load(kModels / "words");
  ASSERT_TRUE(model.ok()) << model.error().detail;
  const Signature& serve = (*model)->signatures()[0];
  ASSERT_EQ(serve.inputs[0].name, "times");
  Tensor words = Tensor::Allocate(ElementType::kString, {3});
  const std::string longer(1000, 'x');
  words.strings = {"ab", "", longer};
  std::vector<Tensor> inputs = {Of<int64_t>(ElementType::kInt64, {3}, {1, 2, 3}), words};
  const auto answers = (*model)->Run(serve, inputs, {});
  ASSERT_TRUE(answers.ok()) << answers.error().detail;
  EXPECT_THAT(Values<int32_t>((*answers)[0]), ElementsAre(2, 0, 1000));
  EXPECT_THAT(Values<bool>((*answers)[1]), ElementsAre(false, true, true));
  EXPECT_THAT((*answers)[2].strings, ElementsAre("AB!", "!", std::string(1000, 'X') + "!"));
  EXPECT_THAT(Values<int64_t>((*answers)[3]), ElementsAre(2, 0, 3000));

  inputs[0] = Of<int64_t>(ElementType::kInt64, {3}, {1, -2, 3});
  const auto refused = (*model)->Run(serve, inputs, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kRuntimeArguments);
  EXPECT_THAT(refused.error().detail, HasSubstr("times is negative"));
  EXPECT_THAT(refused.error().detail, testing::Not(HasSubstr("\n")));
}

// The answer may share memory with the input, which lives on with it.
TEST_F(SavedModelTest, ManyThreadsAtOnce) {
  NEEDS_TENSORFLOW();
  const auto model = Load(kModels / "dense");
  ASSERT_TRUE(model.ok()) << model.error().detail;
  const Signature& serve = (*model)->signatures()[0];
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const auto x = static_cast<float>(i * 10 + static_cast<int>(t));
        const std::vector<Tensor> inputs = {
            Of<float>(ElementType::kFloat, {1, 4}, {x, 1, 2 * x, 3})};
        const auto answers = (*model)->Run(serve, inputs, {});
        const bool right =
            answers.ok() && Values<float>((*answers)[0])[0] == std::max(x + 1, 2 * x + 3);
        if (!right) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, ElementsAre(0, 0, 0, 0));
}

TEST_F(SavedModelTest, VariablesThatAreDamagedOrMissing) {
  NEEDS_TENSORFLOW();
  const fs::path folder = Copy("linear");
  WriteAll(folder / "variables/variables.data-00000-of-00001", "ab");
  auto loaded = Load(folder);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().code, ErrorCode::kModel);
  EXPECT_THAT(loaded.error().detail, HasSubstr("missing, damaged or cut off"));
  fs::remove(folder / "variables/variables.data-00000-of-00001");
  loaded = Load(folder);
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().detail, HasSubstr("are missing"));
}

// The name of an operation, changed to one that nobody knows; it stands in the graph and in the
// list of operations.
TEST_F(SavedModelTest, AnOperationThatIsNotKnown) {
  NEEDS_TENSORFLOW();
  const fs::path folder = Copy("words");
  std::string bytes = ReadAll(folder / "saved_model.pb");
  size_t changed = 0;
  const std::string name = "StringUpper";
  for (size_t at = 0; (at = bytes.find(name, at)) != std::string::npos; ++changed) {
    bytes.replace(at, name.size(), "StringApper");
  }
  ASSERT_GT(changed, 0U);
  WriteAll(folder / "saved_model.pb", bytes);
  auto loaded = Load(folder);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().code, ErrorCode::kModel);
  EXPECT_THAT(loaded.error().detail, HasSubstr("uses the operation StringApper"));

  const std::string version = "2.15.1";
  for (size_t at = 0; (at = bytes.find(version, at)) != std::string::npos;) {
    bytes.replace(at, version.size(), "9.99.1");
  }
  WriteAll(folder / "saved_model.pb", bytes);
  loaded = Load(folder);
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().hint, HasSubstr("saved by TensorFlow 9.99.1"));
}

TEST_F(SavedModelTest, WithoutTensorflowTheCureIsTold) {
  const auto loaded = LoadSavedModel(kModels / "dense", {});
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().code, ErrorCode::kEnvironment);
  EXPECT_THAT(loaded.error().hint, HasSubstr("PAISQL_PYTHON"));
}

TEST_F(SavedModelTest, ACacheKeepsTheNewestModels) {
  NEEDS_TENSORFLOW();
  ModelCache cache;
  const auto first = cache.Get(kSavedModelFormat, kModels / "dense", {.python = Python()});
  ASSERT_TRUE(first.ok()) << first.error().detail;
  EXPECT_EQ(*cache.Get(kSavedModelFormat, kModels / "dense", {.python = Python()}), *first);
  EXPECT_FALSE(cache.Get(kSavedModelFormat, "/no/such/model", {.python = Python()}).ok());
  for (size_t i = 0; i < ModelCache::kMostModels; ++i) {
    const fs::path copy = scratch_ / std::to_string(i);
    fs::copy(kModels / "dense", copy, fs::copy_options::recursive);
    ASSERT_TRUE(cache.Get(kSavedModelFormat, copy, {.python = Python()}).ok());
  }
  EXPECT_NE(*cache.Get(kSavedModelFormat, kModels / "dense", {.python = Python()}), *first);
}

}  // namespace
}  // namespace paisql::inference

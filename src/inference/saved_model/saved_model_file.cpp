#include "inference/saved_model/saved_model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <protozero/pbf_message.hpp>
#include <system_error>

#include "inference/model.h"
#include "inference/saved_model/variables_check.h"

namespace paisql::inference {

namespace {

namespace fs = std::filesystem;

// The numbers of the fields, from tensorflow/core/protobuf/saved_model.proto, meta_graph.proto and
// tensorflow/core/framework/tensor_shape.proto.
enum class SavedModelField : protozero::pbf_tag_type { kMetaGraph = 2 };
enum class MetaGraphField : protozero::pbf_tag_type { kInfo = 1, kSignature = 5 };
enum class InfoField : protozero::pbf_tag_type { kTag = 4, kTensorflowVersion = 5 };
enum class EntryField : protozero::pbf_tag_type { kKey = 1, kValue = 2 };
enum class SignatureField : protozero::pbf_tag_type { kInput = 1, kOutput = 2, kMethod = 3 };
enum class TensorField : protozero::pbf_tag_type { kName = 1, kType = 2, kShape = 3 };
enum class ShapeField : protozero::pbf_tag_type { kDimension = 2, kUnknownRank = 3 };
enum class DimensionField : protozero::pbf_tag_type { kSize = 1 };

// Nobody serves a larger model.
constexpr uintmax_t kMostBytes = uintmax_t{2} << 30;
// Signatures of this beginning belong to the runtime ("__saved_model_init_op").
constexpr std::string_view kOwnSignatures = "__saved_model";

// The value of the field at hand. One of another form than its number says is damage of the file,
// which the library leaves to its caller.
template <typename Message>
void Expect(const Message& message, protozero::pbf_wire_type form) {
  if (!message.has_wire_type(form)) throw protozero::unknown_pbf_wire_type_exception();
}

template <typename Message>
protozero::data_view Bytes(Message& message) {
  Expect(message, protozero::pbf_wire_type::length_delimited);
  return message.get_view();
}

template <typename Message>
std::string Text(Message& message) {
  Expect(message, protozero::pbf_wire_type::length_delimited);
  return message.get_string();
}

template <typename Message>
int64_t Number(Message& message) {
  Expect(message, protozero::pbf_wire_type::varint);
  return message.get_int64();
}

struct NamedTensor {
  std::string tensor_name;
  TensorSpec spec;
  bool dense = false;
};

std::vector<int64_t> ReadShape(protozero::data_view bytes, bool* unknown) {
  std::vector<int64_t> dimensions;
  protozero::pbf_message<ShapeField> shape(bytes);
  while (shape.next()) {
    if (shape.tag() == ShapeField::kDimension) {
      int64_t size = 0;  // what a field says that is not written
      protozero::pbf_message<DimensionField> dimension(Bytes(shape));
      while (dimension.next()) {
        if (dimension.tag() == DimensionField::kSize) {
          size = Number(dimension);
        } else {
          dimension.skip();
        }
      }
      dimensions.push_back(size < 0 ? -1 : size);
    } else if (shape.tag() == ShapeField::kUnknownRank) {
      *unknown = Number(shape) != 0;
    } else {
      shape.skip();
    }
  }
  return dimensions;
}

NamedTensor ReadTensor(protozero::data_view bytes) {
  NamedTensor tensor;
  protozero::pbf_message<TensorField> message(bytes);
  bool unknown = true;
  std::vector<int64_t> shape;
  while (message.next()) {
    switch (message.tag()) {
      case TensorField::kName:
        tensor.tensor_name = Text(message);
        tensor.dense = true;
        break;
      case TensorField::kType:
        tensor.spec.type = static_cast<ElementType>(Number(message));
        break;
      case TensorField::kShape:
        unknown = false;
        shape = ReadShape(Bytes(message), &unknown);
        break;
      default:
        message.skip();
    }
  }
  if (!unknown) tensor.spec.shape = std::move(shape);
  if (ElementTypeName(tensor.spec.type) == ElementTypeName(ElementType::kInvalid)) {
    tensor.dense = false;
  }
  return tensor;
}

// One entry of a map: its key, and its value's bytes.
std::pair<std::string, protozero::data_view> ReadEntry(protozero::data_view bytes) {
  std::pair<std::string, protozero::data_view> entry;
  protozero::pbf_message<EntryField> message(bytes);
  while (message.next()) {
    if (message.tag() == EntryField::kKey) {
      entry.first = Text(message);
    } else if (message.tag() == EntryField::kValue) {
      entry.second = Bytes(message);
    } else {
      message.skip();
    }
  }
  return entry;
}

// A map has no order, so the names give one.
using TensorMap = std::map<std::string, NamedTensor>;

void AddSignature(const std::string& name, protozero::data_view bytes, GraphFacts& facts) {
  TensorMap inputs;
  TensorMap outputs;
  SignatureNames names;
  protozero::pbf_message<SignatureField> message(bytes);
  while (message.next()) {
    if (message.tag() == SignatureField::kMethod) {
      names.method_name = Text(message);
      continue;
    }
    if (message.tag() != SignatureField::kInput && message.tag() != SignatureField::kOutput) {
      message.skip();
      continue;
    }
    TensorMap& map = message.tag() == SignatureField::kInput ? inputs : outputs;
    auto [key, value] = ReadEntry(Bytes(message));
    NamedTensor tensor = ReadTensor(value);
    tensor.spec.name = key;
    map[std::move(key)] = std::move(tensor);
  }
  const auto dense = [](const TensorMap& map) {
    return std::all_of(map.begin(), map.end(), [](const auto& one) { return one.second.dense; });
  };
  if (name.starts_with(kOwnSignatures) || outputs.empty() || !dense(inputs) || !dense(outputs)) {
    return;
  }
  Signature signature{name, {}, {}};
  for (auto& [key, tensor] : inputs) {
    signature.inputs.push_back(std::move(tensor.spec));
    names.inputs.push_back(std::move(tensor.tensor_name));
  }
  for (auto& [key, tensor] : outputs) {
    signature.outputs.push_back(std::move(tensor.spec));
    names.outputs.push_back(std::move(tensor.tensor_name));
  }
  facts.signatures.push_back(std::move(signature));
  facts.tensor_names.push_back(std::move(names));
}

struct MetaGraph {
  std::vector<std::string> tags;
  std::string tensorflow_version;
  std::map<std::string, protozero::data_view> signatures;
};

MetaGraph ReadMetaGraph(protozero::data_view bytes) {
  MetaGraph graph;
  protozero::pbf_message<MetaGraphField> message(bytes);
  while (message.next()) {
    if (message.tag() == MetaGraphField::kInfo) {
      protozero::pbf_message<InfoField> info(Bytes(message));
      while (info.next()) {
        if (info.tag() == InfoField::kTag) {
          graph.tags.push_back(Text(info));
        } else if (info.tag() == InfoField::kTensorflowVersion) {
          graph.tensorflow_version = Text(info);
        } else {
          info.skip();
        }
      }
    } else if (message.tag() == MetaGraphField::kSignature) {
      graph.signatures.insert(ReadEntry(Bytes(message)));
    } else {
      message.skip();
    }
  }
  std::sort(graph.tags.begin(), graph.tags.end());
  return graph;
}

std::string Joined(const std::vector<std::string>& tags) {
  return fmt::format("{}", fmt::join(tags, ", "));
}

Result<GraphFacts> FactsOf(const std::string& bytes, const fs::path& folder,
                           std::vector<std::string> tags) {
  std::sort(tags.begin(), tags.end());
  std::vector<std::string> others;
  protozero::pbf_message<SavedModelField> message(bytes);
  while (message.next()) {
    if (message.tag() != SavedModelField::kMetaGraph) {
      message.skip();
      continue;
    }
    const protozero::data_view bytes_of_graph = Bytes(message);
    MetaGraph graph = ReadMetaGraph(bytes_of_graph);
    if (graph.tags != tags) {
      others.push_back("[" + Joined(graph.tags) + "]");
      continue;
    }
    GraphFacts facts;
    facts.tensorflow_version = std::move(graph.tensorflow_version);
    for (const auto& [name, value] : graph.signatures) AddSignature(name, value, facts);
    PAISQL_TRY(CheckVariables(bytes_of_graph, folder));
    if (!facts.signatures.empty()) return facts;
    return Error{ErrorCode::kModel,
                 folder.string() + " has no signature with dense inputs and outputs",
                 {},
                 "export it with a signature: tf.saved_model.simple_save, "
                 "Estimator.export_saved_model, or model.export"};
  }
  return Error{ErrorCode::kModel,
               others.empty() ? folder.string() + "/saved_model.pb holds no graph"
                              : fmt::format("{} has no graph with the tags [{}], only {}",
                                            folder.string(), Joined(tags), fmt::join(others, ", ")),
               {},
               "export the model for serving"};
}

}  // namespace

Result<GraphFacts> ReadSavedModel(const fs::path& folder, const std::vector<std::string>& tags) {
  const fs::path path = folder / "saved_model.pb";
  std::error_code failure;
  const uintmax_t size = fs::file_size(path, failure);
  if (failure && fs::exists(folder / "saved_model.pbtxt", failure)) {
    return Error{ErrorCode::kModel,
                 folder.string() + " is a SavedModel written as text",
                 {},
                 "save it without as_text=True"};
  }
  if (failure || !fs::is_regular_file(path, failure)) {
    return Error{ErrorCode::kModelNotFound,
                 folder.string() + " is not a SavedModel: it has no file saved_model.pb",
                 {},
                 "name the folder that an export has written"};
  }
  const Error damaged{ErrorCode::kModel,
                      path.string() + " is damaged or no SavedModel",
                      {},
                      "export the model again"};
  if (size == 0 || size > kMostBytes) return damaged;
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(size))) {
    return Error{ErrorCode::kIo, "cannot read " + path.string(), {}, ""};
  }
  try {
    return FactsOf(bytes, folder, tags);
  } catch (const protozero::exception&) {
    return damaged;
  }
}

Result<std::vector<Signature>> ReadSignatures(const fs::path& folder,
                                              const std::vector<std::string>& tags) {
  PAISQL_ASSIGN(GraphFacts facts, ReadSavedModel(folder, tags));
  return std::move(facts.signatures);
}

Result<std::vector<SignatureNames>> ReadSignatureNames(const fs::path& folder,
                                                       const std::vector<std::string>& tags) {
  PAISQL_ASSIGN(GraphFacts facts, ReadSavedModel(folder, tags));
  return std::move(facts.tensor_names);
}

}  // namespace paisql::inference

#pragma once

// The ways on which rows move from some tables into others, with the columns where they are known.
// Plain values.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace paisql::console {

// The kinds of work that make an edge of the lineage.
enum class MakerKind { kInstance, kJob, kView, kWorkflow };
std::string_view MakerKindText(MakerKind kind);

struct FlowMaker {
  MakerKind kind = MakerKind::kInstance;
  std::string id = {};       // of the instance, job or workflow; "project.name" of a view
  std::string name = {};     // for people: of the job or workflow; "" where it has no name
  std::string node = {};     // of a workflow
  std::string action = {};   // "INSERT OVERWRITE", "CREATE VIEW", "PAI kmeans"
  std::string user = {};     // the user that has submitted it
  std::string project = {};  // in which it runs
  int64_t at_ms = 0;
};

struct ColumnFlow {
  std::string from_table;  // a key
  std::string from_column;
  std::string to_column;
  bool copied = false;  // the value as it is

  auto operator<=>(const ColumnFlow&) const = default;
};

// Keys are "project.name" of tables and views and "model:project.name" of models, in small letters.
struct LineageFlow {
  FlowMaker maker;
  std::vector<std::string> reads;
  std::string writes;
  std::vector<ColumnFlow> columns;  // empty where they are not known
};

// The key of a model.
std::string ModelKey(std::string_view qualified);
inline bool IsModelKey(std::string_view key) { return key.starts_with("model:"); }

}  // namespace paisql::console

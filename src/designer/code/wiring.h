#pragma once

// What the ports of a pipeline's nodes stand for: the names of tables, models and files that edges
// bring. Pure; the pipeline and the types outlive it.

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "designer/catalog/node_type.h"
#include "designer/pipeline/pipeline.h"

namespace paisql::designer {

inline constexpr const char* kUrlVariable = "_url";

// A parameter that the canvas gives a value where the user gives none. Code names the variable, so
// that a pipeline's copy, which has other names, has the same code.
struct OwnValue {
  std::string_view parameter;
  const char* variable;
};
inline constexpr OwnValue kJobName = {"jobName", "pai_job_name"};
inline constexpr OwnValue kLifecycle = {"lifecycle", "pai_lifecycle"};
inline constexpr std::array kOwnValues = {kJobName, kLifecycle};

// As Designer has it, a table that only passes rows on lives four weeks.
inline constexpr int kTemporaryDays = 28;

// What an output gives.
struct Given {
  PortType type = PortType::kTable;
  std::vector<std::string> names;  // "table", "project.table", a model, a path; empty: none is said
  std::string partition;           // "ds=1/hour=2" of a table; "" for all of it
  bool temporary = false;          // the name is ours
};

class Wiring {
 public:
  // `files`: the folder that the scripts of nodes lie in, as statements name them: "" is that of
  // the pipeline.
  explicit Wiring(const Pipeline& pipeline, const NodeTypes& types = OfferedTypes(),
                  std::string files = "");

  // Null for a component that has no type.
  const NodeType* TypeOf(const PipelineNode& node) const { return types_.Find(node.component); }
  // Gives nothing for a name that no port of the node has.
  Given OutputOf(const PortPlace& place) const;
  // Whether something is made for the port when its node runs.
  bool IsMade(const PipelineNode& node, const TypePort& port) const;
  // What the ${name} of the node's code stand for: the names of ports, with kUrlVariable after them
  // those by which a script opens the tables it writes, partitions that an edge brings, and
  // kOwnValues.
  std::map<std::string, std::string> VariablesOf(const PipelineNode& node) const;
  // Whether VariablesOf may give a node of the type a variable of the name.
  static bool MayName(const NodeType& type, std::string_view variable);

 private:
  Given OutputOf(const PortPlace& place, int depth) const;
  void AddInput(const PipelineNode& node, const NodeType& type, const TypePort& port,
                std::map<std::string, std::string>& variables) const;
  bool MakesOnlyTemporaryTables(const PipelineNode& node, const NodeType& type) const;
  void AddOwnValues(const PipelineNode& node, const NodeType& type,
                    std::map<std::string, std::string>& variables) const;
  std::vector<std::string> ByHand(const std::string& value, const TypePort& port) const;
  std::string TableUrl(const std::string& table, const std::string& partition) const;

  const Pipeline& pipeline_;
  const NodeTypes& types_;
  std::string files_;
};

// The file of a script that a node keeps, in the folder of its pipeline. Its name is not that of a
// module that Python has itself, such as code.
std::string ScriptFileOf(const std::string& node);

// The name of a table, its parts in backquotes where they need it.
std::string TableInSql(const std::string& table);
// "`ds`='1' AND `hour`='2'" of ds=1/hour=2; "" for any other text.
std::string PartitionCondition(const std::string& partition, std::string_view between = " AND ");

}  // namespace paisql::designer

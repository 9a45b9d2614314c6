#pragma once

// The types of nodes that a canvas can hold, with typed ports and fields. They are made of the rows
// of PAI components and of a few types of the canvas's own. The values live as long as the program
// and may be read from any thread.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pai/component.h"

namespace paisql::designer {

enum class NodeKind { kSource, kFile, kModel, kSql, kPai, kSink, kDeploy, kUnknown };
enum class PortType { kTable, kModel, kFile, kFolder, kEvaluation, kAny };

std::string_view KindText(NodeKind kind);  // "source"
std::string_view TypeText(PortType type);  // "table"

// Whether an edge may lead from an output of the one type to an input of the other. A file fits
// where a folder is wanted and the reverse; the table of an evaluation fits where a table is
// wanted.
bool Fits(PortType from, PortType to);

// A port is where an edge ends or begins. It is called like the parameter by which a user names the
// same table, model or file by hand.
struct TypePort {
  std::string name;
  std::string title;
  std::string chinese;
  PortType type = PortType::kTable;
  bool required = false;    // an input: an edge or the parameter; an output: always made
  bool many = false;        // several edges may end here
  bool urls = false;        // tables are named odps://project/tables/table
  std::string partitions;   // the parameter that chooses partitions; "" where the port has no such
  std::string suffix = "";  // the ending of the name of the table that is written
};

enum class FieldKind {
  kText,
  kCode,
  kFile,
  kFiles,
  kFolder,
  kVolumes,
  kInteger,
  kNumber,
  kBoolean,
  kChoice,
  kColumn,
  kColumns,
  kJson,
  kTable,
  kTables
};
enum class FieldTab { kFields, kParameters, kTuning, kOutput };

std::string_view FieldKindText(FieldKind kind);  // "columns"
std::string_view TabText(FieldTab tab);          // "fields"

// A parameter as a panel shows it.
struct Field {
  std::string name;
  std::string title;
  std::string chinese;
  FieldKind kind = FieldKind::kText;
  std::string default_value;
  std::vector<std::string> choices;
  std::string range;  // "[1,100]", "(0,1)", "[0,)"; "" where any number will do
  bool required = false;
  std::string doc;
  FieldTab tab = FieldTab::kParameters;
  std::string of;         // the input port whose columns a user chooses from; "" for other fields
  std::string no_effect;  // why the field does nothing here; "" for a field that does something
};

struct NodeType {
  std::string id;
  NodeKind kind = NodeKind::kPai;
  std::string title;
  std::string chinese;
  std::string doc;
  std::vector<std::string> names;  // the id, and other names that mean the same
  std::vector<TypePort> inputs;
  std::vector<TypePort> outputs;
  std::vector<Field> fields;
  const pai::Component* component = nullptr;  // the row of a type of kind kPai

  const TypePort* Input(std::string_view port) const;
  const TypePort* Output(std::string_view port) const;
  const Field* FindField(std::string_view field) const;
};

struct TypeGroup {
  std::string id;
  std::string title;
  std::string chinese;
  std::vector<std::string> types;  // ids
};

class NodeTypes {
 public:
  NodeTypes(std::vector<NodeType> types, std::vector<TypeGroup> groups);

  // Finds a type by its id or a name, in any letter case; a component of PAI by any name that a
  // statement may give it. The answer is null where no type is called so.
  const NodeType* Find(std::string_view name) const;
  std::span<const NodeType> types() const { return types_; }
  std::span<const TypeGroup> groups() const { return groups_; }

 private:
  std::vector<NodeType> types_;
  std::vector<TypeGroup> groups_;
  std::map<std::string, size_t> places_;  // keys are names in small letters
};

// The types that this program offers.
const NodeTypes& OfferedTypes();

// The ids of the canvas's own types.
inline constexpr std::string_view kReadTable = "data_source";
inline constexpr std::string_view kReadFile = "file_source";
inline constexpr std::string_view kReadModel = "model_source";
inline constexpr std::string_view kSqlScript = "sql";
inline constexpr std::string_view kWriteTable = "data_sink";
inline constexpr std::string_view kDeploy = "eas_deploy";

// The field with the statements that make the tables a script is to write.
inline constexpr std::string_view kCreateTable = "createTable";
// The field of a SQL script: whether its last query becomes the output table.
inline constexpr std::string_view kAddCreateTable = "addCreateTableStatement";
// The field with the text of a script that the pipeline keeps.
inline constexpr std::string_view kScriptText = "code";

}  // namespace paisql::designer

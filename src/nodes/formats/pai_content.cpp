#include "nodes/formats/import_spec.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/text.h"
#include "nodes/code/pai_tasks.h"
#include "nodes/formats/spec_node.h"

namespace paisql::nodes {

Result<ImportedFlow> ImportPaiContent(const Value& document, const std::string& path) {
  PAISQL_ASSIGN(const PaiContent content, ReadPaiContent(document, path));
  ImportedFlow made;
  made.flow = Value::Map();
  const std::string name = TextOf(document, "name");
  if (!name.empty()) made.flow.Set("name", PlainText(name));
  std::set<std::string> files;
  Value nodes = Value::Map();
  for (const PaiTask& task : content.tasks) {
    Value entry = Value::Map();
    if (task.sql.empty()) {
      entry.Set("kind", PlainText("VIRTUAL"));
    } else {
      std::string file = FileNameOf(task.name) + ".sql";
      for (int i = 2; !files.insert(ToLower(file)).second; ++i) {
        file = fmt::format("{}_{}.sql", FileNameOf(task.name), i);
      }
      entry.Set("file", PlainText(file));
      made.code[file] = task.sql;
    }
    Value depends = Value::List();
    for (const size_t before : task.after) {
      depends.items.push_back(PlainText(content.tasks[before].name));
    }
    entry.Set("depends", std::move(depends));
    nodes.Set(task.name, std::move(entry));
  }
  for (const Place& stray : content.strays) {
    made.warnings.push_back({false, stray, "", "a relation names a task that is not there", ""});
  }
  made.flow.Set("nodes", std::move(nodes));
  return made;
}

}  // namespace paisql::nodes

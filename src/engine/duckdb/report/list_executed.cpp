#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/report/report.h"
#include "plan/shown_name.h"
#include "plan/traverse.h"

namespace paisql::engine {
namespace {

constexpr size_t kLongestDetail = 200;

class Lister {
 public:
  Lister(const plan::Relation& root, const Bindings& bindings, ExecutionReport& report)
      : report_(report) {
    CollectNames(root);
    for (const plan::Scan* scan : plan::CollectScans(root)) {
      const store::FileListing* listing = bindings.FilesOf(*scan);
      if (listing == nullptr) continue;
      for (const store::DataFile& file : listing->files) {
        tables_[file.path] = plan::ShownName(scan->table);
      }
    }
  }

  void List(const ProfileNode& node, int depth) {
    // DuckDB packs numbers tighter around its operators. Nobody needs to know of that; its time
    // goes to the operator below.
    double packing = 0;
    const ProfileNode* shown = &node;
    while (IsPacking(*shown)) {
      packing += shown->seconds;
      shown = &shown->children.front();
    }
    report_.executed.push_back({depth, TextOf(*shown), {shown->rows, shown->seconds + packing}});
    for (const ProfileNode& child : shown->children) List(child, depth + 1);
  }

 private:
  static bool IsPacking(const ProfileNode& node) {
    return node.name == "PROJECTION" && node.children.size() == 1 &&
           node.Detail("__projections__").find("__internal_") != std::string_view::npos;
  }

  void CollectNames(const plan::Relation& relation) {
    for (const plan::OutputColumn& column : relation.output) names_[column.id] = column.name;
    for (const plan::Relation* input : plan::Inputs(relation)) CollectNames(*input);
    for (const plan::Expression* part : plan::Expressions(relation)) CollectNamesOf(*part);
  }

  void CollectNamesOf(const plan::Expression& expression) {
    if (const plan::Relation* subquery = plan::SubqueryOf(expression)) CollectNames(*subquery);
    for (const plan::Expression* child : plan::Children(expression)) CollectNamesOf(*child);
  }

  // "c17 = c20" becomes "city#17 = name#20".
  std::string InPlanNames(std::string_view text) const {
    std::string result;
    size_t done = 0;
    ForEachColumnName(text, [&](std::string_view name, plan::ColumnId id) {
      const auto at = static_cast<size_t>(name.data() - text.data());
      result += text.substr(done, at - done);
      const auto found = names_.find(id);
      result +=
          found == names_.end() ? std::string(name) : found->second + "#" + std::to_string(id);
      done = at + name.size();
    });
    return result + std::string(text.substr(done));
  }

  static std::string OneLine(std::string_view text) {
    std::string line;
    for (const char c : text) {
      if (c == '\n') {
        line += ", ";
      } else {
        line += c;
      }
    }
    if (line.size() > kLongestDetail) line = CutText(line, kLongestDetail) + "...";
    return line;
  }

  // Never cuts a character in two.
  static std::string CutText(const std::string& text, size_t bytes) {
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
    return text.substr(0, bytes);
  }

  std::string TextOf(const ProfileNode& node) const {
    if (node.name == "READ_PARQUET") return ReaderText(node);
    std::string text = ToLower(node.name);
    std::replace(text.begin(), text.end(), '_', ' ');
    const std::string_view type = node.Detail("Join Type");
    if (!type.empty()) text += " " + ToLower(type);
    for (const char* key : {"Conditions", "__expression__", "__order_by__", "Order By", "Groups",
                            "Aggregates", "__projections__", "CTE Name"}) {
      const std::string_view detail = node.Detail(key);
      if (!detail.empty()) text += " [" + OneLine(InPlanNames(detail)) + "]";
    }
    return text;
  }

  std::string ReaderText(const ProfileNode& node) const {
    const std::string_view files = node.Detail("Filename(s)");
    const auto table = tables_.find(std::string(files.substr(0, files.find_first_of(",\n"))));
    std::string text = "read " + (table == tables_.end() ? "parquet" : table->second);
    for (const char* key : {"Projections", "Filters"}) {
      const std::string_view detail = node.Detail(key);
      if (!detail.empty()) text += " [" + OneLine(detail) + "]";
    }
    return text;
  }

  ExecutionReport& report_;
  std::unordered_map<plan::ColumnId, std::string> names_;
  std::unordered_map<std::string, std::string> tables_;
};

}  // namespace

const ProfileNode& BelowCopy(const ProfileNode& top) {
  const bool writes = top.name.ends_with("COPY_TO_FILE") && !top.children.empty();
  return writes ? top.children.front() : top;
}

void ListExecuted(const plan::Relation& root, const Bindings& bindings, const ProfileNode& top,
                  ExecutionReport& report) {
  Lister(root, bindings, report).List(top, 0);
}

}  // namespace paisql::engine

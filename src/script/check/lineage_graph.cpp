#include <fmt/format.h>

#include <map>
#include <set>

#include "render/html_text.h"
#include "script/check/lineage_text.h"

namespace paisql::script {

namespace {

using session::FlowTable;

// In labels that are HTML, as those with rows are, and there alone.
std::string Escape(std::string_view text) {
  std::string out;
  render::AppendHtmlText(text, out);
  return out;
}

// Columns are told apart in the order in which they are first named.
class Graph {
 public:
  explicit Graph(bool columns) : columns_(columns) {}

  void Add(const StatementFlow& moved) {
    for (const FlowTable& to : moved.flow.writes) {
      Box(to.name);
      for (const FlowTable& from : moved.flow.reads) AddTableArrow(from, to, moved);
      if (!columns_) continue;
      for (const plan::ColumnLineage& column : moved.flow.columns) {
        const std::string target = Port(to.name, column.name);
        for (const plan::ColumnOrigin& origin : column.from) {
          arrows_[{Port(origin.table, origin.column), target}] =
              column.copied ? "" : "style=dashed";
        }
      }
    }
  }

  std::string Text() const {
    std::string out =
        "digraph lineage {\n  rankdir=LR;\n  node [shape=plain, fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    for (const std::string& name : order_) out += BoxText(boxes_.at(name));
    for (const auto& [ends, style] : arrows_) {
      out += fmt::format("  {} -> {}{};\n", ends.first, ends.second,
                         style.empty() ? "" : " [" + style + "]");
    }
    return out + "}\n";
  }

 private:
  struct TableBox {
    size_t number = 0;
    std::string name;
    std::vector<std::string> columns;
    std::map<std::string, size_t> numbers;  // of columns
  };

  TableBox& Box(const std::string& name) {
    const auto [found, is_new] = boxes_.try_emplace(name);
    if (is_new) {
      found->second.number = order_.size();
      found->second.name = name;
      order_.push_back(name);
    }
    return found->second;
  }

  std::string Port(const std::string& table, const std::string& column) {
    TableBox& box = Box(table);
    const auto [found, is_new] = box.numbers.try_emplace(column, box.columns.size());
    if (is_new) box.columns.push_back(column);
    return fmt::format("t{}:c{}", box.number, found->second);
  }

  void AddTableArrow(const FlowTable& from, const FlowTable& to, const StatementFlow& moved) {
    const size_t source = Box(from.name).number;
    const size_t target = Box(to.name).number;
    // The columns' own arrows say more.
    if (columns_ && !moved.flow.columns.empty()) return;
    const std::string label = moved.flow.action + "\\n" +
                              Quoted(fmt::format("{}:{}", moved.place.source, moved.place.line));
    arrows_[{fmt::format("t{}", source), fmt::format("t{}", target)}] = "label=\"" + label + "\"";
  }

  static std::string Quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out;
  }

  static std::string BoxText(const TableBox& box) {
    std::string out = fmt::format(
        "  t{} [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">"
        "<tr><td bgcolor=\"#e8eef7\"><b>{}</b></td></tr>",
        box.number, Escape(box.name));
    for (size_t i = 0; i < box.columns.size(); ++i) {
      out += fmt::format("<tr><td port=\"c{}\" align=\"left\">{}</td></tr>", i,
                         Escape(box.columns[i]));
    }
    return out + "</table>>];\n";
  }

  const bool columns_;
  std::map<std::string, TableBox> boxes_;  // by name
  std::vector<std::string> order_;         // names as they came
  std::map<std::pair<std::string, std::string>, std::string> arrows_;
};

}  // namespace

std::string LineageGraph(const std::vector<StatementFlow>& flows, bool columns) {
  Graph graph(columns);
  for (const StatementFlow& moved : flows) graph.Add(moved);
  return graph.Text();
}

}  // namespace paisql::script

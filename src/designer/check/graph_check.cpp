#include "designer/check/graph_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "pai/components.h"

namespace paisql::designer {

namespace {

std::vector<std::string> NamesOf(const std::vector<TypePort>& ports) {
  std::vector<std::string> names;
  for (const TypePort& port : ports) names.push_back(port.name);
  return names;
}

class GraphChecker {
 public:
  GraphChecker(const Pipeline& pipeline, const Wiring& wiring)
      : pipeline_(pipeline), wiring_(wiring) {}

  std::vector<Finding> Check() {
    for (const PipelineEdge& edge : pipeline_.edges) CheckEdge(edge);
    for (const PipelineNode& node : pipeline_.nodes) CheckNode(node);
    CheckCircle();
    return std::move(findings_);
  }

 private:
  Finding& Add(const std::string& node, ErrorCode code, std::string message, std::string cure) {
    Finding finding;
    finding.node = node;
    finding.code = ErrorCodeName(code);
    finding.message = std::move(message);
    finding.cure = std::move(cure);
    findings_.push_back(std::move(finding));
    return findings_.back();
  }

  void CheckEdge(const PipelineEdge& edge) {
    const PipelineNode* const from = pipeline_.Find(edge.from.node);
    const PipelineNode* const to = pipeline_.Find(edge.to.node);
    if (from == nullptr || to == nullptr) {
      const std::string& missing = from == nullptr ? edge.from.node : edge.to.node;
      const std::string& other = from == nullptr ? edge.to.node : edge.from.node;
      Add(pipeline_.Find(other) == nullptr ? "" : other, ErrorCode::kInvalidCommand,
          fmt::format("an edge names the node {}, which is not there", missing), "remove the edge");
      return;
    }
    const NodeType* const giver = wiring_.TypeOf(*from);
    const NodeType* const taker = wiring_.TypeOf(*to);
    if (giver == nullptr || taker == nullptr) return;  // told of the node
    const TypePort* const output = giver->Output(edge.from.port);
    const TypePort* const input = taker->Input(edge.to.port);
    if (output == nullptr) {
      Add(from->id, ErrorCode::kInvalidCommand,
          fmt::format("{} has no output {}", giver->title, edge.from.port),
          DidYouMean(edge.from.port, NamesOf(giver->outputs)))
          .port = edge.from.port;
    }
    if (input == nullptr) {
      Add(to->id, ErrorCode::kInvalidCommand,
          fmt::format("{} has no input {}", taker->title, edge.to.port),
          DidYouMean(edge.to.port, NamesOf(taker->inputs)))
          .port = edge.to.port;
    }
    if (output == nullptr || input == nullptr || Fits(output->type, input->type)) return;
    Add(to->id, ErrorCode::kInvalidCommand,
        fmt::format("the input {} takes a {}, and {} of {} gives a {}", input->name,
                    TypeText(input->type), output->name, from->name, TypeText(output->type)),
        "remove the edge")
        .port = input->name;
  }

  void CheckNode(const PipelineNode& node) {
    if (node.component == kForeignNode) return;
    const NodeType* const type = wiring_.TypeOf(node);
    if (type == nullptr) return AddUnknown(node);
    for (const TypePort& port : type->inputs) CheckInput(node, port);
    for (const Field& field : type->fields) {
      const auto given = node.parameters.find(field.name);
      const bool missing = given == node.parameters.end() || Trim(given->second).empty();
      if (!field.required || !missing) continue;
      Add(node.id, ErrorCode::kInvalidCommand, fmt::format("parameter '{}' is missing", field.name),
          field.doc)
          .parameter = field.name;
    }
    CheckOwnRules(node, *type);
  }

  void AddUnknown(const PipelineNode& node) {
    const pai::Elsewhere elsewhere = pai::KnownElsewhere(node.component);
    std::string cure(elsewhere.cure);
    if (cure.empty()) cure = DidYouMean(node.component, pai::OfferedComponents().Names());
    if (cure.empty()) cure = "replace the node by a component of the list";
    Add(node.id, ErrorCode::kAlgorithmNotFound,
        elsewhere.what.empty()
            ? fmt::format("this machine has no component '{}', so the node cannot run",
                          node.component)
            : fmt::format("{} ({}) does not run here", elsewhere.what, node.component),
        std::move(cure));
  }

  void CheckInput(const PipelineNode& node, const TypePort& port) {
    const size_t edges = pipeline_.Into({node.id, port.name}).size();
    if (edges > 1 && !port.many) {
      Add(node.id, ErrorCode::kInvalidCommand,
          fmt::format("{} edges end at the input {}, which takes one", edges, port.name),
          "remove all but one of them")
          .port = port.name;
    }
    if (port.required && edges == 0 && node.Value(port.name).empty()) {
      Add(node.id, ErrorCode::kInvalidCommand, fmt::format("the input {} is missing", port.name),
          fmt::format("draw an edge to it from a port that gives a {}", TypeText(port.type)))
          .port = port.name;
    }
  }

  void CheckOwnRules(const PipelineNode& node, const NodeType& type) {
    if (type.kind == NodeKind::kFile && node.Value("path").empty() &&
        node.Value(kScriptText).empty()) {
      Add(node.id, ErrorCode::kInvalidCommand, "the node names no file", "give a path, or code")
          .parameter = "path";
    }
    const std::string partition = type.kind == NodeKind::kSource
                                      ? node.Value("partition")
                                      : node.Value("outputTablePartition");
    const bool own = type.kind == NodeKind::kSource || type.kind == NodeKind::kSink;
    if (own && !partition.empty() && PartitionCondition(partition).empty()) {
      Add(node.id, ErrorCode::kInvalidCommand, fmt::format("'{}' is not a partition", partition),
          "write key=value, ds=20260101/hour=01")
          .parameter = type.kind == NodeKind::kSource ? "partition" : "outputTablePartition";
    }
  }

  void CheckCircle() {
    std::vector<std::string> circle;
    if (OrderOf(pipeline_, &circle).has_value()) return;
    std::string path;
    for (const std::string& id : circle) path += pipeline_.Find(id)->name + " -> ";
    if (!circle.empty()) path += pipeline_.Find(circle.front())->name;
    Add("", ErrorCode::kInvalidCommand,
        fmt::format("nodes wait for each other in a circle: {}", path), "remove one of its edges");
    for (const std::string& id : circle) {
      Add(id, ErrorCode::kInvalidCommand, fmt::format("the node waits for itself: {}", path),
          "remove one of the edges");
    }
  }

  const Pipeline& pipeline_;
  const Wiring& wiring_;
  std::vector<Finding> findings_;
};

}  // namespace

bool CheckedPipeline::has_errors() const {
  return std::ranges::any_of(findings, [](const Finding& finding) { return finding.error; });
}

Finding FindingOf(const Error& error, std::string node) {
  Finding finding;
  finding.node = std::move(node);
  finding.code = ErrorCodeName(error.code);
  finding.message = error.detail.empty() ? std::string(ErrorCodeText(error.code)) : error.detail;
  finding.cure = error.hint;
  return finding;
}

std::vector<Finding> CheckGraph(const Pipeline& pipeline, const Wiring& wiring) {
  return GraphChecker(pipeline, wiring).Check();
}

}  // namespace paisql::designer

// TreeModel: the nodes of a tree stand in one array, the children of a node side by side.

#include <array>
#include <map>

#include "inference/pmml/pmml_part.h"

namespace paisql::inference {

namespace {

enum class OnMissing { kNone, kLastPrediction, kNull, kDefaultChild };

struct TreeNode {
  PmmlPredicate predicate;
  size_t first = 0;  // of its children
  size_t count = 0;
  size_t missing = 0;  // the child for an unknown value, 0 for none
  double value = kNoValue;
  size_t shares = 0;  // where its classes' shares begin; 0 for a node without any
};

// A node of a tree whose nodes all part the numbers of one field, as those of learners do.
struct FastNode {
  double bound = 0;
  uint32_t slot = 0;   // kNoNode for a leaf
  uint32_t below = 0;  // the child for values below the bound
  uint32_t others = 0;
  uint32_t missing = 0;  // kNoNode: the other way to find a node knows what to do
};
constexpr uint32_t kNoNode = UINT32_MAX;

class PmmlTree : public PmmlPart {
 public:
  void Answer(std::span<double> row, PmmlAnswer& answer) const override {
    const TreeNode* node = fast_.empty() ? Find(row) : FindFast(row);
    answer.value = kNoValue;
    answer.best = -1;
    answer.chances.clear();
    if (node == nullptr) return;
    if (!classifies_) {
      answer.value = node->value;
      return;
    }
    if (node->shares == 0) return;
    const auto begin = shares_.begin() + static_cast<std::ptrdiff_t>(node->shares);
    answer.chances.assign(begin, begin + static_cast<std::ptrdiff_t>(classes_));
    answer.ChooseBest();
  }

 private:
  friend class TreeReader;

  // The node that decides; null for a row without an answer.
  const TreeNode* Find(std::span<const double> row) const {
    const TreeNode* node = nodes_.data();
    if (node->predicate.Holds(row) != Tristate::kTrue) return nullptr;
    while (node->count > 0) {
      const TreeNode* next = nullptr;
      for (size_t i = node->first; i < node->first + node->count && next == nullptr; ++i) {
        const Tristate holds = nodes_[i].predicate.Holds(row);
        if (holds == Tristate::kTrue) next = &nodes_[i];
        if (holds != Tristate::kUnknown || on_missing_ == OnMissing::kNone) continue;
        if (on_missing_ == OnMissing::kLastPrediction) return node;
        if (on_missing_ == OnMissing::kNull || node->missing == 0) return nullptr;
        next = &nodes_[node->missing];
      }
      if (next == nullptr) return last_counts_ ? node : nullptr;
      node = next;
    }
    return node;
  }

  const TreeNode* FindFast(std::span<const double> row) const {
    uint32_t at = 0;
    while (fast_[at].slot != kNoNode) {
      const FastNode& node = fast_[at];
      const double value = row[node.slot];
      at = value < node.bound ? node.below : value >= node.bound ? node.others : node.missing;
      if (at == kNoNode) return Find(row);
    }
    return &nodes_[at];
  }

  // Fills in the nodes for FindFast, where all of them are such.
  void MakeFast() {
    if (!nodes_[0].predicate.IsTrue() || nodes_.size() >= kNoNode) return;
    std::vector<FastNode> made;
    for (const TreeNode& node : nodes_) {
      FastNode& fast = made.emplace_back();
      fast.slot = kNoNode;
      if (node.count == 0) continue;
      if (node.count != 2) return;
      const auto split = nodes_[node.first].predicate.SplitWith(nodes_[node.first + 1].predicate);
      if (!split.has_value()) return;
      fast.bound = split->bound;
      fast.slot = static_cast<uint32_t>(split->slot);
      fast.below = static_cast<uint32_t>(node.first);
      fast.others = fast.below + 1;
      const bool goes_on = on_missing_ == OnMissing::kDefaultChild && node.missing != 0;
      fast.missing = goes_on ? static_cast<uint32_t>(node.missing) : kNoNode;
    }
    fast_ = std::move(made);
  }

  std::vector<FastNode> fast_;  // of the same numbers as nodes_, or empty
  std::vector<TreeNode> nodes_;
  std::vector<double> shares_ = {0};  // no node has the first one
  size_t classes_ = 0;
  bool classifies_ = false;
  bool last_counts_ = false;
  OnMissing on_missing_ = OnMissing::kNone;
};

class TreeReader {
 public:
  TreeReader(PmmlTree& tree, PmmlBuild& build) : tree_(tree), build_(build) {}

  Status Read(const XmlElement& model) {
    PAISQL_TRY(ReadStrategies(model));
    const XmlElement* const root = model.Child("Node");
    if (root == nullptr) return PmmlError("has a TreeModel without a Node");
    tree_.classes_ = build_.labels.size();
    tree_.nodes_.emplace_back();
    std::vector<std::pair<const XmlElement*, size_t>> waiting = {{root, 0}};
    for (size_t i = 0; i < waiting.size(); ++i) {
      const auto [element, place] = waiting[i];
      PAISQL_TRY(ReadNode(*element, place));
      PAISQL_TRY(AddChildren(*element, place, waiting));
    }
    tree_.MakeFast();
    return Status::Ok();
  }

 private:
  Status ReadStrategies(const XmlElement& model) {
    constexpr std::array<std::pair<std::string_view, OnMissing>, 4> kStrategies = {
        {{"none", OnMissing::kNone},
         {"lastPrediction", OnMissing::kLastPrediction},
         {"nullPrediction", OnMissing::kNull},
         {"defaultChild", OnMissing::kDefaultChild}}};
    tree_.classifies_ = IsClassification(model);
    tree_.last_counts_ = model.Get("noTrueChildStrategy") == "returnLastPrediction";
    const std::string_view wanted = model.Get("missingValueStrategy", "none");
    for (const auto& [name, strategy] : kStrategies) {
      if (name != wanted) continue;
      tree_.on_missing_ = strategy;
      if (strategy != OnMissing::kNone) build_.knows_missing = true;
      return Status::Ok();
    }
    return PmmlError("has the missingValueStrategy " + std::string(wanted) +
                     ", which is not computed here");
  }

  Status ReadNode(const XmlElement& element, size_t place) {
    TreeNode& node = tree_.nodes_[place];
    bool has_predicate = false;
    for (const XmlElement& child : element.children) {
      if (PmmlPredicate::IsOne(child)) {
        PAISQL_ASSIGN(node.predicate, PmmlPredicate::Read(child, build_.fields));
        has_predicate = true;
      } else if (child.name == "ScoreDistribution" && tree_.classifies_) {
        PAISQL_TRY(AddShare(child, node));
      } else if (child.name == "EmbeddedModel" || child.name == "Regression" ||
                 child.name == "DecisionTree") {
        return PmmlError("has a tree with models in its nodes, which is not computed here");
      }
    }
    if (!has_predicate) return PmmlError("has a Node without a predicate");
    const std::optional<std::string_view> score = element.Attribute("score");
    if (tree_.classifies_) {
      if (score.has_value()) PAISQL_TRY(AddScore(*score, node));
      Normalise(node);
    } else if (score.has_value()) {
      PAISQL_ASSIGN(node.value, PmmlNumber(*score));
    }
    return Status::Ok();
  }

  double* SharesOf(TreeNode& node) {
    if (node.shares == 0) {
      node.shares = tree_.shares_.size();
      tree_.shares_.resize(tree_.shares_.size() + tree_.classes_);
    }
    return &tree_.shares_[node.shares];
  }

  Result<size_t> KnownLabel(std::string_view label) {
    const size_t number = build_.LabelOf(label);
    if (number < tree_.classes_) return number;
    return PmmlError("has a tree with the class " + std::string(label) +
                     ", which its target field does not list");
  }

  Status AddShare(const XmlElement& element, TreeNode& node) {
    PAISQL_ASSIGN(const size_t label, KnownLabel(element.Get("value")));
    const bool given = element.Attribute("probability").has_value();
    PAISQL_ASSIGN(const double share, PmmlNumber(element, given ? "probability" : "recordCount"));
    SharesOf(node)[label] += share;
    return Status::Ok();
  }

  // A node with a class alone is sure of it.
  Status AddScore(std::string_view score, TreeNode& node) {
    PAISQL_ASSIGN(const size_t label, KnownLabel(score));
    if (node.shares == 0) SharesOf(node)[label] = 1;
    return Status::Ok();
  }

  void Normalise(TreeNode& node) {
    if (node.shares == 0) return;
    double* const shares = &tree_.shares_[node.shares];
    double sum = 0;
    for (size_t i = 0; i < tree_.classes_; ++i) sum += shares[i];
    // Shares that add up to 1 but for the last bit stay as they are written.
    if (sum <= 0 || std::abs(sum - 1) < 1e-12) return;
    for (size_t i = 0; i < tree_.classes_; ++i) shares[i] /= sum;
  }

  Status AddChildren(const XmlElement& element, size_t place,
                     std::vector<std::pair<const XmlElement*, size_t>>& waiting) {
    const std::string_view wanted = element.Get("defaultChild");
    const size_t first = tree_.nodes_.size();
    size_t count = 0;
    size_t missing = 0;
    for (const XmlElement& child : element.children) {
      if (child.name != "Node") continue;
      if (!wanted.empty() && child.Get("id") == wanted) missing = first + count;
      waiting.emplace_back(&child, first + count++);
    }
    tree_.nodes_.resize(first + count);
    tree_.nodes_[place].first = first;
    tree_.nodes_[place].count = count;
    tree_.nodes_[place].missing = missing;
    return Status::Ok();
  }

  PmmlTree& tree_;
  PmmlBuild& build_;
};

}  // namespace

Result<std::unique_ptr<PmmlPart>> ReadPmmlTree(const XmlElement& model, PmmlBuild& build) {
  auto tree = std::make_unique<PmmlTree>();
  PAISQL_TRY(TreeReader(*tree, build).Read(model));
  return std::unique_ptr<PmmlPart>(std::move(tree));
}

}  // namespace paisql::inference

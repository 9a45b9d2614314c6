#include "analysis/query/column_pattern.h"

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace paisql::analysis {
namespace {

constexpr int kMaxSteps = 1'000'000;
constexpr int kMaxGroups = 100;

enum class Repeat { kGreedy, kLazy, kPossessive };

struct Node;
using Sequence = std::vector<Node>;

// One atom with its repetition: a set of characters, or a group of alternatives.
struct Node {
  std::string characters;              // for a set
  bool any = false;                    // .
  bool negated = false;                // [^…]
  std::vector<Sequence> alternatives;  // for a group
  int min = 1;
  int max = 1;
  Repeat repeat = Repeat::kGreedy;
};

class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}

  Result<std::vector<Sequence>> Parse() {
    std::vector<Sequence> alternatives;
    PAISQL_TRY(Alternatives(alternatives));
    if (position_ != text_.size()) return Broken();
    return alternatives;
  }

 private:
  Error Broken() const {
    return {ErrorCode::kSemantic, fmt::format("invalid column pattern `{}`", text_), {}, ""};
  }
  bool AtEnd() const { return position_ == text_.size(); }
  bool Take(char c) {
    if (AtEnd() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  Status Alternatives(std::vector<Sequence>& alternatives) {
    do {
      Sequence sequence;
      while (!AtEnd() && text_[position_] != '|' && text_[position_] != ')') {
        // The whole name must match anyway, so anchors add nothing.
        if (Take('^') || Take('$')) continue;
        Node node;
        PAISQL_TRY(Atom(node));
        PAISQL_TRY(Repetition(node));
        sequence.push_back(std::move(node));
      }
      alternatives.push_back(std::move(sequence));
    } while (Take('|'));
    return Status::Ok();
  }

  Status Atom(Node& node) {
    if (Take('(')) {
      if (++groups_ > kMaxGroups) return Broken();
      if (Take('?') && !Take(':')) return Broken();
      PAISQL_TRY(Alternatives(node.alternatives));
      if (!Take(')')) return Broken();
      return Status::Ok();
    }
    if (Take('[')) return Set(node);
    if (Take('.')) {
      node.any = true;
      return Status::Ok();
    }
    const char c = text_[position_];
    if (c == '*' || c == '+' || c == '?' || c == '{' || c == ')') return Broken();
    ++position_;
    if (c != '\\') {
      node.characters = ToLower(std::string(1, c));
      return Status::Ok();
    }
    if (AtEnd()) return Broken();
    const char escaped = text_[position_++];
    if (!Class(escaped, node.characters)) node.characters = ToLower(std::string(1, escaped));
    return Status::Ok();
  }

  static bool Class(char name, std::string& characters) {
    if (name != 'd' && name != 'w') return false;
    characters += "0123456789";
    if (name == 'w') characters += "abcdefghijklmnopqrstuvwxyz_";
    return true;
  }

  Status Set(Node& node) {
    node.negated = Take('^');
    bool first = true;
    while (!AtEnd() && (first || text_[position_] != ']')) {
      first = false;
      char from = text_[position_++];
      if (from == '\\' && !AtEnd()) {
        from = text_[position_++];
        if (Class(from, node.characters)) continue;
      }
      char to = from;
      if (position_ + 1 < text_.size() && text_[position_] == '-' && text_[position_ + 1] != ']') {
        to = text_[position_ + 1];
        position_ += 2;
      }
      if (static_cast<unsigned char>(to) < static_cast<unsigned char>(from)) return Broken();
      for (int c = static_cast<unsigned char>(from); c <= static_cast<unsigned char>(to); ++c) {
        node.characters += ToLower(std::string(1, static_cast<char>(c)));
      }
    }
    if (!Take(']')) return Broken();
    return Status::Ok();
  }

  Status Repetition(Node& node) {
    constexpr int kUnbounded = std::numeric_limits<int>::max();
    if (Take('*')) {
      node.min = 0;
      node.max = kUnbounded;
    } else if (Take('+')) {
      node.max = kUnbounded;
    } else if (Take('?')) {
      node.min = 0;
    } else if (Take('{')) {
      if (!Number(node.min)) return Broken();
      node.max = node.min;
      if (Take(',') && !Number(node.max)) node.max = kUnbounded;
      if (!Take('}') || node.max < node.min) return Broken();
    } else {
      return Status::Ok();
    }
    if (Take('+')) {
      node.repeat = Repeat::kPossessive;
    } else if (Take('?')) {
      node.repeat = Repeat::kLazy;
    }
    return Status::Ok();
  }

  bool Number(int& value) {
    const size_t begin = position_;
    value = 0;
    while (!AtEnd() && text_[position_] >= '0' && text_[position_] <= '9' &&
           position_ - begin < 4) {
      value = value * 10 + (text_[position_++] - '0');
    }
    return position_ > begin;
  }

  std::string_view text_;
  size_t position_ = 0;
  int groups_ = 0;
};

// Backtracking with continuations: `rest` says whether what follows matches from a position on.
class Matcher {
 public:
  explicit Matcher(std::string name) : name_(std::move(name)) {}
  using Rest = std::function<bool(size_t)>;

  bool Any(const std::vector<Sequence>& alternatives, size_t position, const Rest& rest) {
    for (const Sequence& sequence : alternatives) {
      if (Nodes(sequence, 0, position, rest)) return true;
    }
    return false;
  }

  const std::string& name() const { return name_; }
  bool exhausted() const { return steps_ > kMaxSteps; }

 private:
  bool Nodes(const Sequence& sequence, size_t index, size_t position, const Rest& rest) {
    if (++steps_ > kMaxSteps) return false;
    if (index == sequence.size()) return rest(position);
    const Node& node = sequence[index];
    const Rest after = [&](size_t next) { return Nodes(sequence, index + 1, next, rest); };
    if (node.repeat == Repeat::kPossessive) {
      // Takes what it can and never gives any of it back.
      size_t end = position;
      const bool matched = Times(node, 0, position, [&](size_t next) {
        end = next;
        return true;
      });
      return matched && after(end);
    }
    return Times(node, 0, position, after);
  }

  bool Times(const Node& node, int count, size_t position, const Rest& rest) {
    if (++steps_ > kMaxSteps) return false;
    if (count >= node.min && node.repeat == Repeat::kLazy && rest(position)) return true;
    if (count < node.max) {
      const bool more = Once(node, position, [&](size_t next) {
        // A group that matches nothing would repeat for ever.
        if (next == position && count >= node.min) return false;
        return Times(node, count + 1, next, rest);
      });
      if (more) return true;
    }
    return count >= node.min && node.repeat != Repeat::kLazy && rest(position);
  }

  bool Once(const Node& node, size_t position, const Rest& rest) {
    if (!node.alternatives.empty()) return Any(node.alternatives, position, rest);
    if (position == name_.size()) return false;
    const bool found = node.characters.find(name_[position]) != std::string::npos;
    if (!node.any && found == node.negated) return false;
    return rest(position + 1);
  }

  std::string name_;
  int steps_ = 0;
};

}  // namespace

bool LooksLikePattern(std::string_view text) {
  return text.find_first_of(".*+?()[]|^$\\{}") != std::string_view::npos;
}

Result<bool> MatchesColumnPattern(std::string_view pattern, std::string_view name) {
  PAISQL_ASSIGN(std::vector<Sequence> alternatives, PatternParser(pattern).Parse());
  Matcher matcher(ToLower(name));
  const bool matches =
      matcher.Any(alternatives, 0, [&](size_t end) { return end == matcher.name().size(); });
  if (matcher.exhausted()) {
    return Error{ErrorCode::kSemantic,
                 fmt::format("column pattern `{}` takes too many steps", pattern),
                 {},
                 ""};
  }
  return matches;
}

}  // namespace paisql::analysis

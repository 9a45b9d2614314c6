#include "syntax/expected.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <map>
#include <optional>

#include "PaisqlParser.h"
#include "syntax/failure.h"
#include "syntax/lexer/token_list.h"
#include "syntax/literal_text.h"

namespace paisql::syntax {

namespace {

using Parser = paisql_grammar::PaisqlParser;
using antlr4::atn::ATNState;
using antlr4::atn::Transition;

// Beyond this nobody is typing any more.
constexpr size_t kMaxTokens = 20'000;
constexpr size_t kMaxFollowing = 4;

constexpr std::array<size_t, 4> kNameRules = {Parser::RuleIdentifier, Parser::RuleAnyName,
                                              Parser::RuleAliasName, Parser::RuleFunctionName};
// Rules that only say how a name is written; which name is wanted, the rule that uses them says.
constexpr std::array<size_t, 4> kNameForms = {Parser::RuleQualifiedName, Parser::RuleNameList,
                                              Parser::RuleLambdaName, Parser::RuleFunctionName};
constexpr std::array<size_t, 2> kCommandRules = {Parser::RuleCommandTail, Parser::RuleCommandWords};

template <size_t count>
bool IsIn(const std::array<size_t, count>& rules, size_t rule) {
  return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

// For each rule of the grammar the tokens that it can begin with.
class Beginnings {
 public:
  // Whether the rule can begin with the token, or be empty.
  bool May(const antlr4::atn::ATN& atn, size_t rule, size_t type) {
    if (of_.empty()) of_.resize(atn.ruleToStartState.size());
    std::optional<std::bitset<kTypes>>& types = of_[rule];
    if (!types.has_value()) {
      types.emplace();
      const auto& tokens = atn.nextTokens(atn.ruleToStartState[rule]);
      if (tokens.contains(antlr4::Token::EPSILON)) types->set();
      for (size_t i = 1; i < kTypes; ++i) {
        if (tokens.contains(i)) types->set(i);
      }
    }
    return types->test(type);
  }

 private:
  static constexpr size_t kTypes = Parser::UNKNOWN + 1;
  std::vector<std::optional<std::bitset<kTypes>>> of_;
};

Beginnings& ThreadBeginnings() {
  thread_local Beginnings beginnings;
  return beginnings;
}

// Follows all ways through the grammar at once. Where a rule is entered at a token, its way back is
// shared by all who enter it there with the same precedence; so what is open at a token is a small
// graph instead of many stacks.
class Walk {
 public:
  explicit Walk(const Parser& parser)
      : atn_(parser.getATN()), rule_names_(const_cast<Parser&>(parser).getRuleNames()) {
    configs_ = {{atn_.ruleToStartState[Parser::RuleSingleStatement],
                 NodeOf(Parser::RuleSingleStatement, 0)}};
  }

  // False for a token that is left out.
  bool Read(size_t type) {
    std::vector<Config> next = Step(configs_, type);
    // SELECT FROM t WHERE …: what stands in front is not written yet.
    if (next.empty()) next = Step(Step(configs_, Parser::IDENTIFIER), type);
    if (next.empty()) return false;
    configs_ = std::move(next);
    return true;
  }

  // At the end: nothing is read afterwards.
  Expected Collect(const antlr4::dfa::Vocabulary& vocabulary) {
    Close(configs_, kAnyToken);
    Expected expected;
    expected.names = names_;
    std::map<size_t, std::vector<Config>> keywords;
    for (const Reading& reading : readings_) {
      for (const size_t type : KeywordsOf(*reading.transition)) {
        keywords[type].push_back({reading.transition->target, reading.node});
      }
    }
    for (const auto& [type, configs] : keywords) {
      const std::string word = Word(type, vocabulary);
      if (word.size() < 2) continue;  // H, P and Q need no help
      const std::optional<std::string> following = Following(configs, vocabulary);
      if (following.has_value()) expected.keywords.push_back(word + *following);
    }
    std::sort(expected.keywords.begin(), expected.keywords.end());
    return expected;
  }

 private:
  struct Node;
  struct Config {
    ATNState* state = nullptr;
    Node* node = nullptr;
  };
  // Where a rule was entered: the state that goes on after it.
  struct Node {
    size_t id = 0;
    size_t rule = 0;
    int precedence = 0;
    bool ended = false;  // at the token at which it was entered
    std::vector<Config> followers;
  };
  // A transition that reads a token.
  struct Reading {
    const Transition* transition = nullptr;
    Node* node = nullptr;
  };

  // The rule as it is entered at the token that comes next.
  Node* NodeOf(size_t rule, int precedence) {
    for (Node* node : entered_) {
      if (node->rule == rule && node->precedence == precedence) return node;
    }
    nodes_.push_back({nodes_.size(), rule, precedence, false, {}});
    entered_.push_back(&nodes_.back());
    return entered_.back();
  }

  // Where the configurations are after the token.
  std::vector<Config> Step(const std::vector<Config>& configs, size_t type) {
    Close(configs, type);
    std::vector<Config> next;
    for (const Reading& reading : readings_) {
      if (reading.transition->matches(type, antlr4::Token::MIN_USER_TOKEN_TYPE, atn_.maxTokenType))
        next.push_back({reading.transition->target, reading.node});
    }
    return next;
  }

  // Everything that is reached from the configurations without reading a token, as far as `type`
  // may come next. kAnyToken: whatever may come, and rules of names are noted instead of entered.
  void Close(const std::vector<Config>& configs, size_t type) {
    entered_.clear();
    readings_.clear();
    seen_.clear();
    names_.clear();
    next_type_ = type;
    refused_ = false;
    pending_ = configs;
    while (!pending_.empty()) {
      const Config config = pending_.back();
      pending_.pop_back();
      if (seen_.Add(uint64_t{config.node->id} << 32 | config.state->stateNumber)) Follow(config);
    }
    // Nodes that were entered before this token have ended at it, too, but only for those who are
    // there already.
    for (Node* node : entered_) node->ended = false;
  }

  void Follow(const Config& config) {
    if (config.state->getStateType() == ATNState::RULE_STOP) {
      config.node->ended = true;
      for (const Config& follower : config.node->followers) pending_.push_back(follower);
      return;
    }
    for (const Transition* transition : config.state->transitions) {
      switch (transition->getSerializationType()) {
        case Transition::RULE:
          Enter(static_cast<const antlr4::atn::RuleTransition&>(*transition), config);
          break;
        case Transition::PRECEDENCE:
          if (static_cast<const antlr4::atn::PrecedencePredicateTransition&>(*transition)
                  .precedence >= config.node->precedence)
            pending_.push_back({transition->target, config.node});
          break;
        case Transition::EPSILON:
        case Transition::PREDICATE:
        case Transition::ACTION:
          pending_.push_back({transition->target, config.node});
          break;
        default:
          readings_.push_back({transition, config.node});
      }
    }
  }

  void Enter(const antlr4::atn::RuleTransition& transition, const Config& config) {
    const bool collecting = next_type_ == kAnyToken;
    if (!collecting && !beginnings_.May(atn_, transition.ruleIndex, next_type_)) return;
    if (collecting && transition.ruleIndex == Parser::RuleAnyToken) {
      // Whatever follows is read, for a command, or to be refused as a whole.
      refused_ = refused_ || !IsIn(kCommandRules, config.state->ruleIndex);
      return;
    }
    if (collecting && IsIn(kNameRules, transition.ruleIndex)) {
      NoteName(config.state->ruleIndex, *config.node, false);
      return;
    }
    Node* node = NodeOf(transition.ruleIndex, transition.precedence);
    const Config follower{transition.followState, config.node};
    const auto same = [&](const Config& other) {
      return other.state == follower.state && other.node == follower.node;
    };
    if (std::any_of(node->followers.begin(), node->followers.end(), same)) return;
    node->followers.push_back(follower);
    if (node->ended) pending_.push_back(follower);
    pending_.push_back({transition.target, node});
  }

  // `node` is that of the rule, which has a name in it.
  void NoteName(size_t rule, const Node& node, bool in_list) {
    if (IsIn(kNameForms, rule)) {
      in_list = in_list || rule == Parser::RuleNameList;
      for (const Config& follower : node.followers) {
        NoteName(follower.state->ruleIndex, *follower.node, in_list);
      }
      return;
    }
    const NamePlace place{rule_names_[rule], in_list};
    if (std::find(names_.begin(), names_.end(), place) == names_.end()) names_.push_back(place);
  }

  static std::vector<size_t> KeywordsOf(const Transition& transition) {
    std::vector<size_t> types;
    const auto kind = transition.getSerializationType();
    if (kind == Transition::NOT_SET || kind == Transition::WILDCARD) return types;
    for (const ssize_t type : transition.label().toList()) {
      if (type >= static_cast<ssize_t>(Parser::ADD) && type <= static_cast<ssize_t>(Parser::WITHIN))
        types.push_back(static_cast<size_t>(type));
    }
    return types;
  }

  static std::string Word(size_t type, const antlr4::dfa::Vocabulary& vocabulary) {
    const std::string literal = vocabulary.getLiteralName(type);  // 'SELECT', with the quotes
    return literal.size() > 2 ? literal.substr(1, literal.size() - 2) : "";
  }

  // The keywords that alone can follow: " BY". nullopt where the statement would be refused.
  std::optional<std::string> Following(std::vector<Config> configs,
                                       const antlr4::dfa::Vocabulary& vocabulary) {
    std::string words;
    for (size_t i = 0; i < kMaxFollowing; ++i) {
      Close(configs, kAnyToken);
      if (refused_) return std::nullopt;
      std::vector<Config> next;
      size_t only = 0;
      for (const Reading& reading : readings_) {
        const antlr4::misc::IntervalSet label = reading.transition->label();
        const std::vector<size_t> types = KeywordsOf(*reading.transition);
        if (types.size() != 1 || label.size() != 1 || (only != 0 && only != types[0])) return words;
        only = types[0];
        next.push_back({reading.transition->target, reading.node});
      }
      if (only == 0 || !names_.empty()) return words;
      words += " " + Word(only, vocabulary);
      configs = std::move(next);
    }
    return words;
  }

  // A set of numbers that is emptied often.
  class Seen {
   public:
    // Whether the number is new.
    bool Add(uint64_t number) {
      if (2 * ++count_ > slots_.size()) Grow();
      return Insert(number);
    }
    void clear() {
      ++round_;
      count_ = 0;
    }

   private:
    struct Slot {
      uint64_t number = 0;
      uint64_t round = 0;  // an older one: empty
    };

    bool Insert(uint64_t number) {
      for (size_t i = number * 0x9E3779B97F4A7C15U >> 20;; ++i) {
        Slot& slot = slots_[i & (slots_.size() - 1)];
        if (slot.round == round_ && slot.number == number) return false;
        if (slot.round == round_) continue;
        slot = {number, round_};
        return true;
      }
    }
    void Grow() {
      std::vector<Slot> old(2 * slots_.size());
      old.swap(slots_);
      for (const Slot& slot : old) {
        if (slot.round == round_) Insert(slot.number);
      }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(1024);
    uint64_t round_ = 1;
    size_t count_ = 0;
  };

  static constexpr size_t kAnyToken = 0;  // no token has this type

  const antlr4::atn::ATN& atn_;
  const std::vector<std::string>& rule_names_;
  Beginnings& beginnings_ = ThreadBeginnings();
  std::deque<Node> nodes_;
  std::vector<Config> configs_;  // after the text that was read
  // The nodes that the last Close has entered.
  std::vector<Node*> entered_;
  std::vector<Config> pending_;
  Seen seen_;
  std::vector<Reading> readings_;
  size_t next_type_ = kAnyToken;
  bool refused_ = false;
  std::vector<NamePlace> names_;
};

// Whether the keyword is a name anywhere.
bool IsFreeKeyword(size_t type) {
  static const antlr4::misc::IntervalSet free = [] {
    TokenList none("");
    Parser parser(&none);
    const antlr4::atn::ATN& atn = parser.getATN();
    return atn.nextTokens(atn.ruleToStartState[Parser::RuleNonReserved]);
  }();
  return free.contains(type);
}

}  // namespace

Expected ExpectedAfter(std::string_view text) {
  TokenList tokens(text);
  if (tokens.count() > kMaxTokens) return {};
  Parser parser(&tokens);
  Walk walk(parser);
  for (size_t i = 0; i + 1 < tokens.count(); ++i) {
    const bool read = walk.Read(tokens.TypeAt(i));
    if (i == 0 && !read) return {};  // no statement begins so
  }
  return walk.Collect(parser.getVocabulary());
}

std::string NameAsWritten(std::string_view name) {
  Scanner scanner(name);
  ScannedToken token;
  if (!scanner.Next(token) || token.end != name.size()) return QuoteName(name);
  if (token.type == Parser::IDENTIFIER || IsFreeKeyword(token.type)) return std::string(name);
  return QuoteName(name);
}

}  // namespace paisql::syntax

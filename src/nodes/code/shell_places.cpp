#include "nodes/code/places.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>

#include "base/text.h"

namespace paisql::nodes {

namespace {

// The kinds of text that the reader can be within.
enum class Within {
  kPlain,       // commands
  kCommand,     // $(commands)
  kBackticks,   // `commands`
  kArithmetic,  // $((…)) and ((…))
  kOldForm,     // $[…], which is arithmetic, too
  kSubscript,   // a[…], also within ${…} and as a=([…]=x)
  kLet,         // the words of let
  kCode,        // the words of eval and its like
  kBraces,      // ${…}
  kSubstring,   // ${x:…}: bash computes where it begins and how long it is
  kDouble,
  kSingle,
  kDollarSingle,
};

struct Document {
  std::string end;
  bool quoted = false;
  bool tabs = false;  // <<-
};

bool IsOfName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == ';' || c == '&' || c == '|';
}

class Reader {
 public:
  Reader(std::string_view code, const std::vector<size_t>& offsets)
      : code_(code), offsets_(offsets) {}

  std::vector<ShellPlace> Read() {
    while (at_ < code_.size() && places_.size() < offsets_.size()) {
      Note();
      Step();
    }
    while (places_.size() < offsets_.size()) places_.push_back(Here(offsets_[places_.size()]));
    return std::move(places_);
  }

 private:
  Within within() const { return stack_.back().within; }
  bool Next(std::string_view text) const { return code_.substr(at_).starts_with(text); }
  void Push(Within within, size_t skip) {
    stack_.push_back({within, 0});
    at_ += skip;
  }
  void Pop(size_t skip) {
    if (stack_.size() > 1) stack_.pop_back();
    at_ += skip;
  }

  void Note() {
    while (places_.size() < offsets_.size() && offsets_[places_.size()] <= at_) {
      places_.push_back(Here(offsets_[places_.size()]));
    }
  }

  bool IsIn(Within within) const {
    return std::ranges::any_of(stack_, [&](const Frame& frame) { return frame.within == within; });
  }

  ShellPlace Here(size_t offset) const {
    // let computes what its quotes hold.
    if (IsIn(Within::kLet)) return ShellPlace::kArithmetic;
    if (IsIn(Within::kCode)) return ShellPlace::kCode;
    if (IsIn(Within::kSubscript)) return ShellPlace::kSubscript;
    if (within() == Within::kSingle) return ShellPlace::kSingleQuotes;
    if (within() == Within::kDollarSingle) return ShellPlace::kDollarQuotes;
    for (const Within one : {Within::kArithmetic, Within::kOldForm, Within::kSubstring}) {
      if (IsIn(one)) return ShellPlace::kArithmetic;
    }
    return ComparesNumbers(offset) ? ShellPlace::kArithmetic : ShellPlace::kWord;
  }

  // Within [[ … ]] with -eq or one of its like.
  bool ComparesNumbers(size_t offset) const {
    const size_t line = code_.rfind('\n', offset) + 1;  // npos + 1 is 0
    const size_t open = code_.substr(0, offset).rfind("[[");
    if (open == std::string_view::npos || open < line) return false;
    const size_t close = code_.find("]]", open);
    if (close < offset) return false;
    const std::string_view test = code_.substr(open, close - open);
    for (const std::string_view one : {" -eq ", " -ne ", " -lt ", " -le ", " -gt ", " -ge "}) {
      if (test.find(one) != std::string_view::npos) return true;
    }
    return false;
  }

  void Step() {
    const char c = code_[at_];
    switch (within()) {
      case Within::kSingle:
        return c == '\'' ? Pop(1) : void(++at_);
      case Within::kDollarSingle:
        if (c == '\\') return void(at_ += 2);
        return c == '\'' ? Pop(1) : void(++at_);
      case Within::kDouble:
        if (c == '"') return Pop(1);
        return StepExpansion(c);
      case Within::kArithmetic:
        if (c == '(') ++stack_.back().depth;
        if (c == ')' && stack_.back().depth-- == 0) return Pop(2);
        return StepExpansion(c);
      case Within::kOldForm:
        if (c == ']') return Pop(1);
        return StepExpansion(c);
      case Within::kSubscript:
        if (c == '\n') return Pop(0);
        if (c == ']') return Pop(1);
        return StepQuotes(c);
      case Within::kSubstring:
      case Within::kBraces:
        if (c == '}') return Pop(1);
        if (StepIntoSubscript(c) || StepIntoSubstring(c)) return;
        return StepQuotes(c);
      default:
        return StepCommands(c);
    }
  }

  // Reads text that has this meaning within double quotes, too.
  void StepExpansion(char c) {
    if (c == '\\') return void(at_ += 2);
    if (c == '`') return within() == Within::kBackticks ? Pop(1) : Push(Within::kBackticks, 1);
    if (Next("$((")) return Push(Within::kArithmetic, 3);
    if (Next("$(")) return Push(Within::kCommand, 2);
    if (Next("$[")) return Push(Within::kOldForm, 2);
    if (Next("${")) return Push(Within::kBraces, 2);
    ++at_;
  }

  // a[, and ([ or a blank and [ where ]= ends it. A glob such as file[0-9] is read as one, too.
  bool StepIntoSubscript(char c) {
    if (c != '[' || at_ == 0) return false;
    const char before = code_[at_ - 1];
    const bool of_list = (before == '(' || IsBlank(before)) && EndsAsElement();
    if (!IsOfName(before) && !of_list) return false;
    Push(Within::kSubscript, 1);
    return true;
  }

  // Whether the bracket here is closed by ]= on its line.
  bool EndsAsElement() const {
    const std::string_view line = code_.substr(at_, code_.find('\n', at_) - at_);
    const size_t close = line.find("]=");
    return close != std::string_view::npos && line.find_first_of(" \t") > close;
  }

  // The colon of ${x:1}, and of no ${x:-1}.
  bool StepIntoSubstring(char c) {
    if (c != ':' || within() != Within::kBraces) return false;
    size_t begin = at_;
    while (begin > 0 && (IsOfName(code_[begin - 1]) || code_[begin - 1] == '@')) --begin;
    const bool of_name = begin >= 2 && code_.substr(begin - 2, 2) == "${";
    const bool of_element = at_ > 0 && code_[at_ - 1] == ']';
    if (!of_name && !of_element) return false;
    if (at_ + 1 < code_.size() &&
        std::string_view("-=?+").find(code_[at_ + 1]) != std::string_view::npos) {
      return false;
    }
    stack_.back().within = Within::kSubstring;
    ++at_;
    return true;
  }

  void StepQuotes(char c) {
    if (Next("$'")) return Push(Within::kDollarSingle, 2);
    if (c == '\'') return Push(Within::kSingle, 1);
    if (c == '"') return Push(Within::kDouble, 1);
    StepExpansion(c);
  }

  void StepCommands(char c) {
    const bool begins = at_ == 0 || IsBlank(code_[at_ - 1]) || code_[at_ - 1] == '(';
    const bool of_words = within() == Within::kLet || within() == Within::kCode;
    if (of_words && (c == '\n' || c == ';' || c == '&' || c == '|' || c == ')')) {
      return Pop(0);
    }
    if (c == '\n') {
      ++at_;
      return SkipDocuments();
    }
    if (c == '#' && begins) {
      // A comment runs to the end of the line; a quote in it does not count.
      const size_t end = code_.find('\n', at_);
      at_ = end == std::string_view::npos ? code_.size() : end;
      return;
    }
    if (Next("((") && begins) return Push(Within::kArithmetic, 2);
    if (Next("let ") && begins) return Push(Within::kLet, 4);
    for (const std::string_view word : {"eval ", "trap ", "alias ", "bash -c ", "sh -c "}) {
      if (Next(word) && begins) return Push(Within::kCode, word.size());
    }
    if (StepIntoSubscript(c)) return;
    if (Next("<<<")) return void(at_ += 3);
    if (Next("<<")) return ReadDocument();
    if (within() == Within::kCommand && c == '(') ++stack_.back().depth;
    if (within() == Within::kCommand && c == ')' && stack_.back().depth-- == 0) return Pop(1);
    StepQuotes(c);
  }

  void ReadDocument() {
    at_ += 2;
    Document document;
    document.tabs = Next("-");
    if (document.tabs) ++at_;
    while (at_ < code_.size() && (code_[at_] == ' ' || code_[at_] == '\t')) ++at_;
    char quote = 0;
    for (; at_ < code_.size() && code_[at_] != '\n'; ++at_) {
      const char c = code_[at_];
      if (quote == 0 && (IsBlank(c) || c == ')' || c == '>' || c == '<')) break;
      if (c == '\\' || c == '\'' || c == '"') {
        document.quoted = true;
        if (c == '\\') continue;
        quote = quote == 0 ? c : quote == c ? char{0} : quote;
        continue;
      }
      document.end += c;
    }
    if (!document.end.empty()) documents_.push_back(document);
  }

  // The documents that begin on the line that has ended.
  void SkipDocuments() {
    for (; !documents_.empty(); documents_.pop_front()) {
      const Document& document = documents_.front();
      while (at_ < code_.size()) {
        const size_t end = std::min(code_.find('\n', at_), code_.size());
        std::string_view line = code_.substr(at_, end - at_);
        if (document.tabs) {
          while (line.starts_with('\t')) line.remove_prefix(1);
        }
        while (places_.size() < offsets_.size() && offsets_[places_.size()] < end) {
          places_.push_back(document.quoted ? ShellPlace::kQuotedDocument : ShellPlace::kWord);
        }
        at_ = std::min(end + 1, code_.size());
        if (line == document.end) break;
      }
    }
  }

  struct Frame {
    Within within = Within::kPlain;
    int depth = 0;  // of round brackets
  };

  std::string_view code_;
  const std::vector<size_t>& offsets_;
  size_t at_ = 0;
  std::vector<Frame> stack_ = {Frame{}};
  std::deque<Document> documents_;
  std::vector<ShellPlace> places_;
};

// Signs that compute the text of a variable, or take a text as the name of one.
constexpr std::array<std::string_view, 5> kComputingSigns = {"((", "$[", "[[", "${!", " -v "};
constexpr std::array<std::string_view, 11> kComputingWords = {
    "let",  "declare", "typeset", "local",     "readonly", "export",
    "read", "unset",   "mapfile", "readarray", "getopts"};

bool HasWord(std::string_view code, std::string_view word) {
  for (size_t at = code.find(word); at != code.npos; at = code.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !IsOfName(code[at - 1])) && (end == code.size() || !IsOfName(code[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool MayCompute(std::string_view code) {
  return std::ranges::any_of(kComputingSigns,
                             [&](std::string_view sign) { return code.find(sign) != code.npos; }) ||
         std::ranges::any_of(kComputingWords,
                             [&](std::string_view word) { return HasWord(code, word); });
}

bool WouldRunWhereComputed(std::string_view value) {
  for (size_t at = value.find('['); at != value.npos; at = value.find('[', at + 1)) {
    if (at > 0 && IsOfName(value[at - 1]) && value.find_first_of("$`", at) != value.npos) {
      return true;
    }
  }
  return false;
}

std::vector<ShellPlace> FindShellPlaces(std::string_view code, const std::vector<size_t>& offsets) {
  return Reader(code, offsets).Read();
}

}  // namespace paisql::nodes

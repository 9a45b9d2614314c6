#include "pai/alink/values/keras_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "pai/alink/values/keras_names.h"

namespace paisql::pai {

namespace {

constexpr const char* kForm = "write a call, such as Dense(64, activation='relu')";
constexpr std::array<std::string_view, 4> kRoots = {"", "tf.keras.", "keras.", "tensorflow.keras."};
constexpr size_t kMostDepth = 50;  // a deeper text is left to the job

enum class Kind { kName, kNumber, kText, kMark };

struct Token {
  Kind kind = Kind::kMark;
  size_t begin = 0;
  size_t end = 0;
};

bool BeginsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The end of a text in quotes, npos for one that does not end.
size_t EndOfText(std::string_view text, size_t at) {
  const char quote = text[at];
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

// Nothing where the text has something else than names, numbers, plain texts and marks of calls.
std::optional<std::vector<Token>> Tokens(std::string_view text) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (IsBlank(c)) {
      ++at;
      continue;
    }
    Token token{Kind::kMark, at, at + 1};
    const bool point = c == '.' && at + 1 < text.size() && IsDigit(text[at + 1]);
    if (BeginsName(c)) {
      token.kind = Kind::kName;
      while (token.end < text.size() && (BeginsName(text[token.end]) || IsDigit(text[token.end])))
        ++token.end;
    } else if (IsDigit(c) || point) {
      // All forms of Python's numbers, with the sign of an exponent; which are right it knows best.
      token.kind = Kind::kNumber;
      while (token.end < text.size() &&
             (BeginsName(text[token.end]) || IsDigit(text[token.end]) || text[token.end] == '.' ||
              ((text[token.end] == '-' || text[token.end] == '+') &&
               (text[token.end - 1] == 'e' || text[token.end - 1] == 'E')))) {
        ++token.end;
      }
    } else if (c == '\'' || c == '"') {
      token.kind = Kind::kText;
      token.end = EndOfText(text, at);
      if (token.end == std::string_view::npos) return std::nullopt;
    } else if (std::string_view("()[],=.+-").find(c) == std::string_view::npos) {
      return std::nullopt;
    }
    tokens.push_back(token);
    at = token.end;
  }
  return tokens;
}

struct Class {
  std::string_view folder;
  std::string_view name;
};

std::optional<Class> FindClass(std::string_view name) {
  for (const KerasFolder& folder : KerasFolders()) {
    for (const std::string_view known : folder.classes) {
      if (name == known) return Class{folder.name, known};
      for (const std::string_view root : kRoots) {
        if (name == std::string(root) + std::string(folder.name) + "." + std::string(known))
          return Class{folder.name, known};
      }
    }
  }
  return std::nullopt;
}

std::string NearClass(std::string_view name) {
  std::vector<std::string> all;
  for (const KerasFolder& folder : KerasFolders())
    all.insert(all.end(), folder.classes.begin(), folder.classes.end());
  const size_t point = name.rfind('.');
  const std::string_view last = point == std::string_view::npos ? name : name.substr(point + 1);
  const std::string near = DidYouMean(last, all);
  const bool same = std::find(all.begin(), all.end(), last) != all.end();
  return near.empty() || same ? "docs/alink.md lists the classes" : near;
}

// Goes through the tokens until it finds a mistake, or something that it does not understand.
class KerasReader {
 public:
  KerasReader(std::string_view text, const std::vector<Token>& tokens)
      : text_(text), tokens_(tokens) {}

  std::optional<KerasMistake> Read(std::string_view folder, const std::string& what) {
    const std::string name = DottedName();
    if (!name.empty() && at_ == tokens_.size())
      return Mistake(0, tokens_.size(), "'" + name + "' is not a call of a Keras class");
    if (name.empty()) {
      const bool plain = std::all_of(tokens_.begin(), tokens_.end(), [](const Token& token) {
        return token.kind == Kind::kNumber || token.kind == Kind::kText;
      });
      if (plain) return Mistake(0, tokens_.size(), "this is not a call of a Keras class");
      return std::nullopt;
    }
    if (!Is('(')) return std::nullopt;
    const size_t end = at_;
    const std::optional<Class> found = FindClass(name);
    if (!found) return Unknown(0, end, name);
    if (found->folder != folder) {
      return Mistake(0, end,
                     "'" + name + "' is not a valid " + what + ", but one of tf.keras." +
                         std::string(found->folder));
    }
    Arguments(')');
    return mistake_;
  }

 private:
  bool Is(char mark) const {
    return at_ < tokens_.size() && tokens_[at_].kind == Kind::kMark &&
           text_[tokens_[at_].begin] == mark;
  }
  bool IsKind(Kind kind) const { return at_ < tokens_.size() && tokens_[at_].kind == kind; }
  std::string_view Word() const {
    return text_.substr(tokens_[at_].begin, tokens_[at_].end - tokens_[at_].begin);
  }

  // "a.b.c" from here on; "" for anything else.
  std::string DottedName() {
    if (!IsKind(Kind::kName)) return "";
    std::string name(Word());
    ++at_;
    while (Is('.') && at_ + 1 < tokens_.size() && tokens_[at_ + 1].kind == Kind::kName) {
      ++at_;
      name += "." + std::string(Word());
      ++at_;
    }
    return name;
  }

  KerasMistake Mistake(size_t first, size_t end, std::string what, std::string hint = kForm) const {
    if (first >= tokens_.size()) return {0, text_.size(), std::move(what), std::move(hint)};
    return {tokens_[first].begin, tokens_[end - 1].end, std::move(what), std::move(hint)};
  }

  KerasMistake Unknown(size_t first, size_t end, std::string_view name) const {
    return Mistake(first, end,
                   "'" + std::string(name) + "' is not a Keras class that a text may name",
                   NearClass(name));
  }

  // What stands in brackets, of which the opening one is the next token. False where there is a
  // mistake, or where nothing more is understood.
  bool Arguments(char closing) {
    const size_t opening = at_++;
    if (++depth_ > kMostDepth) return false;
    while (at_ < tokens_.size() && !Is(closing)) {
      const bool named = closing == ')' && IsKind(Kind::kName) && at_ + 1 < tokens_.size() &&
                         text_[tokens_[at_ + 1].begin] == '=';
      if (named) at_ += 2;
      if (!Value()) return false;
      if (at_ == tokens_.size() || Is(closing)) break;
      if (!Is(',')) return false;
      ++at_;
    }
    if (at_ == tokens_.size()) {
      mistake_ = Mistake(opening, opening + 1,
                         "'" + std::string(1, text_[tokens_[opening].begin]) + "' is never closed",
                         "write " + std::string(1, closing) + " after the last argument");
      return false;
    }
    ++at_;
    --depth_;
    return true;
  }

  bool Value() {
    while (Is('+') || Is('-')) ++at_;
    if (Is('(')) return Arguments(')');
    if (Is('[')) return Arguments(']');
    if (IsKind(Kind::kNumber)) return ++at_, true;
    if (IsKind(Kind::kText)) {
      while (IsKind(Kind::kText)) ++at_;
      return true;
    }
    if (!IsKind(Kind::kName)) return false;
    const std::string_view word = Word();
    if (word == "True" || word == "False" || word == "None") return ++at_, true;
    return Call();
  }

  bool Call() {
    const size_t first = at_;
    const std::string name = DottedName();
    if (IsKind(Kind::kText)) return false;  // a text with a prefix, such as b'1'
    if (!Is('(')) {
      mistake_ = Mistake(first, at_,
                         "an argument is a number, a text, True, False, None, a list of them, or a "
                         "further layer, not '" +
                             name + "'",
                         "a text stands in quotes: activation='relu'");
      return false;
    }
    if (!FindClass(name)) {
      mistake_ = Unknown(first, at_, name);
      return false;
    }
    return Arguments(')');
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
  size_t at_ = 0;
  size_t depth_ = 0;
  std::optional<KerasMistake> mistake_;
};

std::optional<KerasMistake> FindMistake(std::string_view text, std::string_view folder,
                                        const std::string& what) {
  const std::optional<std::vector<Token>> tokens = Tokens(text);
  if (!tokens) return std::nullopt;
  return KerasReader(text, *tokens).Read(folder, what);
}

}  // namespace

std::optional<KerasMistake> FindLayerMistake(std::string_view text) {
  return FindMistake(text, "layers", "layer");
}

std::optional<KerasMistake> FindOptimizerMistake(std::string_view text) {
  const std::string lower = ToLower(Trim(text));
  for (const KerasFolder& folder : KerasFolders()) {
    if (folder.name != "optimizers") continue;
    for (const std::string_view name : folder.classes) {
      if (ToLower(name) == lower) return std::nullopt;
    }
  }
  return FindMistake(text, "optimizers", "optimizer");
}

}  // namespace paisql::pai

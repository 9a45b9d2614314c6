// PAI -name … -project … -Dkey=value …: the options as the platform's client reads them (PAICommand
// of the open-source aliyun-odps-console), and no less tolerant than it is.

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/literal_text.h"
#include "syntax/statements/pai.h"

namespace paisql::syntax {

namespace {

struct OptionName {
  std::string_view name;
  std::optional<Word> PaiStatement::*value;
};

constexpr std::array<OptionName, 4> kOptions = {{
    {"-name", &PaiStatement::name},
    {"-project", &PaiStatement::project},
    {"-jobname", &PaiStatement::job_name},
    {"-lineage", &PaiStatement::lineage},
}};

class PaiReader {
 public:
  PaiReader(const TokenList& tokens, std::vector<CommandWord> words)
      : tokens_(tokens), words_(SplitBehindQuotes(tokens, std::move(words))) {}

  void Read(PaiStatement& pai) {
    while (next_ < words_.size()) {
      const CommandWord& word = words_[next_++];
      const std::string_view head = word.pieces[0].quoted ? "" : word.pieces[0].text;
      if (head.starts_with("-D")) {
        pai.parameters.push_back(ReadParameter(word));
      } else if (!ReadOption(word, head, pai)) {
        const bool option = head.size() > 1 && head[0] == '-' && head[1] != '-';
        (option ? pai.unknown_options : pai.stray).push_back(ToWord(word));
      }
    }
  }

 private:
  // A word ends after a quoted value, as for the client: "a"-Dk=v are two words, as are k="a" and
  // a rest. A value that is unquoted JSON holds quotes of its own and goes on to its closing
  // bracket.
  static std::vector<CommandWord> SplitBehindQuotes(const TokenList& tokens,
                                                    std::vector<CommandWord> words) {
    std::vector<CommandWord> result;
    for (size_t i = 0; i < words.size(); ++i) {
      CommandWord word = std::move(words[i]);
      if (const size_t brace = JsonBegin(word); brace != 0) {
        while (!JsonCloses(word, brace) && i + 1 < words.size()) Append(word, words[++i]);
        // One piece, quotes and blanks as written.
        const SourceRange range = word.range;
        word.pieces = {{tokens.TextOf(range), false, range}};
        result.push_back(std::move(word));
        continue;
      }
      CommandWord part;
      for (const WordPiece& piece : word.pieces) {
        part.range = part.pieces.empty() ? piece.range : Span(part.range, piece.range);
        const bool value = piece.quoted && (part.pieces.empty() || EndsKey(part));
        part.pieces.push_back(piece);
        if (!value) continue;
        result.push_back(std::move(part));
        part = CommandWord();
      }
      if (!part.pieces.empty()) result.push_back(std::move(part));
    }
    return result;
  }

  static bool EndsKey(const CommandWord& word) {
    return word.pieces.size() == 1 && word.pieces[0].text.ends_with('=');
  }

  // Where in the first piece of -Dkey={… the bracket stands, or 0.
  static size_t JsonBegin(const CommandWord& word) {
    const std::string_view text = word.pieces[0].text;
    if (word.pieces[0].quoted || !text.starts_with("-D")) return 0;
    const size_t value = text.find('=') + 1;
    const bool json =
        value > 0 && value < text.size() && (text[value] == '{' || text[value] == '[');
    return json ? value : 0;
  }

  static bool JsonCloses(const CommandWord& word, size_t brace) {
    int depth = 0;
    for (size_t i = 0; i < word.pieces.size(); ++i) {
      if (word.pieces[i].quoted) continue;
      const std::string_view text = word.pieces[i].text;
      for (size_t k = i == 0 ? brace : 0; k < text.size(); ++k) {
        if (text[k] == '{' || text[k] == '[') ++depth;
        if (text[k] == '}' || text[k] == ']') --depth;
      }
    }
    return depth <= 0;
  }

  static void Append(CommandWord& word, const CommandWord& rest) {
    for (const WordPiece& piece : rest.pieces) word.pieces.push_back(piece);
    word.range.end = rest.range.end;
  }

  // Whether the next word can be the value of what stands before it, and is not an option itself.
  bool NextIsValue() const {
    if (next_ >= words_.size()) return false;
    const WordPiece& first = words_[next_].pieces[0];
    if (first.quoted || first.text.size() < 2 || first.text[0] != '-') return true;
    const char c = first.text[1];
    return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
  }

  // -DuserDefinedParameters=--a=b; where the rest of the line, semicolon and all, is a comment.
  void RefuseComment(const CommandWord& word, const PaiParameter& parameter) const {
    std::string_view rest = tokens_.text().substr(word.range.end);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    constexpr std::string_view kMark = "--";
    if (!rest.starts_with(kMark) || rest.size() == kMark.size()) return;
    if (std::isalpha(static_cast<unsigned char>(rest[kMark.size()])) == 0) return;
    Fail(ErrorCode::kInvalidCommand, parameter.key_range,
         parameter.key + " has no value: -- outside quotes begins a comment",
         "quote the value: -D" + parameter.key + "=\"--...\"");
  }

  PaiParameter ReadParameter(const CommandWord& option) {
    const CommandWord* word = &option;
    size_t key = 2;
    // -D key=value
    if (word->pieces.size() == 1 && word->pieces[0].text == "-D" && NextIsValue()) {
      word = &words_[next_++];
      key = 0;
    }
    PaiParameter parameter;
    const std::string_view text = word->pieces[0].text;
    const size_t equals = text.find('=');
    const size_t key_end = equals == std::string_view::npos ? text.size() : equals;
    parameter.key = text.substr(key, key_end - key);
    parameter.key_range =
        SubRange(tokens_.text(), word->pieces[0].range, key, parameter.key.size());

    const size_t value = equals == std::string_view::npos ? text.size() : equals + 1;
    if (value < text.size() || word->pieces.size() > 1) {
      std::string joined(text.substr(value));
      for (size_t i = 1; i < word->pieces.size(); ++i) joined += word->pieces[i].text;
      parameter.value = UnescapeJava(joined);
      parameter.value_range =
          SubRange(tokens_.text(), word->range, value, word->range.end - word->range.begin - value);
    } else if (RefuseComment(*word, parameter); NextIsValue()) {
      const CommandWord& next = words_[next_++];
      parameter.value = ToWord(next).text;
      parameter.value_range = next.range;
    } else {
      parameter.value_range = word->range;
    }
    return parameter;
  }

  // -name x, -name=x and their like.
  bool ReadOption(const CommandWord& word, std::string_view head, PaiStatement& pai) {
    if (EqualsIgnoreCase(head, "-cost")) {
      pai.cost = true;
      return true;
    }
    const size_t equals = head.find('=');
    for (const OptionName& option : kOptions) {
      if (!EqualsIgnoreCase(head.substr(0, equals), option.name)) continue;
      Word value{"", word.range};
      if (equals != std::string_view::npos &&
          (equals + 1 < head.size() || word.pieces.size() > 1)) {
        std::string joined(head.substr(equals + 1));
        for (size_t i = 1; i < word.pieces.size(); ++i) joined += word.pieces[i].text;
        value.text = UnescapeJava(joined);
        value.range = SubRange(tokens_.text(), word.range, equals + 1,
                               word.range.end - word.range.begin - equals - 1);
      } else if (NextIsValue()) {
        value = ToWord(words_[next_++]);
      }
      if ((pai.*option.value).has_value()) {
        Fail(ErrorCode::kParse, word.range, InvalidToken(option.name), "the option appears twice");
      }
      pai.*option.value = std::move(value);
      return true;
    }
    return false;
  }

  const TokenList& tokens_;
  std::vector<CommandWord> words_;
  size_t next_ = 0;
};

}  // namespace

StatementPtr TreeBuilder::BuildPai(P::PaiStatementContext* context) {
  auto pai = std::make_unique<PaiStatement>();
  PaiReader(tokens_, TailWords(context, 1)).Read(*pai);
  return pai;
}

}  // namespace paisql::syntax

#include "nodes/document/json.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

// Where the reading of a text is, and where its last token began.
struct Cursor {
  int line = 1;
  int column = 0;
  int token_line = 1;
  int token_column = 1;
  bool in_string = false;
  bool escaped = false;
  bool in_word = false;

  void Take(char c) {
    if (c == '\n') {
      ++line;
      column = 0;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
      ++column;
    }
    if (in_string) {
      in_string = escaped || c != '"';
      escaped = !escaped && c == '\\';
      return;
    }
    const bool between = std::string_view(" \t\r\n,:]}").find(c) != std::string_view::npos;
    if (!between && !in_word) {
      token_line = line;
      token_column = column;
    }
    in_string = c == '"';
    in_word = !between && !in_string && c != '{' && c != '[';
  }
};

// The text's characters, counted as the library takes them.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, Cursor* cursor) : at_(at), cursor_(cursor) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    cursor_->Take(*at_);
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  Cursor* cursor_;
};

// Builds the values as the library reads them.
class Builder final : public nlohmann::json_sax<json> {
 public:
  explicit Builder(const Cursor& cursor) : cursor_(cursor) {}

  bool null() override { return Put(Made(Value::Kind::kNull)); }
  bool boolean(bool value) override { return Scalar(value ? "true" : "false", false); }
  bool number_integer(number_integer_t value) override {
    return Scalar(std::to_string(value), false);
  }
  bool number_unsigned(number_unsigned_t value) override {
    return Scalar(std::to_string(value), false);
  }
  bool number_float(number_float_t, const string_t& text) override { return Scalar(text, false); }
  bool string(string_t& value) override { return Scalar(std::move(value), true); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return Open(Value::Kind::kMap); }
  bool start_array(std::size_t) override { return Open(Value::Kind::kList); }
  bool end_object() override { return Close(); }
  bool end_array() override { return Close(); }
  bool key(string_t& value) override {
    Level& level = levels_.back();
    if (!level.keys.insert(value).second) return Wrong("'" + value + "' stands here twice");
    level.value.members.push_back(
        {std::move(value), Value(), cursor_.token_line, cursor_.token_column});
    return true;
  }
  bool parse_error(std::size_t, const std::string& token, const json::exception&) override {
    const bool ended = token.empty() || token.find("<U+0000>") != std::string::npos;
    return Wrong(ended ? "the JSON ends too early" : "this is not JSON");
  }

  Result<Value> Take() {
    if (!error_.empty()) {
      SourceRange range;
      range.line = line_;
      range.column = column_;
      return Error{ErrorCode::kParse, error_, range, ""};
    }
    return std::move(root_);
  }

 private:
  struct Level {
    Value value;
    std::set<std::string> keys;
  };

  Value Made(Value::Kind kind) const {
    Value value;
    value.kind = kind;
    value.line = cursor_.token_line;
    value.column = cursor_.token_column;
    return value;
  }

  bool Scalar(std::string text, bool quoted) {
    Value value = Made(Value::Kind::kScalar);
    value.text = std::move(text);
    value.quoted = quoted;
    return Put(std::move(value));
  }

  bool Open(Value::Kind kind) {
    if (levels_.size() >= static_cast<size_t>(kMaxDepth)) {
      return Wrong("values are nested too deeply");
    }
    levels_.push_back({Made(kind), {}});
    return true;
  }

  bool Close() {
    Value value = std::move(levels_.back().value);
    levels_.pop_back();
    return Put(std::move(value));
  }

  bool Put(Value value) {
    if (++count_ > kMaxValues) return Wrong("the file has too many values");
    if (levels_.empty()) {
      root_ = std::move(value);
    } else if (levels_.back().value.is_map()) {
      levels_.back().value.members.back().value = std::move(value);
    } else {
      levels_.back().value.items.push_back(std::move(value));
    }
    return true;
  }

  bool Wrong(std::string detail) {
    error_ = std::move(detail);
    line_ = cursor_.token_line;
    column_ = std::max(1, cursor_.token_column);
    return false;
  }

  const Cursor& cursor_;
  std::vector<Level> levels_;
  Value root_;
  size_t count_ = 0;
  std::string error_;
  int line_ = 0;
  int column_ = 0;
};

// True for texts that JSON has without quotes.
bool IsBare(const std::string& text) {
  if (text == "true" || text == "false") return true;
  if (text.empty() || (text[0] != '-' && (text[0] < '0' || text[0] > '9'))) return false;
  return json::accept(text);
}

std::string Quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

class Writer {
 public:
  explicit Writer(const JsonStyle& style) : style_(style) {}

  void Write(const Value& value) {
    switch (value.kind) {
      case Value::Kind::kNull:
        out_ += "null";
        break;
      case Value::Kind::kScalar:
        out_ += !value.quoted && IsBare(value.text) ? value.text : Quoted(value.text);
        break;
      case Value::Kind::kList:
        Enclose('[', ']', value.items.size(), [&](size_t i) { Write(value.items[i]); });
        break;
      case Value::Kind::kMap:
        Enclose('{', '}', value.members.size(), [&](size_t i) {
          out_ += Quoted(value.members[i].key) + (style_.blank ? ": " : ":");
          Write(value.members[i].value);
        });
        break;
    }
  }

  std::string Take() { return std::move(out_) + (style_.newline ? "\n" : ""); }

 private:
  template <typename Each>
  void Enclose(char open, char close, size_t count, const Each& each) {
    out_ += open;
    ++depth_;
    for (size_t i = 0; i < count; ++i) {
      if (i > 0) out_ += ',';
      NewLine();
      each(i);
    }
    --depth_;
    if (count > 0) NewLine();
    out_ += close;
  }

  void NewLine() {
    if (style_.indent.empty()) return;
    out_ += '\n';
    for (int i = 0; i < depth_; ++i) out_ += style_.indent;
  }

  const JsonStyle& style_;
  int depth_ = 0;
  std::string out_;
};

}  // namespace

JsonStyle StyleOfJson(const std::string& text) {
  JsonStyle style;
  const size_t open = text.find_first_of("{[");
  if (open == std::string::npos) return style;
  const size_t next = text.find_first_not_of(" \t\r\n", open + 1);
  if (next == std::string::npos) return style;
  const size_t line = text.rfind('\n', next);
  const bool one_line = line == std::string::npos || line < open;
  style.indent = one_line ? "" : text.substr(line + 1, next - line - 1);
  const size_t colon = text.find("\":");
  style.blank =
      colon == std::string::npos ? !one_line : colon + 2 < text.size() && text[colon + 2] == ' ';
  style.newline = text.ends_with('\n');
  return style;
}

Result<Value> ReadJson(const std::string& text) {
  std::string_view bare = text;
  if (bare.starts_with(kByteOrderMark)) bare.remove_prefix(kByteOrderMark.size());
  Cursor cursor;
  Builder builder(cursor);
  const CountingIterator begin(bare.data(), &cursor);
  const CountingIterator end(bare.data() + bare.size(), &cursor);
  (void)json::sax_parse(begin, end, &builder);
  return builder.Take();
}

std::string WriteJson(const Value& value, const JsonStyle& style) {
  Writer writer(style);
  writer.Write(value);
  return writer.Take();
}

}  // namespace paisql::nodes

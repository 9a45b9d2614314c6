// The functions of regular expressions over patterns that backtrack (engine/regex/pattern.h). Each
// is the twin of the macro of engine/duckdb/macros/regex_macros.cpp or
// engine/duckdb/macros/string_macros.cpp whose name it has with "pcre_" put in: the same arguments,
// the same answers, the same errors. The printer takes the twin where RE2 would not read the
// pattern alike.

#include <string>

#include "engine/duckdb/native/demand.h"
#include "engine/duckdb/native/list_output.h"
#include "engine/duckdb/native/native_row.h"
#include "engine/regex/pattern.h"

namespace paisql::engine {
namespace {

// One function over one chunk: what is the same in all of them. The text is argument 0, the pattern
// argument 1.
class RegexCall {
 public:
  RegexCall(NativeCall& call, const char* function)
      : call_(call), matcher_(call.State<Matcher>()), function_(function) {}

  // Makes the row's pattern and text ready. False when the statement has to end.
  bool Begin(idx_t row, bool takes_empty_pattern = false) {
    const std::string_view pattern = call_.Text(1, row);
    if (call_.FailsWhereStopped()) return false;
    if (pattern.empty() && !takes_empty_pattern) {
      call_.Fail(ErrorCode::kInvalidRegex, In("the pattern is empty"));
      return false;
    }
    Result<const Pattern*> compiled = matcher_.PatternOf(pattern);
    if (!compiled.ok()) {
      call_.Fail(compiled.error().code, compiled.error().detail);
      return false;
    }
    pattern_ = *compiled;
    text_ = call_.Text(0, row);
    return true;
  }

  bool CheckGroup(int64_t group) {
    if (group >= 0 && group <= static_cast<int64_t>(pattern_->group_count())) return true;
    call_.Fail(ErrorCode::kRuntimeArguments,
               "Regex group count is " + std::to_string(pattern_->group_count()) +
                   ", but the specified group index is " + std::to_string(group));
    return false;
  }

  // The text from the character with this number on, counted from 1.
  bool StartAt(int64_t start) {
    if (start <= 0) {
      call_.Fail(ErrorCode::kRuntimeArguments, In("the start is less than 1"));
      return false;
    }
    text_.remove_prefix(Bytes(text_, start - 1));
    return true;
  }

  // False at the last match, and when too many steps have ended the statement.
  bool Find() { return Found(matcher_.Find(*pattern_, text_, 0)); }
  bool FindNext() { return Found(matcher_.FindNext(*pattern_, text_)); }
  // The n-th match.
  bool Find(int64_t number) {
    bool found = Find();
    while (found && --number > 0) found = FindNext();
    return found;
  }

  // Where a pattern has groups, but fewer than the replacement refers to, nothing is replaced.
  bool HasGroupsOf(std::string_view replacement, bool java) const {
    const size_t groups = pattern_->group_count();
    for (size_t i = 0; groups > 0 && i + 1 < replacement.size(); ++i) {
      const char next = replacement[i + 1];
      if (replacement[i] == (java ? '$' : '\\') && next >= '0' && next <= '9' &&
          static_cast<size_t>(next - '0') > groups) {
        return false;
      }
      if (replacement[i] == '\\') ++i;
    }
    return true;
  }

  // Appends the replacement of the match. Its groups are \1 to \9, or $1 to $9 in Java's spelling,
  // where a backslash keeps the character after it.
  void AppendReplacement(std::string_view replacement, bool java, std::string& out) const {
    const char reference = java ? '$' : '\\';
    for (size_t i = 0; i < replacement.size(); ++i) {
      const char c = replacement[i];
      const char next = i + 1 < replacement.size() ? replacement[i + 1] : '\0';
      if (c == reference && next >= '0' && next <= '9') {
        const auto group = static_cast<size_t>(next - '0');
        if (group <= pattern_->group_count()) out += Group(group);
        ++i;
      } else if (c == '\\' && (next == '\\' || (java && next != '\0'))) {
        out += next;
        ++i;
      } else {
        out += c;
      }
    }
  }

  // Characters before the byte.
  int64_t Characters(size_t bytes) const {
    int64_t count = 0;
    for (size_t i = 0; i < bytes; ++i) {
      if ((static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80) ++count;
    }
    return count;
  }

  std::string_view Group(size_t group) const { return matcher_.Group(text_, group); }
  std::string_view text() const { return text_; }
  size_t begin() const { return matcher_.begin(); }
  size_t end() const { return matcher_.end(); }
  bool failed() const { return failed_; }
  std::string In(const char* what) const {
    return std::string("in function ") + function_ + ", " + what;
  }

 private:
  bool Found(Matcher::Outcome outcome) {
    failed_ = failed_ || call_.FailsWhereStopped();
    if (failed_) return false;
    if (outcome == Matcher::Outcome::kTooManySteps) {
      failed_ = true;
      call_.Fail(ErrorCode::kInvalidRegex, In("the pattern takes more than ") +
                                               std::to_string(kMatchSteps) +
                                               " steps on one text: make it less ambiguous");
    }
    return outcome == Matcher::Outcome::kFound;
  }

  static size_t Bytes(std::string_view text, int64_t characters) {
    size_t at = 0;
    for (; at < text.size(); ++at) {
      if ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) continue;
      if (characters-- == 0) break;
    }
    return at;
  }

  NativeCall& call_;
  Matcher& matcher_;
  const char* function_;
  const Pattern* pattern_ = nullptr;
  std::string_view text_;
  bool failed_ = false;
};

void Rlike(NativeCall& call) {
  RegexCall regex(call, "rlike");
  call.ForEach([&](idx_t row) {
    if (!regex.Begin(row)) return false;
    call.Set(row, regex.Find());
    return !regex.failed();
  });
}

void ExtractGroup(NativeCall& call) {
  RegexCall regex(call, "regexp_extract");
  call.ForEach([&](idx_t row) {
    const auto group = call.Get<int32_t>(2, row);
    if (!regex.Begin(row) || !regex.CheckGroup(group)) return false;
    const bool found = regex.Find();
    call.SetText(row, found ? regex.Group(static_cast<size_t>(group)) : std::string_view());
    return !regex.failed();
  });
}

void ExtractAll(NativeCall& call) {
  RegexCall regex(call, "regexp_extract_all");
  ListOutput lists(call);
  call.ForEach([&](idx_t row) {
    const auto group = call.Get<int32_t>(2, row);
    if (!regex.Begin(row) || !regex.CheckGroup(group)) return false;
    for (bool found = regex.Find(); found; found = regex.FindNext()) {
      lists.Add(regex.Group(static_cast<size_t>(group)));
    }
    lists.EndRow(row);
    return !regex.failed();
  });
  lists.Finish();
}

// All matches, or the n-th where `number` is above 0. A NULL replacement makes NULL of what matches
// and leaves the rest.
bool ReplaceRow(NativeCall& call, RegexCall& regex, Demand& demand, idx_t row, int64_t number,
                bool java) {
  std::string out;
  size_t copied = 0;
  bool found = regex.Find();
  if (found && call.IsNull(2, row)) {
    call.SetNull(row);
    return true;
  }
  if (found && !regex.HasGroupsOf(call.Text(2, row), java)) {
    call.SetText(row, regex.text());
    return true;
  }
  for (int64_t count = 1; found; ++count) {
    if (number == 0 || count == number) {
      out += regex.text().substr(copied, regex.begin() - copied);
      regex.AppendReplacement(call.Text(2, row), java, out);
      copied = regex.end();
      if (!demand.FitsWith(out.size())) return false;
      if (number != 0) break;
    }
    found = regex.FindNext();
  }
  out += regex.text().substr(copied);
  demand.Add(1, static_cast<int64_t>(out.size()));
  call.SetText(row, out);
  return !regex.failed();
}

bool AnyNull(NativeCall& call, idx_t row, std::initializer_list<size_t> columns) {
  for (const size_t column : columns) {
    if (!call.IsNull(column, row)) continue;
    call.SetNull(row);
    return true;
  }
  return false;
}

template <bool kJava>
void Replace(NativeCall& call) {
  RegexCall regex(call, "regexp_replace");
  Demand demand(call);
  for (idx_t row = 0; row < call.rows(); ++row) {
    if (AnyNull(call, row, {0, 1})) continue;
    if (!regex.Begin(row) || !ReplaceRow(call, regex, demand, row, 0, kJava)) return;
  }
}

template <bool kJava>
void ReplaceNth(NativeCall& call) {
  RegexCall regex(call, "regexp_replace");
  Demand demand(call);
  for (idx_t row = 0; row < call.rows(); ++row) {
    if (AnyNull(call, row, {0, 1, 3})) continue;
    const auto number = call.Get<int64_t>(3, row);
    if (number < 0) {
      call.Fail(ErrorCode::kRuntimeArguments, regex.In("the occurrence is less than 0"));
      return;
    }
    if (!regex.Begin(row) || !ReplaceRow(call, regex, demand, row, number, kJava)) return;
  }
}

void Substr(NativeCall& call) {
  RegexCall regex(call, "regexp_substr");
  call.ForEach([&](idx_t row) {
    const auto number = call.Get<int64_t>(3, row);
    if (number <= 0) {
      call.Fail(ErrorCode::kRuntimeArguments, regex.In("the occurrence is less than 1"));
      return false;
    }
    if (!regex.Begin(row) || !regex.StartAt(call.Get<int64_t>(2, row))) return false;
    if (regex.Find(number)) {
      call.SetText(row, regex.Group(0));
    } else {
      call.SetNull(row);
    }
    return !regex.failed();
  });
}

void Instr(NativeCall& call) {
  RegexCall regex(call, "regexp_instr");
  call.ForEach([&](idx_t row) {
    const auto start = call.Get<int64_t>(2, row);
    const auto number = call.Get<int64_t>(3, row);
    const auto end = call.Get<int64_t>(4, row);
    if (number <= 0 || (end != 0 && end != 1)) {
      call.Fail(ErrorCode::kRuntimeArguments,
                regex.In("the occurrence or the return option is wrong"));
      return false;
    }
    if (!regex.Begin(row) || !regex.StartAt(start)) return false;
    int64_t position = 0;
    if (regex.Find(number)) {
      position = start + regex.Characters(end == 1 ? regex.end() : regex.begin());
    }
    call.Set(row, position);
    return !regex.failed();
  });
}

void Count(NativeCall& call) {
  RegexCall regex(call, "regexp_count");
  call.ForEach([&](idx_t row) {
    if (!regex.Begin(row) || !regex.StartAt(call.Get<int64_t>(2, row))) return false;
    int64_t count = 0;
    for (bool found = regex.Find(); found; found = regex.FindNext()) ++count;
    call.Set(row, count);
    return !regex.failed();
  });
}

void Split(NativeCall& call) {
  RegexCall regex(call, "split");
  ListOutput lists(call);
  call.ForEach([&](idx_t row) {
    if (!regex.Begin(row, true)) return false;
    const bool trims = call.Get<bool>(2, row) && !regex.text().empty();
    std::vector<std::string_view> pieces;
    size_t copied = 0;
    for (bool found = regex.Find(); found; found = regex.FindNext()) {
      // A match of nothing parts no text at its ends.
      const bool nothing = regex.begin() == regex.end();
      if (nothing && (regex.begin() == copied || regex.begin() == regex.text().size())) continue;
      pieces.push_back(regex.text().substr(copied, regex.begin() - copied));
      copied = regex.end();
    }
    pieces.push_back(regex.text().substr(copied));
    while (trims && !pieces.empty() && pieces.back().empty()) pieces.pop_back();
    for (const std::string_view piece : pieces) lists.Add(piece);
    lists.EndRow(row);
    return !regex.failed();
  });
  lists.Finish();
}

constexpr duckdb_scalar_function_init_t kInit = MakeState<Matcher>;

constexpr NativeRow kRegexNativeRows[] = {
    {"paisql_pcre_rlike", "(STRING, STRING) -> BOOLEAN", RunNative<Rlike>, false, false, kInit},
    {"paisql_pcre_regexp_extract", "(STRING, STRING, INT) -> STRING", RunNative<ExtractGroup>,
     false, false, kInit},
    {"paisql_pcre_regexp_extract_all", "(STRING, STRING, INT) -> ARRAY<STRING>",
     RunNative<ExtractAll>, false, false, kInit},
    {"paisql_pcre_regexp_replace", "(STRING, STRING, STRING) -> STRING", RunNative<Replace<false>>,
     true, false, kInit},
    {"paisql_pcre_regexp_replace_nth", "(STRING, STRING, STRING, BIGINT) -> STRING",
     RunNative<ReplaceNth<false>>, true, false, kInit},
    // In Hive-compatible mode.
    {"paisql_pcre_java_regexp_replace", "(STRING, STRING, STRING) -> STRING",
     RunNative<Replace<true>>, true, false, kInit},
    {"paisql_pcre_java_regexp_replace_nth", "(STRING, STRING, STRING, BIGINT) -> STRING",
     RunNative<ReplaceNth<true>>, true, false, kInit},
    {"paisql_pcre_regexp_substr", "(STRING, STRING, BIGINT, BIGINT) -> STRING", RunNative<Substr>,
     false, false, kInit},
    {"paisql_pcre_regexp_instr", "(STRING, STRING, BIGINT, BIGINT, BIGINT) -> BIGINT",
     RunNative<Instr>, false, false, kInit},
    {"paisql_pcre_regexp_count", "(STRING, STRING, BIGINT) -> BIGINT", RunNative<Count>, false,
     false, kInit},
    {"paisql_pcre_split", "(STRING, STRING, BOOLEAN) -> ARRAY<STRING>", RunNative<Split>, false,
     false, kInit},
};

}  // namespace

const std::span<const NativeRow> kRegexNatives = kRegexNativeRows;

}  // namespace paisql::engine

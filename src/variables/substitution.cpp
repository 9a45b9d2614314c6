#include "variables/substitution.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "base/secrets/redact.h"
#include "variables/value.h"

namespace paisql::variables {

namespace {

constexpr size_t kMostErrors = 100;
constexpr std::string_view kComponent = "@@{";

// Lines and columns of places, asked for in the order of the text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  SourceRange Range(size_t begin, size_t end) {
    for (; at_ < begin && at_ < text_.size(); ++at_) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c == '\n') {
        ++line_;
        column_ = 1;
      } else if ((c & 0xC0) != 0x80) {
        ++column_;
      }
    }
    return {begin, end, line_, column_};
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
};

class Substitution {
 public:
  Substitution(std::string_view text, std::span<const ByteRange> left_alone, bool is_value,
               const Scope& scope)
      : text_(text), left_alone_(left_alone), is_value_(is_value), scope_(scope), cursor_(text) {}

  Result<Substituted> Run() {
    while (at_ < text_.size()) {
      const size_t next = Next();
      while (!left_alone_.empty() && left_alone_.front().end <= next) {
        left_alone_ = left_alone_.subspan(1);
      }
      if (!left_alone_.empty() && left_alone_.front().begin <= next && next < text_.size()) {
        Copy(left_alone_.front().end);
        continue;
      }
      Copy(next);
      if (at_ < text_.size()) text_[at_] == '$' ? TakeDollar() : RefuseComponentForm();
      if (made_.text.size() > paisql::ValueOf(Limit::kStatementBytes)) {
        return LimitError(Limit::kStatementBytes, ErrorCode::kParse, {});
      }
    }
    if (errors_.empty()) return std::move(made_);
    Error first = std::move(errors_.front());
    first.others.assign(std::make_move_iterator(errors_.begin() + 1),
                        std::make_move_iterator(errors_.end()));
    return first;
  }

 private:
  // The next dollar or @@{, or the end.
  size_t Next() {
    if (!searched_ || component_ < at_) {
      component_ = std::min(text_.find(kComponent, at_), text_.size());
    }
    if (!searched_ || dollar_ < at_) dollar_ = std::min(text_.find('$', at_), text_.size());
    searched_ = true;
    return std::min(component_, dollar_);
  }

  // Up to a place of the text, unchanged.
  void Copy(size_t end) {
    Append(text_.substr(at_, end - at_), text_.substr(at_, end - at_));
    at_ = end;
  }

  // The kept text is written as soon as it differs.
  void Append(std::string_view text, std::string_view kept) {
    if (!made_.kept.empty()) {
      made_.kept += kept;
    } else if (kept != text) {
      made_.kept = made_.text + std::string(kept);
    }
    made_.text += text;
  }

  void TakeDollar() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("$${")) {
      Put("${", "${", 3);
    } else if (rest.starts_with("${")) {
      TakeName(rest);
    } else {
      NoteValueForm(rest);
      Copy(at_ + 1);
    }
  }

  void TakeName(std::string_view rest) {
    // Neither lines nor quotes nor statements end within a name.
    const size_t end = rest.find_first_of("}{$'\"`;\n", 2);
    if (end == std::string_view::npos || rest[end] != '}') {
      Fail({ErrorCode::kParse, "'${' has no '}'", {}, "$${ is a plain ${"}, 2);
      return Copy(at_ + 2);
    }
    const std::string_view name = rest.substr(2, end - 2);
    Result<Value> value = ValueOf(name, scope_);
    if (!value.ok()) {
      Fail(std::move(value).error(), end + 1);
      return Copy(at_ + end + 1);
    }
    if (!value->warning.empty()) {
      made_.notes.push_back({cursor_.Range(at_, at_ + end + 1), value->warning});
    }
    const std::string kept = RedactValue(name, value->text);
    Put(value->text, kept, end + 1);
  }

  void Put(std::string_view text, std::string_view kept, size_t length) {
    if (!replaced_) made_.places = PlaceMap(text_);
    replaced_ = true;
    const size_t begin = made_.text.size();
    Append(text, kept);
    made_.places.Add({begin, made_.text.size()}, {at_, at_ + length});
    at_ += length;
  }

  void NoteValueForm(std::string_view rest) {
    const size_t length = is_value_ ? 0 : ValueFormLength(rest);
    const char before = at_ == 0 ? ' ' : text_[at_ - 1];
    if (length == 0 || before == '$' || before == '\\') return;
    const std::string form(rest.substr(0, length));
    made_.notes.push_back(
        {cursor_.Range(at_, at_ + length),
         fmt::format("{} stays as it is in a statement; it is a value for a variable: --define "
                     "name='{}', and ${{name}} here",
                     form, form)});
  }

  // Another tool of the platform would have replaced it before anybody reads the statement. Left as
  // it is, it would be a text that no row has.
  void RefuseComponentForm() {
    const std::string_view rest = text_.substr(at_);
    const size_t end = rest.find_first_of("}'\"`;\n", kComponent.size());
    const bool closed = end != std::string_view::npos && rest[end] == '}';
    const size_t length = closed ? end + 1 : kComponent.size();
    if (closed) {
      Fail({ErrorCode::kParse,
            fmt::format("{} is a parameter of an SQL component of DataWorks",
                        rest.substr(0, length)),
            {},
            "DataWorks fills it in: write ${name} here, and for a date ${yyyymmdd}"},
           length);
    }
    Copy(at_ + length);
  }

  void Fail(Error error, size_t length) {
    if (errors_.size() >= kMostErrors) return;
    error.range = cursor_.Range(at_, at_ + length);
    errors_.push_back(std::move(error));
  }

  std::string_view text_;
  std::span<const ByteRange> left_alone_;
  bool is_value_;
  const Scope& scope_;
  Cursor cursor_;
  size_t at_ = 0;
  bool searched_ = false;
  size_t dollar_ = 0;     // the next one, when not below at_
  size_t component_ = 0;  // the next @@{, likewise
  bool replaced_ = false;
  Substituted made_;
  std::vector<Error> errors_;
};

}  // namespace

// An end counts with the byte in front of it, a begin with the one after it.
size_t PlaceMap::Map(size_t place, bool is_end) const {
  const auto begin_of = [](const Replaced& one) { return one.made.begin; };
  const auto behind = is_end ? std::ranges::lower_bound(replaced_, place, {}, begin_of)
                             : std::ranges::upper_bound(replaced_, place, {}, begin_of);
  if (behind == replaced_.begin()) return place;
  const Replaced& last = *(behind - 1);
  if (is_end && place <= last.made.end) return last.from.end;
  if (!is_end && place < last.made.end) return last.from.begin;
  return place - last.made.end + last.from.end;
}

SourceRange PlaceMap::ToUser(const SourceRange& range) const {
  if (!range.known() || replaced_.empty()) return range;
  const size_t begin = Map(range.begin, false);
  const size_t end = range.end <= range.begin ? begin : std::max(begin, Map(range.end, true));
  return Cursor(text_).Range(begin, end);
}

Error PlaceMap::ToUser(Error error) const {
  error.range = ToUser(error.range);
  for (Error& other : error.others) other = ToUser(std::move(other));
  return error;
}

bool MayHoldVariables(std::string_view text) {
  if (text.find(kComponent) != std::string_view::npos) return true;
  for (size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("${") || ValueFormLength(rest) > 0) return true;
  }
  return false;
}

Result<Substituted> Substitute(std::string_view text, std::span<const ByteRange> left_alone,
                               bool is_value, const Scope& scope) {
  return Substitution(text, left_alone, is_value, scope).Run();
}

}  // namespace paisql::variables

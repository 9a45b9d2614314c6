#include "tunnel/csv/csv_cutter.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace paisql::tunnel {

size_t CsvCutter::Longest() const {
  return std::max({dialect_.field_delimiter.size(), dialect_.record_delimiter.size(),
                   dialect_.quote.size(), size_t{2}});
}

size_t CsvCutter::RecordEndAt(size_t at) const {
  const std::string& custom = dialect_.record_delimiter;
  if (!custom.empty()) return Has(at, custom) ? custom.size() : 0;
  if (Has(at, "\n")) return 1;
  return Has(at, "\r\n") ? 2 : 0;
}

CsvCutter::Cut CsvCutter::Next(std::string_view text, bool at_end, CsvRecord& record) {
  text_ = text;
  at_end_ = at_end;
  record.problem.clear();
  record.line = line_;
  has_quotes_ = false;
  if (!unescaped_.empty()) unescaped_.clear();
  if (plain_ && dialect_.quote.size() <= 1) {
    if (const std::optional<Cut> cut = CutPlain(record)) return *cut;
  }
  record.fields.clear();
  size_t at = 0;
  while (true) {
    // A quote of several bytes may be cut off by the end of the text.
    if (text_.size() - at < dialect_.quote.size() && !at_end_) return Cut::kNeedMore;
    const Cut cut = QuoteAt(at) ? CutQuoted(at, record) : CutBare(at, record);
    if (cut == Cut::kNeedMore) return cut;
    if (!record.problem.empty()) return SkipRest(at);
    if (at == text_.size() || !FieldEndAt(at)) return EndRecord(at);
    at += dialect_.field_delimiter.size();
  }
}

std::optional<CsvCutter::Cut> CsvCutter::CutPlain(CsvRecord& record) {
  const char field = dialect_.field_delimiter[0];
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  const auto is_quote = [this](char c) {
    return !dialect_.quote.empty() && c == dialect_.quote[0];
  };
  size_t count = 0;  // records have mostly as many fields as the one before
  for (const char* start = begin;;) {
    if (start != end && is_quote(*start)) return std::nullopt;
    const char* next = start;
    while (next != end && *next != field && *next != '\n' &&
           (*next != '\r' || (next + 1 != end && next[1] != '\n'))) {
      ++next;
    }
    if (next == end || (*next == '\r' && next + 1 == end)) {
      if (!at_end_) return Cut::kNeedMore;
      next = end;
    }
    if (count == record.fields.size()) record.fields.emplace_back();
    record.fields[count++] = {{start, static_cast<size_t>(next - start)}, false};
    if (next == end || *next != field) {
      record.fields.resize(count);
      return EndRecord(static_cast<size_t>(next - begin));
    }
    start = next + 1;
  }
}

size_t CsvCutter::PlainEnd(size_t at) const {
  const char field = dialect_.field_delimiter[0];
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  for (const char* next = begin + at; next != end; ++next) {
    const char c = *next;
    if (c == field || c == '\n') return static_cast<size_t>(next - begin);
    if (c != '\r') continue;
    if (next + 1 == end) break;
    if (next[1] == '\n') return static_cast<size_t>(next - begin);
  }
  return at_end_ ? text_.size() : std::string_view::npos;
}

CsvCutter::Cut CsvCutter::CutBare(size_t& at, CsvRecord& record) {
  const size_t start = at;
  if (plain_) {
    const size_t end = PlainEnd(at);
    if (end == std::string_view::npos) return Cut::kNeedMore;
    at = end;
    record.fields.push_back({text_.substr(start, at - start), false});
    return Cut::kRecord;
  }
  const char field = dialect_.field_delimiter[0];
  const bool plain = dialect_.record_delimiter.empty();
  const char line = plain ? '\n' : dialect_.record_delimiter[0];
  const char carriage = plain ? '\r' : line;
  for (const std::string_view text = text_; at < text.size(); ++at) {
    const char c = text[at];
    if (c != field && c != line && c != carriage) continue;
    // A delimiter of several characters, or CRLF, may be cut off by the end of the text.
    if (text_.size() - at < Longest() && !at_end_) return Cut::kNeedMore;
    if (FieldEndAt(at) || RecordEndAt(at) > 0) break;
  }
  if (at == text_.size() && !at_end_) return Cut::kNeedMore;
  record.fields.push_back({text_.substr(start, at - start), false});
  return Cut::kRecord;
}

CsvCutter::Cut CsvCutter::CutQuoted(size_t& at, CsvRecord& record) {
  has_quotes_ = true;
  const std::string& quote = dialect_.quote;
  size_t piece = at + quote.size();
  std::string unescaped;
  bool doubled = false;
  for (at = piece;; at += 2 * quote.size()) {
    at = text_.find(quote, at);
    if (at == std::string_view::npos) {
      if (!at_end_) return Cut::kNeedMore;
      at = text_.size();
      record.problem = "a quote is not closed";
      return Cut::kRecord;
    }
    // The text after the quote decides, and a delimiter may be longer than what has been read.
    if (text_.size() - at < quote.size() + Longest() && !at_end_) return Cut::kNeedMore;
    if (!Has(at + quote.size(), quote)) break;
    unescaped += text_.substr(piece, at + quote.size() - piece);
    piece = at + 2 * quote.size();
    doubled = true;
  }
  std::string_view text = text_.substr(piece, at - piece);
  if (doubled) text = unescaped_.emplace_back((unescaped += text));
  record.fields.push_back({text, true});
  at += quote.size();
  const bool ends = at == text_.size() || FieldEndAt(at) || RecordEndAt(at) > 0;
  if (!ends) record.problem = "text follows a closing quote";
  return Cut::kRecord;
}

// A record that cannot be cut ends at the next record delimiter, so that one bad record stays one.
CsvCutter::Cut CsvCutter::SkipRest(size_t at) {
  while (at < text_.size() && RecordEndAt(at) == 0) ++at;
  if (at == text_.size() && !at_end_) return Cut::kNeedMore;
  return EndRecord(at);
}

CsvCutter::Cut CsvCutter::EndRecord(size_t at) {
  size_ = at + (at < text_.size() ? RecordEndAt(at) : 0);
  if (plain_ && !has_quotes_) {
    line_ += size_ > at ? 1 : 0;
    return Cut::kRecord;
  }
  const std::string_view line_end =
      dialect_.record_delimiter.empty() ? "\n" : std::string_view(dialect_.record_delimiter);
  const std::string_view record = text_.substr(0, size_);
  for (size_t end = record.find(line_end); end != std::string_view::npos;
       end = record.find(line_end, end + line_end.size())) {
    ++line_;
  }
  return Cut::kRecord;
}

}  // namespace paisql::tunnel

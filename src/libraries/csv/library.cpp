// What paisql.job.csv_records calls by ctypes: TUNNEL's reader of CSV (tunnel/csv/csv_cutter.h) for
// text in memory. Every pointer that is given out belongs to the reader, until its next cut. One
// thread at a time.

#include <deque>
#include <map>
#include <memory>

#include "tunnel/csv/csv_cutter.h"

#define PAISQL_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using paisql::tunnel::CsvCutter;
using paisql::tunnel::CsvField;
using paisql::tunnel::CsvRecord;

// Records, and their fields one after another: views of the text that was cut, or of `unescaped`.
struct Reader {
  CsvCutter cutter;
  CsvRecord record;
  std::vector<int64_t> lines;
  std::vector<int64_t> first_fields;  // of each record, and after the last one
  std::vector<CsvField> fields;
  std::deque<std::string> unescaped;
  std::map<int64_t, std::string> problems;  // by record
  // The answer to the last question: fields or cells of a column.
  std::vector<int64_t> ends;
  std::vector<char> quoted;
  std::string texts;
};

}  // namespace

PAISQL_EXPORT Reader* paisql_csv_reader(const char* fields, const char* records,
                                        const char* quote) {
  auto made = std::make_unique<Reader>(
      Reader{CsvCutter({fields, records, quote}), {}, {}, {}, {}, {}, {}, {}, {}, {}});
  return made.release();
}

PAISQL_EXPORT void paisql_csv_end(Reader* reader) { const std::unique_ptr<Reader> owned(reader); }

// Cuts the whole records of a text, which has to live as long as they are asked for; nothing comes
// after it when `at_end`. Gives the bytes of the records, and how many they are.
PAISQL_EXPORT int64_t paisql_csv_cut(Reader* reader, const char* data, int64_t size, int at_end,
                                     int64_t* count) {
  Reader& own = *reader;
  own.lines.clear();
  own.first_fields.assign(1, 0);
  own.fields.clear();
  own.unescaped.clear();
  own.problems.clear();
  std::string_view text(data, static_cast<size_t>(size));
  while (!text.empty()) {
    if (own.cutter.Next(text, at_end != 0, own.record) == CsvCutter::Cut::kNeedMore) break;
    for (CsvField& field : own.record.fields) {
      const bool within = field.text.data() >= data && field.text.data() <= data + size;
      if (!within) field.text = own.unescaped.emplace_back(field.text);
      own.fields.push_back(field);
    }
    if (!own.record.problem.empty()) {
      own.problems.emplace(static_cast<int64_t>(own.lines.size()), own.record.problem);
    }
    own.lines.push_back(own.record.line);
    own.first_fields.push_back(static_cast<int64_t>(own.fields.size()));
    text.remove_prefix(own.cutter.size());
  }
  *count = static_cast<int64_t>(own.lines.size());
  return size - static_cast<int64_t>(text.size());
}

PAISQL_EXPORT const int64_t* paisql_csv_lines(const Reader* reader) { return reader->lines.data(); }

PAISQL_EXPORT const int64_t* paisql_csv_first_fields(const Reader* reader) {
  return reader->first_fields.data();
}

// The texts of all fields, where in them each ends, and whether it was in quotes.
PAISQL_EXPORT const char* paisql_csv_fields(Reader* reader, const int64_t** ends,
                                            const char** quoted) {
  reader->ends.clear();
  reader->quoted.clear();
  reader->texts.clear();
  for (const CsvField& field : reader->fields) {
    reader->texts += field.text;
    reader->ends.push_back(static_cast<int64_t>(reader->texts.size()));
    reader->quoted.push_back(field.quoted ? 1 : 0);
  }
  *ends = reader->ends.data();
  *quoted = reader->quoted.data();
  return reader->texts.data();
}

// Why a record could not be cut into fields, or "".
PAISQL_EXPORT const char* paisql_csv_problem(const Reader* reader, int64_t record) {
  const auto found = reader->problems.find(record);
  return found == reader->problems.end() ? "" : found->second.c_str();
}

// One column of the records, each of which has `fields` fields, as the offsets and the texts of an
// Arrow array; empty lines are not rows. Gives the rows; -1 when a record has a problem or other
// fields.
PAISQL_EXPORT int64_t paisql_csv_column(Reader* reader, int64_t fields, int64_t column,
                                        const int64_t** offsets, const char** cells) {
  Reader& own = *reader;
  if (!own.problems.empty()) return -1;
  own.ends.assign(1, 0);
  own.texts.clear();
  for (size_t i = 0; i < own.lines.size(); ++i) {
    const CsvField* const first = own.fields.data() + own.first_fields[i];
    const int64_t count = own.first_fields[i + 1] - own.first_fields[i];
    if (count == 1 && first->text.empty() && !first->quoted) continue;
    if (count != fields) return -1;
    own.texts += first[column].text;
    own.ends.push_back(static_cast<int64_t>(own.texts.size()));
  }
  *offsets = own.ends.data();
  *cells = own.texts.data();
  return static_cast<int64_t>(own.ends.size()) - 1;
}

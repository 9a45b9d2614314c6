#pragma once

// Text for people, made from columns: the one place where the cells of every engine become what
// formats, files of TUNNEL and scripts of TRANSFORM show. It knows the forms of arrow/batch.h and
// no engine.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/result_stream.h"
#include "types/data_type.h"

namespace paisql::engine {

enum class TextForm {
  kPlain,  // as in tsv before escaping: 2024-02-29 08:00:00, true, 3.0, nested types as JSON
  kJson,   // a JSON value: numbers and booleans bare, everything else quoted, NULL as null
};

// The choices that a text leaves open.
struct TextChoice {
  bool trims_zeros = false;         // at the end of a DECIMAL's fraction
  bool drops_null_members = false;  // members of a STRUCT that are NULL are not in its text
};

// Hive's forms of intervals: "2-3" for two years and three months, "1 12:00:00.000000000" for days
// to seconds; a minus belongs to the whole.
void AppendMonths(int64_t months, std::string& out);
void AppendDayTime(int64_t days, int64_t nanos, std::string& out);

// The cells of one column, whatever is nested in it.
class ColumnText {
 public:
  explicit ColumnText(const DataType& type, TextChoice choice = {});

  // From now on the cells are those of the array, which has to stay as it is.
  void Read(const ArrowArray& array);
  bool IsNull(size_t row) const {
    return is_void_ || (validity_ != nullptr && !IsBitSet(validity_, row + offset_));
  }
  // Appends the cell's text; a NULL appends nothing in kPlain and "null" in kJson.
  void Append(size_t row, TextForm form, std::string& out) const;

 private:
  void AppendJson(size_t row, std::string& out) const;
  void AppendPlain(size_t row, std::string& out) const;  // of a cell that is not NULL
  void AppendNested(size_t row, std::string& out) const;
  bool BareInJson(size_t row) const;
  std::string_view Text(size_t row) const;
  template <typename T>
  const T& At(size_t row) const {
    return static_cast<const T*>(data_)[row + offset_];
  }

  DataType type_;
  TextChoice choice_;
  bool is_void_;
  size_t offset_ = 0;
  const void* validity_ = nullptr;
  const void* data_ = nullptr;        // of texts the places, of lists where they begin
  const char* characters_ = nullptr;  // of texts
  std::vector<ColumnText> children_;  // of a MAP the keys and the values
};

// The cells of a stream's batches, one after another.
class ResultText {
 public:
  explicit ResultText(const std::vector<ResultColumn>& columns);

  // The batch has to stay until the next one is read.
  void Read(const Batch& batch);
  size_t row_count() const { return rows_; }
  bool IsNull(size_t column, size_t row) const { return columns_[column].IsNull(row); }
  void AppendText(size_t column, size_t row, TextForm form, std::string& out) const {
    columns_[column].Append(row, form, out);
  }

 private:
  size_t rows_ = 0;
  std::vector<ColumnText> columns_;
};

}  // namespace paisql::engine

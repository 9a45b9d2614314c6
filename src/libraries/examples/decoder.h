#pragma once

// Reads tf.train.Example, as a script writes it, into columns of values: the first value of the
// feature that has the column's name. Other features are passed over.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::examples {

enum class ColumnKind : char { kInteger = 'l', kFloat = 'f', kBytes = 'u' };

// Why an Example cannot become a row.
enum class Fault : int {
  kNone = 0,
  kNotAnExample = 1,
  kMissing = 2,    // no feature of the name
  kEmpty = 3,      // a feature without a value
  kWrongKind = 4,  // a list of another kind; `found` is its field number in Feature
};

struct Refusal {
  Fault fault = Fault::kNone;
  int column = 0;
  int found = 0;
};

class Decoder {
 public:
  void AddColumn(std::string name, ColumnKind kind) {
    columns_.push_back({std::move(name), kind, {}, {}, {0}, {}});
  }

  // Takes the row in, or none of it.
  Refusal Add(std::string_view example);

  int64_t rows() const { return rows_; }
  const int64_t* integers(size_t column) const { return columns_[column].integers.data(); }
  const float* floats(size_t column) const { return columns_[column].floats.data(); }
  // rows() + 1 offsets into bytes().
  const int64_t* offsets(size_t column) const { return columns_[column].offsets.data(); }
  const std::string& bytes(size_t column) const { return columns_[column].bytes; }
  // The bytes that bytes() takes, of all columns.
  int64_t byte_count() const;
  // Forgets the rows, and keeps the columns.
  void Clear();

 private:
  struct Column {
    std::string name;
    ColumnKind kind;
    std::vector<int64_t> integers;
    std::vector<float> floats;
    std::vector<int64_t> offsets;
    std::string bytes;
  };

  Refusal Take(const Column& column, int number, std::string_view feature);

  std::vector<Column> columns_;
  std::vector<std::string_view> features_;  // of the Example at hand, a column each
  std::vector<uint8_t> found_;
  std::vector<int64_t> integer_;
  std::vector<float> float_;
  std::vector<std::string_view> text_;
  int64_t rows_ = 0;
};

}  // namespace paisql::examples

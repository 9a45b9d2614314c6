#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "types/data_type.h"
#include "types/type_names.h"

namespace paisql {
namespace {

Error IllegalType(std::string detail, std::string hint = "") {
  return Error{ErrorCode::kIllegalDataType, std::move(detail), {}, std::move(hint)};
}

// A recursive-descent reader of one type's text.
class TypeReader {
 public:
  TypeReader(std::string_view text, int max_decimal_scale)
      : text_(text), max_decimal_scale_(max_decimal_scale) {}

  Result<DataType> ReadWhole() {
    PAISQL_ASSIGN(DataType type, ReadType(0));
    SkipBlanks();
    if (position_ != text_.size()) {
      return Malformed("unexpected '" + std::string(text_.substr(position_)) + "'");
    }
    return type;
  }

 private:
  Error Malformed(const std::string& what) const {
    return IllegalType("cannot read the type '" + std::string(text_) + "': " + what);
  }

  void SkipBlanks() {
    while (position_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[position_]) != std::string_view::npos) {
      ++position_;
    }
  }

  bool Accept(char c) {
    SkipBlanks();
    if (position_ >= text_.size() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  Status Expect(char c) {
    if (Accept(c)) return Status::Ok();
    return Malformed(std::string("'") + c + "' is missing");
  }

  std::string ReadWord() {
    SkipBlanks();
    const size_t begin = position_;
    while (position_ < text_.size() && IsTypeNameCharacter(text_[position_])) ++position_;
    return std::string(text_.substr(begin, position_ - begin));
  }

  Result<int> ReadNumber() {
    SkipBlanks();
    int number = 0;
    const char* begin = text_.data() + position_;
    const auto [end, code] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (code != std::errc() || number < 0) return Malformed("a whole number is missing");
    position_ += static_cast<size_t>(end - begin);
    return number;
  }

  Result<std::string> ReadFieldName() {
    if (!Accept('`')) {
      std::string name = ReadWord();
      if (name.empty()) return Malformed("a field name is missing");
      return name;
    }
    std::string name;
    while (position_ < text_.size()) {
      const char c = text_[position_++];
      if (c != '`') {
        name += c;
      } else if (position_ < text_.size() && text_[position_] == '`') {
        name += c;
        ++position_;
      } else if (name.empty()) {
        return Malformed("a field name is empty");
      } else {
        return name;
      }
    }
    return Malformed("the closing '`' is missing");
  }

  Result<DataType> ReadType(int depth) {
    if (depth > kMaxTypeDepth) {
      return IllegalType("types are nested more than " + std::to_string(kMaxTypeDepth) + " deep");
    }
    const std::string word = ReadWord();
    if (word.empty()) return Malformed("a type name is missing");
    const std::string upper = ToUpper(word);
    for (const TypeName& row : kTypeNames) {
      if (row.name == upper && row.id != TypeId::kUnknown) return ReadRest(row.id, depth);
    }
    return IllegalType("unknown type '" + word + "'", DidYouMean(upper, DataTypeNames()));
  }

  Result<DataType> ReadRest(TypeId id, int depth) {
    switch (id) {
      case TypeId::kDecimal:
        return ReadDecimal();
      case TypeId::kVarchar:
        return ReadText(id, kMaxVarcharLength);
      case TypeId::kChar:
        return ReadText(id, kMaxCharLength);
      case TypeId::kArray: {
        PAISQL_TRY(Expect('<'));
        PAISQL_ASSIGN(DataType element, ReadType(depth + 1));
        PAISQL_TRY(Expect('>'));
        return DataType::Array(std::move(element));
      }
      case TypeId::kMap:
        return ReadMap(depth);
      case TypeId::kStruct:
        return ReadStruct(depth);
      default:
        return DataType(id);
    }
  }

  Result<DataType> ReadDecimal() {
    if (!Accept('(')) return DataType::Decimal(kMaxDecimalPrecision, kMaxDecimalScale);
    PAISQL_ASSIGN(const int precision, ReadNumber());
    int scale = 0;
    if (Accept(',')) {
      PAISQL_ASSIGN(scale, ReadNumber());
    }
    PAISQL_TRY(Expect(')'));
    if (precision < 1 || precision > kMaxDecimalPrecision) {
      return IllegalType("DECIMAL precision " + std::to_string(precision) + " is not in 1.." +
                             std::to_string(kMaxDecimalPrecision),
                         "more digits fit into DOUBLE, rounded, or STRING");
    }
    const int largest = std::min(precision, max_decimal_scale_);
    if (scale > largest) {
      return IllegalType(
          "DECIMAL scale " + std::to_string(scale) + " is not in 0.." + std::to_string(largest),
          scale <= precision ? "SET odps.sql.decimal2.extended.scale.enable=true;"
                             : "the scale is a part of the precision");
    }
    return DataType::Decimal(precision, scale);
  }

  Result<DataType> ReadText(TypeId id, int max_length) {
    const std::string name(TypeNameOf(id));
    if (!Accept('(')) {
      return IllegalType(name + " needs a length",
                         "write " + name + "(n), n in 1.." + std::to_string(max_length));
    }
    PAISQL_ASSIGN(const int length, ReadNumber());
    PAISQL_TRY(Expect(')'));
    if (length < 1 || length > max_length) {
      return IllegalType(name + " length " + std::to_string(length) + " is not in 1.." +
                             std::to_string(max_length),
                         length > 0 ? "use STRING" : "");
    }
    return id == TypeId::kVarchar ? DataType::Varchar(length) : DataType::Char(length);
  }

  Result<DataType> ReadMap(int depth) {
    PAISQL_TRY(Expect('<'));
    PAISQL_ASSIGN(DataType key, ReadType(depth + 1));
    if (key.IsNested()) {
      return IllegalType("the key of a MAP cannot be " + key.ToString(),
                         "use a primitive type as the key");
    }
    PAISQL_TRY(Expect(','));
    PAISQL_ASSIGN(DataType value, ReadType(depth + 1));
    PAISQL_TRY(Expect('>'));
    return DataType::Map(std::move(key), std::move(value));
  }

  Result<DataType> ReadStruct(int depth) {
    PAISQL_TRY(Expect('<'));
    std::vector<std::string> names;
    std::vector<DataType> types;
    do {
      PAISQL_ASSIGN(std::string name, ReadFieldName());
      const bool taken = std::any_of(names.begin(), names.end(), [&](const std::string& other) {
        return EqualsIgnoreCase(other, name);
      });
      if (taken) return IllegalType("the STRUCT field '" + name + "' appears twice");
      PAISQL_TRY(Expect(':'));
      PAISQL_ASSIGN(DataType type, ReadType(depth + 1));
      names.push_back(std::move(name));
      types.push_back(std::move(type));
    } while (Accept(','));
    PAISQL_TRY(Expect('>'));
    return DataType::Struct(std::move(names), std::move(types));
  }

  std::string_view text_;
  size_t position_ = 0;
  int max_decimal_scale_;
};

}  // namespace

Result<DataType> ParseDataType(std::string_view text, int max_decimal_scale) {
  return TypeReader(text, max_decimal_scale).ReadWhole();
}

}  // namespace paisql

#include "pai/alink/values/alink_values.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "base/text.h"

namespace paisql::pai {

namespace {

struct SchemaType {
  std::string_view name;
  TypeId type;
};

constexpr std::array kSchemaTypes = {
    SchemaType{"string", TypeId::kString},  SchemaType{"varchar", TypeId::kString},
    SchemaType{"long", TypeId::kBigint},    SchemaType{"bigint", TypeId::kBigint},
    SchemaType{"int", TypeId::kInt},        SchemaType{"integer", TypeId::kInt},
    SchemaType{"short", TypeId::kSmallint}, SchemaType{"smallint", TypeId::kSmallint},
    SchemaType{"byte", TypeId::kTinyint},   SchemaType{"tinyint", TypeId::kTinyint},
    SchemaType{"float", TypeId::kFloat},    SchemaType{"double", TypeId::kDouble},
};

// Further types of Alink's predictors; texts of tensors and vectors are STRING here.
constexpr std::array kAnswerTypes = {
    SchemaType{"boolean", TypeId::kBoolean},      SchemaType{"bool", TypeId::kBoolean},
    SchemaType{"vector", TypeId::kString},        SchemaType{"dense_vector", TypeId::kString},
    SchemaType{"sparse_vector", TypeId::kString}, SchemaType{"tensor", TypeId::kString},
    SchemaType{"float_tensor", TypeId::kString},  SchemaType{"double_tensor", TypeId::kString},
    SchemaType{"int_tensor", TypeId::kString},    SchemaType{"long_tensor", TypeId::kString},
    SchemaType{"byte_tensor", TypeId::kString},   SchemaType{"ubyte_tensor", TypeId::kString},
    SchemaType{"bool_tensor", TypeId::kString},   SchemaType{"string_tensor", TypeId::kString},
};

// The origin of the columns: a script's tf.train.Example, or a model's answer.
struct SchemaKind {
  std::string_view giver;
  std::string_view cure;
  std::span<const SchemaType> more;
};
constexpr SchemaKind kOfExamples = {
    "a tf.train.Example",
    "write string, float, double, tinyint, smallint, int or long, and CAST in SQL",
    {}};
constexpr SchemaKind kOfAnswers = {
    "a model",
    "write string, float, double, tinyint, smallint, int, long, boolean, vector, tensor or "
    "float_tensor",
    kAnswerTypes};

constexpr std::string_view kBlanks = " \t\r\n";

struct Word {
  size_t begin = 0;
  size_t end = 0;
};

// The words between blanks in text[begin, end).
std::vector<Word> WordsOf(std::string_view text, size_t begin, size_t end) {
  std::vector<Word> words;
  while (true) {
    begin = std::min(text.find_first_not_of(kBlanks, begin), end);
    if (begin >= end) return words;
    const size_t stop = std::min(text.find_first_of(kBlanks, begin), end);
    words.push_back({begin, stop});
    begin = stop;
  }
}

const SchemaType* FindType(std::span<const SchemaType> types, std::string_view name) {
  const auto found = std::find_if(types.begin(), types.end(), [name](const SchemaType& one) {
    return EqualsIgnoreCase(one.name, name);
  });
  return found == types.end() ? nullptr : &*found;
}

const SchemaType* FindType(const SchemaKind& kind, std::string_view name) {
  const SchemaType* const found = FindType(kSchemaTypes, name);
  return found != nullptr ? found : FindType(kind.more, name);
}

// Reads the columns of one value.
class SchemaReader {
 public:
  SchemaReader(const syntax::PaiParameter& parameter, const BuildContext& context,
               const SchemaKind& kind)
      : parameter_(parameter), context_(context), kind_(kind), text_(parameter.value) {}

  Result<std::vector<store::Column>> Read() {
    for (size_t begin = 0; begin <= text_.size();) {
      const size_t end = std::min(text_.find(',', begin), text_.size());
      PAISQL_TRY(ReadColumn(begin, end));
      begin = end + 1;
    }
    return std::move(columns_);
  }

 private:
  Error Wrong(size_t begin, size_t end, const std::string& what, std::string hint) const {
    return Error{ErrorCode::kInvalidCommand, parameter_.key + ": " + what,
                 PlaceInValue(parameter_, context_.statement_text, begin, end), std::move(hint)};
  }

  Status ReadColumn(size_t begin, size_t end) {
    const std::vector<Word> words = WordsOf(text_, begin, end);
    if (words.size() != 2) {
      return Wrong(begin, std::max(end, begin), "a column is a name and a type",
                   "write outputSchemaStr=\"model_id long, model_info string\"");
    }
    const std::string name = text_.substr(words[0].begin, words[0].end - words[0].begin);
    const std::string type = text_.substr(words[1].begin, words[1].end - words[1].begin);
    const bool twice = std::any_of(
        columns_.begin(), columns_.end(),
        [&name](const store::Column& other) { return EqualsIgnoreCase(other.name, name); });
    if (twice) {
      return Wrong(words[0].begin, words[0].end, "column '" + name + "' appears twice",
                   "give one of them another name");
    }
    const SchemaType* const known = FindType(kind_, type);
    if (known == nullptr) {
      std::vector<std::string> names;
      for (const SchemaType& one : kSchemaTypes) names.emplace_back(one.name);
      for (const SchemaType& one : kind_.more) names.emplace_back(one.name);
      std::string hint = DidYouMean(type, names);
      if (hint.empty()) hint = kind_.cure;
      return Wrong(words[1].begin, words[1].end,
                   std::string(kind_.giver) + " gives no '" + type + "' for column '" + name + "'",
                   hint);
    }
    store::Column column;
    column.id = static_cast<int64_t>(columns_.size()) + 1;
    column.name = name;
    column.type = known->type;
    columns_.push_back(std::move(column));
    return Status::Ok();
  }

  const syntax::PaiParameter& parameter_;
  const BuildContext& context_;
  const SchemaKind& kind_;
  const std::string& text_;
  std::vector<store::Column> columns_;
};

Error WrongParams(const syntax::PaiParameter& parameter, const BuildContext& context,
                  const SourceRange& range, const std::string& what, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, "userParams: " + what,
               PlaceInValue(parameter, context.statement_text, range.begin, range.end),
               std::move(hint)};
}

}  // namespace

Result<std::vector<store::Column>> ReadOutputSchema(const syntax::PaiParameter& parameter,
                                                    const BuildContext& context) {
  return SchemaReader(parameter, context, kOfExamples).Read();
}

Result<std::vector<store::Column>> ReadAnswerSchema(const syntax::PaiParameter& parameter,
                                                    const BuildContext& context) {
  return SchemaReader(parameter, context, kOfAnswers).Read();
}

Result<JsonValue> ReadUserObject(const syntax::PaiParameter& parameter,
                                 const BuildContext& context) {
  Result<JsonValue> json = ParseJson(parameter.value);
  if (!json.ok()) {
    const Error& error = json.error();
    return WrongParams(parameter, context, error.range, error.detail, error.hint);
  }
  if (json->kind == JsonKind::kObject) return json;
  return WrongParams(parameter, context, {json->place.begin, json->place.end},
                     std::string(JsonKindText(json->kind)) + " is not an object",
                     "write {\"batch_size\": 16}");
}

Result<std::string> ReadUserParams(const syntax::PaiParameter& parameter,
                                   const BuildContext& context) {
  PAISQL_ASSIGN(const JsonValue json, ReadUserObject(parameter, context));
  nlohmann::json texts = nlohmann::json::object();
  for (size_t i = 0; i < json.items.size(); ++i) {
    const JsonValue& value = json.items[i];
    if (value.kind == JsonKind::kObject || value.kind == JsonKind::kArray) {
      return WrongParams(parameter, context, {value.place.begin, value.place.end},
                         "'" + json.keys[i] + "' is " + std::string(JsonKindText(value.kind)) +
                             ", and a script gets texts",
                         "give its JSON as a text, which the script reads with json.loads");
    }
    if (value.kind == JsonKind::kNull) {
      texts[json.keys[i]] = nullptr;
    } else {
      texts[json.keys[i]] = value.text;
    }
  }
  return texts.dump();
}

}  // namespace paisql::pai

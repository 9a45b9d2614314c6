// ngram_count: how often one word, two words in a row and so on stand in sentences.

#include <array>

#include "base/text.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/texts/text_columns.h"
#include "pai/classic/texts/texts_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kNgramNames = {"ngram_count"};

constexpr auto kNgramParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"inputSelectedColNames", ParameterType::kColumns, false, "", "",
                  "The columns of sentences, whose words are separated by blanks; the first STRING "
                  "column without it."},
        Parameter{"weightColName", ParameterType::kColumn, false, "", "",
                  "The column that says how much a row counts; each counts 1 without it."},
        Parameter{"countTableName", ParameterType::kTable, false, "", "",
                  "An earlier output, whose counts are added."},
        Parameter{"countTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions of it alone."},
        Parameter{"countWordColName", ParameterType::kColumn, false, "", "",
                  "Its column of words; the second column without it."},
        Parameter{"countCountColName", ParameterType::kColumn, false, "", "",
                  "Its column of counts; the third column without it."},
        Parameter{"vocabTableName", ParameterType::kTable, false, "", "",
                  "A table of words: all others count as `<unk>`."},
        Parameter{"vocabTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions of it alone."},
        Parameter{"vocabSelectedColName", ParameterType::kColumn, false, "", "",
                  "Its column of words; the first STRING column without it."},
        Parameter{"order", ParameterType::kInteger, false, "3", "",
                  "So many words in a row at most.", "", "", "[1,100]"},
    },
    kTuningParameters);

constexpr std::array kNgramPorts = {
    kInputPort,
    Port{"countTableName", PortKind::kInputTable, "", "", nullptr, "countTablePartitions"},
    Port{"vocabTableName", PortKind::kInputTable, "", "", nullptr, "vocabTablePartitions"},
    kOutputPort,
};

constexpr std::string_view kNgramExample = R"(CREATE TABLE sentences (s STRING);
INSERT INTO sentences VALUES ('a b a b');
PAI -name {name} -DinputTableName=sentences -DoutputTableName=grams -Dorder=2;
SELECT * FROM grams ORDER BY ngram, word LIMIT 20;
)";

// A sentence stands between <s> and </s>. {mark} gives a word that the vocabulary has.
constexpr std::string_view kNgramSentences =
    "SELECT CONCAT(ARRAY('<s>'), TRANSFORM({words}, w -> {mark}), ARRAY('</s>')) AS words, "
    "{weight} AS weight FROM {input} t{vocabulary} WHERE SIZE({words}) > 0 AND {weight} IS NOT "
    "NULL";

// An n-gram of all positions that leave room for it.
constexpr std::string_view kNgramGrams = R"(
SELECT n AS ngram, ARRAY_JOIN(SLICE(words, p + 1, n), ' ') AS word, weight
FROM (SELECT words, weight, n FROM ({sentences}) s
      LATERAL VIEW EXPLODE(SEQUENCE(1, {order})) o AS n) x
LATERAL VIEW EXPLODE(SEQUENCE(0, SIZE(words) - 1)) e AS p
WHERE p + n <= SIZE(words))";

struct NgramParts {
  ClassicInput input;
  std::string weight = "CAST(1 AS BIGINT)";
  std::string type = "BIGINT";
  std::string mark = "w";
  std::string vocabulary;
};

Status AddWeight(const Parameters& parameters, const BuildContext& context, NgramParts* parts) {
  if (parameters.Find("weightColName") == nullptr) return Status::Ok();
  PAISQL_ASSIGN(const store::Column weight,
                OneColumn(parameters, context, "weightColName", parts->input.columns));
  PAISQL_TRY(NeedNumbers(parameters, "weightColName", {weight}));
  const TypeId id = weight.type.id();
  if (id == TypeId::kDouble || id == TypeId::kFloat || id == TypeId::kDecimal) {
    parts->type = "DOUBLE";
  }
  parts->weight = "CAST(t." + QuotedName(weight.name) + " AS " + parts->type + ")";
  return Status::Ok();
}

Status AddVocabulary(const Parameters& parameters, const BuildContext& context, NgramParts* parts) {
  if (parameters.Find("vocabTableName") == nullptr) return Status::Ok();
  PAISQL_ASSIGN(const ClassicInput table,
                InputOf(parameters, context, "vocabTableName", "vocabTablePartitions"));
  PAISQL_ASSIGN(const store::Column word, OneTextColumn(parameters, context, "vocabSelectedColName",
                                                        table.columns, "vocabTableName"));
  parts->mark = "IF(" + WordKnownSql("w", "v") + ", w, '<unk>')";
  parts->vocabulary = " CROSS JOIN " + WordSetSql(word, table.relation) + " v";
  return Status::Ok();
}

// The column that a parameter names, else the one at a position.
Result<store::Column> CountColumn(const Parameters& parameters, const BuildContext& context,
                                  std::string_view name, const std::vector<store::Column>& columns,
                                  size_t position) {
  if (parameters.Find(name) != nullptr) return OneColumn(parameters, context, name, columns);
  if (position < columns.size()) return columns[position];
  return Wrong(parameters.PlaceOf("countTableName"),
               "the table of counts has too few columns for -D" + std::string(name),
               "name an output of ngram_count: ngram, word, count");
}

// Earlier counts. How many words a row has follows from its words.
Result<std::string> EarlierCounts(const Parameters& parameters, const BuildContext& context,
                                  const std::string& type) {
  PAISQL_ASSIGN(const ClassicInput table,
                InputOf(parameters, context, "countTableName", "countTablePartitions"));
  PAISQL_ASSIGN(const store::Column word,
                CountColumn(parameters, context, "countWordColName", table.columns, 1));
  PAISQL_ASSIGN(const store::Column count,
                CountColumn(parameters, context, "countCountColName", table.columns, 2));
  PAISQL_TRY(NeedNumbers(parameters, "countCountColName", {count}));
  return FillSql(
      " UNION ALL SELECT CAST(SIZE({words}) AS BIGINT), ARRAY_JOIN({words}, ' '), "
      "CAST({count} AS {type}) FROM {table} c WHERE SIZE({words}) > 0 AND {count} IS NOT NULL",
      {{"words", WordsSql("CAST(c." + QuotedName(word.name) + " AS STRING)")},
       {"count", "c." + QuotedName(count.name)},
       {"type", type},
       {"table", table.relation}});
}

Result<std::vector<store::Column>> SentenceColumns(const Parameters& parameters,
                                                   const BuildContext& context,
                                                   const std::vector<store::Column>& columns) {
  if (parameters.Find("inputSelectedColNames") != nullptr)
    return TextColumns(parameters, context, "inputSelectedColNames", columns);
  PAISQL_ASSIGN(store::Column first,
                OneTextColumn(parameters, context, "inputSelectedColNames", columns));
  return std::vector<store::Column>{std::move(first)};
}

Result<std::vector<SqlStep>> BuildNgrams(const Parameters& parameters,
                                         const BuildContext& context) {
  NgramParts parts;
  PAISQL_ASSIGN(parts.input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> texts,
                SentenceColumns(parameters, context, parts.input.columns));
  PAISQL_TRY(AddWeight(parameters, context, &parts));
  PAISQL_TRY(AddVocabulary(parameters, context, &parts));
  std::vector<std::string> sentences;
  for (const store::Column& text : texts) {
    sentences.push_back(FillSql(
        kNgramSentences, {{"words", WordsSql("CAST(t." + QuotedName(text.name) + " AS STRING)")},
                          {"mark", parts.mark},
                          {"weight", parts.weight},
                          {"input", parts.input.relation},
                          {"vocabulary", parts.vocabulary}}));
  }
  std::string grams = FillSql(kNgramGrams, {{"sentences", Join(sentences, " UNION ALL ")},
                                            {"order", std::to_string(parameters.Number("order"))}});
  if (parameters.Find("countTableName") != nullptr) {
    PAISQL_ASSIGN(const std::string earlier, EarlierCounts(parameters, context, parts.type));
    grams += earlier;
  }
  return std::vector<SqlStep>{
      {"outputTableName",
       FillSql("SELECT CAST(ngram AS STRING) AS ngram, word, `count` FROM (SELECT ngram, word, "
               "CAST(SUM(weight) AS {type}) AS `count` FROM ({grams}) g GROUP BY ngram, word) x "
               "SORT BY x.ngram, x.word",
               {{"type", parts.type}, {"grams", grams}})}};
}

const std::array kNgramRows = {
    Component{"ngram_count", kNgramNames, "", 0,
              "Counts words, pairs of words and so on, with the marks <s> and </s> around a "
              "sentence.",
              kNgramParameters, kNgramPorts, SqlBuild{BuildNgrams}, "", kNgramExample, true},
};

}  // namespace

std::span<const Component> NgramRows() { return kNgramRows; }

}  // namespace paisql::pai

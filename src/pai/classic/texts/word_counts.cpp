// doc_word_stat, tfidf and triple_to_kv: words of documents and what they count.

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/texts/text_columns.h"
#include "pai/classic/texts/texts_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kWordStatNames = {"doc_word_stat"};
constexpr std::array<std::string_view, 1> kTfidfNames = {"tfidf"};
constexpr std::array<std::string_view, 1> kTripleToKvNames = {"triple_to_kv"};

// doc_word_stat

constexpr auto kWordStatParameters =
    Together(std::array{kInputTableParameter, kInputPartitionsParameter},
             std::array{
                 Parameter{"docId", ParameterType::kColumn, false, "id", "",
                           "The column that names a document."},
                 Parameter{"docContent", ParameterType::kColumn, true, "", "",
                           "The column of documents: words separated by blanks."},
                 Parameter{"outputTableNameMulti", ParameterType::kTable, false, "", "",
                           "The table of all words in the order of the documents: id, word."},
                 Parameter{"outputTableNameTriple", ParameterType::kTable, false, "", "",
                           "The table of what each word counts in a document: id, word, count."},
             },
             kTuningParameters);

constexpr std::array kWordStatPorts = {
    kInputPort,
    Port{"outputTableNameMulti", PortKind::kOutputTable},
    Port{"outputTableNameTriple", PortKind::kOutputTable},
};

constexpr std::string_view kWordStatExample = R"(CREATE TABLE documents (id BIGINT, content STRING);
INSERT INTO documents VALUES (1, 'to be or not to be'), (2, 'let it be');
PAI -name {name} -DinputTableName=documents -DdocId=id -DdocContent=content
  -DoutputTableNameMulti=words -DoutputTableNameTriple=counts;
SELECT * FROM counts ORDER BY id, word LIMIT 10;
)";

Result<std::vector<SqlStep>> BuildWordStat(const Parameters& parameters,
                                           const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const store::Column id, OneColumn(parameters, context, "docId", input.columns));
  PAISQL_ASSIGN(const store::Column content,
                OneTextColumn(parameters, context, "docContent", input.columns));
  const std::string words =
      FillSql("(SELECT {id} AS i, w FROM {input} t LATERAL VIEW EXPLODE({words}) e AS w) x",
              {{"id", "t." + QuotedName(id.name)},
               {"input", input.relation},
               {"words", WordsSql("t." + QuotedName(content.name))}});
  const std::string name = QuotedName(id.name);
  std::vector<SqlStep> steps;
  if (parameters.Find("outputTableNameMulti") != nullptr) {
    steps.push_back({"outputTableNameMulti", FillSql("SELECT i AS {id}, w AS `word` FROM {words}",
                                                     {{"id", name}, {"words", words}})});
  }
  if (parameters.Find("outputTableNameTriple") != nullptr) {
    steps.push_back({"outputTableNameTriple",
                     SortedSql(FillSql("SELECT i AS {id}, w AS `word`, COUNT(*) AS `count` "
                                       "FROM {words} GROUP BY i, w",
                                       {{"id", name}, {"words", words}}),
                               name + ", `word`")});
  }
  if (steps.empty()) {
    return Wrong(parameters.PlaceOf("docContent"), "doc_word_stat writes no table",
                 "give -DoutputTableNameTriple=<table> or -DoutputTableNameMulti=<table>");
  }
  return steps;
}

// tfidf

constexpr auto kTfidfParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"docIdCol", ParameterType::kColumn, false, "id", "",
                  "The column that names a document."},
        Parameter{"wordCol", ParameterType::kColumn, false, "word", "", "The column of words."},
        Parameter{"countCol", ParameterType::kColumn, false, "count", "",
                  "The column that says how often a word stands in a document."},
    },
    kTuningParameters);

constexpr std::array kTfidfPorts = {kInputPort, kOutputPort};

constexpr std::string_view kTfidfExample =
    R"(CREATE TABLE counts (id BIGINT, word STRING, `count` BIGINT);
INSERT INTO counts VALUES (1, 'to', 2), (1, 'be', 2), (2, 'let', 1), (2, 'be', 1);
PAI -name {name} -DinputTableName=counts -DoutputTableName=weights;
SELECT id, word, tf, idf, tfidf FROM weights ORDER BY id, word LIMIT 10;
)";

// idf = ln(documents / documents with the word). A row without an id, a word or a count does not
// count.
constexpr std::string_view kTfidfQuery = R"(
SELECT i AS {id}, w AS {word}, c AS {count}, total_word_count, doc_count, total_doc_count,
  tf, idf, tf * idf AS tfidf
FROM (SELECT t.i, t.w, t.c, n.total_word_count, d.doc_count, a.total_doc_count,
        CAST(t.c AS DOUBLE) / n.total_word_count AS tf,
        LN(CAST(a.total_doc_count AS DOUBLE) / d.doc_count) AS idf
      FROM {rows} t
      JOIN (SELECT i, CAST(SUM(c) AS BIGINT) AS total_word_count FROM {rows} t GROUP BY i) n
        ON t.i = n.i
      JOIN (SELECT w, COUNT(DISTINCT i) AS doc_count FROM {rows} t GROUP BY w) d ON t.w = d.w
      CROSS JOIN (SELECT COUNT(DISTINCT i) AS total_doc_count FROM {rows} t) a) x)";

constexpr std::string_view kTfidfRows =
    "(SELECT {id} AS i, {word} AS w, SUM({count}) AS c FROM {input} r "
    "WHERE {id} IS NOT NULL AND {word} IS NOT NULL AND {count} IS NOT NULL GROUP BY {id}, {word})";

Result<std::vector<SqlStep>> BuildTfidf(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const store::Column id, OneColumn(parameters, context, "docIdCol", input.columns));
  PAISQL_ASSIGN(const store::Column word, OneColumn(parameters, context, "wordCol", input.columns));
  PAISQL_ASSIGN(const store::Column count,
                OneColumn(parameters, context, "countCol", input.columns));
  PAISQL_TRY(NeedNumbers(parameters, "countCol", {count}));
  const std::string rows = FillSql(kTfidfRows, {{"id", "r." + QuotedName(id.name)},
                                                {"word", "r." + QuotedName(word.name)},
                                                {"count", "r." + QuotedName(count.name)},
                                                {"input", input.relation}});
  return std::vector<SqlStep>{
      {"outputTableName", SortedSql(FillSql(kTfidfQuery, {{"id", QuotedName(id.name)},
                                                          {"word", QuotedName(word.name)},
                                                          {"count", QuotedName(count.name)},
                                                          {"rows", rows}}),
                                    QuotedName(id.name) + ", " + QuotedName(word.name))}};
}

// triple_to_kv

constexpr auto kTripleToKvParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"idColName", ParameterType::kColumn, true, "", "",
                  "The column whose equal values make a row of the output."},
        Parameter{"keyColName", ParameterType::kColumn, true, "", "", "The column of keys."},
        Parameter{"valueColName", ParameterType::kColumn, true, "", "",
                  "The column of values: whole or decimal numbers."},
        Parameter{"indexOutputTableName", ParameterType::kTable, true, "", "",
                  "The table of the keys' numbers: key, key_id."},
        Parameter{"indexInputTableName", ParameterType::kTable, false, "", "",
                  "A table of numbers that keys already have; others are numbered after them."},
        Parameter{"indexInputKeyColName", ParameterType::kColumn, false, "key", "",
                  "Its column of keys."},
        Parameter{"indexInputKeyIdColName", ParameterType::kColumn, false, "key_id", "",
                  "Its column of numbers."},
        Parameter{"kvDelimiter", ParameterType::kText, false, ":", "",
                  "Stands between a key and its value."},
        Parameter{"pairDelimiter", ParameterType::kText, false, ",", "",
                  "Stands between two pairs."},
    },
    kTuningParameters);

constexpr std::array kTripleToKvPorts = {
    kInputPort,
    Port{"indexInputTableName", PortKind::kInputTable},
    kOutputPort,
    Port{"indexOutputTableName", PortKind::kOutputTable},
};

constexpr std::string_view kTripleToKvExample =
    R"(CREATE TABLE counts (id STRING, word STRING, `count` BIGINT);
INSERT INTO counts VALUES ('01', 'a', 10), ('01', 'b', 20), ('01', 'c', 30);
PAI -name {name} -DinputTableName=counts -DidColName=id -DkeyColName=word -DvalueColName=count
  -DoutputTableName=pairs -DindexOutputTableName=keys -DpairDelimiter=";";
SELECT * FROM pairs;
SELECT * FROM keys ORDER BY key_id LIMIT 10;
)";

// A delimiter as it was given: a blank is one too.
std::string Delimiter(const Parameters& parameters, std::string_view name) {
  const syntax::PaiParameter* const given = parameters.Find(name);
  return given != nullptr ? given->value : parameters.Text(name);
}

// Numbers of keys from 1, in the order of the keys; those that an index has come first.
constexpr std::string_view kTripleKeys = R"(
SELECT k AS `key`, ROW_NUMBER() OVER (ORDER BY k) AS key_id
FROM (SELECT {key} AS k FROM {input} t WHERE {key} IS NOT NULL GROUP BY {key}) x)";

constexpr std::string_view kTripleMoreKeys = R"(
SELECT k AS `key`, key_id
FROM (SELECT {index_key} AS k, MIN(CAST({index_id} AS BIGINT)) AS key_id FROM {index} t
      WHERE {index_key} IS NOT NULL GROUP BY {index_key}
      UNION ALL
      SELECT n.k, n.key_id + COALESCE(m.last, 0)
      FROM (SELECT x.k, ROW_NUMBER() OVER (ORDER BY x.k) AS key_id
            FROM (SELECT {key} AS k FROM {input} t WHERE {key} IS NOT NULL GROUP BY {key}) x
            LEFT ANTI JOIN (SELECT {index_key} AS k FROM {index} t) y ON x.k = y.k) n
      CROSS JOIN (SELECT MAX(CAST({index_id} AS BIGINT)) AS last FROM {index} t) m) z)";

constexpr std::string_view kTripleRows = R"(
SELECT i AS {id}, WM_CONCAT({pairs}, CONCAT(CAST(key_id AS STRING), {kv}, CAST(v AS STRING)))
    WITHIN GROUP (ORDER BY key_id, v) AS key_value
FROM (SELECT t.{id} AS i, t.{key} AS k, t.{value} AS v FROM {input} t
      WHERE t.{key} IS NOT NULL AND t.{value} IS NOT NULL) x
JOIN ({keys}) y ON x.k = y.`key`
GROUP BY i)";

Result<std::string> KeysQuery(const Parameters& parameters, const BuildContext& context,
                              const ClassicInput& input, const store::Column& key) {
  std::map<std::string, std::string> values = {{"key", "t." + QuotedName(key.name)},
                                               {"input", input.relation}};
  if (parameters.Find("indexInputTableName") == nullptr) return FillSql(kTripleKeys, values);
  PAISQL_ASSIGN(const ClassicInput index, InputOf(parameters, context, "indexInputTableName", ""));
  PAISQL_ASSIGN(const store::Column index_key,
                OneColumn(parameters, context, "indexInputKeyColName", index.columns));
  PAISQL_ASSIGN(const store::Column index_id,
                OneColumn(parameters, context, "indexInputKeyIdColName", index.columns));
  PAISQL_TRY(NeedNumbers(parameters, "indexInputKeyIdColName", {index_id}));
  values["index"] = index.relation;
  values["index_key"] = "t." + QuotedName(index_key.name);
  values["index_id"] = "t." + QuotedName(index_id.name);
  return FillSql(kTripleMoreKeys, values);
}

Result<std::vector<SqlStep>> BuildTripleToKv(const Parameters& parameters,
                                             const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const store::Column id, OneColumn(parameters, context, "idColName", input.columns));
  PAISQL_ASSIGN(const store::Column key,
                OneColumn(parameters, context, "keyColName", input.columns));
  PAISQL_ASSIGN(const store::Column value,
                OneColumn(parameters, context, "valueColName", input.columns));
  PAISQL_TRY(NeedNumbers(parameters, "valueColName", {value}));
  PAISQL_ASSIGN(const std::string keys, KeysQuery(parameters, context, input, key));
  return std::vector<SqlStep>{
      {"outputTableName",
       SortedSql(
           FillSql(kTripleRows, {{"id", QuotedName(id.name)},
                                 {"key", QuotedName(key.name)},
                                 {"value", QuotedName(value.name)},
                                 {"input", input.relation},
                                 {"keys", keys},
                                 {"pairs", QuotedText(Delimiter(parameters, "pairDelimiter"))},
                                 {"kv", QuotedText(Delimiter(parameters, "kvDelimiter"))}}),
           QuotedName(id.name))},
      {"indexOutputTableName", SortedSql(keys, "key_id")}};
}

const std::array kWordCountRows = {
    Component{"doc_word_stat", kWordStatNames, "", 0, "Counts the words of documents.",
              kWordStatParameters, kWordStatPorts, SqlBuild{BuildWordStat}, "", kWordStatExample,
              true},
    Component{"tfidf", kTfidfNames, "", 0,
              "Weighs the words of documents: tf is a word's share of its document, idf the "
              "logarithm of the number of documents, divided by the number of those with the word.",
              kTfidfParameters, kTfidfPorts, SqlBuild{BuildTfidf}, "", kTfidfExample, true},
    Component{"triple_to_kv", kTripleToKvNames, "", 0,
              "Joins triples of row, key and value to texts such as 1:10,2:20, and numbers the "
              "keys.",
              kTripleToKvParameters, kTripleToKvPorts, SqlBuild{BuildTripleToKv}, "",
              kTripleToKvExample, true},
};

}  // namespace

std::span<const Component> WordCountRows() { return kWordCountRows; }

}  // namespace paisql::pai

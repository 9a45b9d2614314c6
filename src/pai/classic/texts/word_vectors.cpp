// Word2Vec, pai_doc2vec (python/paisql/learners/word_vectors.py, doc_vectors.py) and
// SemanticVectorDistance (vector_distance.py).

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/texts/text_columns.h"
#include "pai/classic/texts/texts_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 2> kWord2VecNames = {"Word2Vec", "pai_word2vec"};
constexpr std::array<std::string_view, 1> kDoc2VecNames = {"pai_doc2vec"};
constexpr std::array<std::string_view, 1> kVectorDistanceNames = {"SemanticVectorDistance"};

constexpr std::array kVectorParameters = {
    Parameter{"outVocabularyTableName", ParameterType::kTable, false, "", "",
              "The table of the words that have vectors: word, count.", "",
              "outputVocabularyTableName"},
    Parameter{"layerSize", ParameterType::kInteger, false, "100", "", "The numbers of a vector.",
              "", "", "[1,1000]"},
    Parameter{"cbow", ParameterType::kInteger, false, "0", "",
              "1: words in the window foretell the word between them; 0 (skip-gram): the other "
              "way round.",
              "0 1"},
    Parameter{"window", ParameterType::kInteger, false, "5", "",
              "So many words on each side count.", "", "", "[1,)"},
    Parameter{"minCount", ParameterType::kInteger, false, "5", "", "Rarer words have no vector.",
              "", "", "[1,)"},
    Parameter{"hs", ParameterType::kInteger, false, "1", "", "1: hierarchical softmax.", "0 1"},
    Parameter{"negative", ParameterType::kInteger, false, "0", "",
              "So many wrong words are drawn for each right one; 0: none.", "", "", "[0,)"},
    Parameter{"sample", ParameterType::kNumber, false, "0", "",
              "More frequent words are left out at times; 0: never.", "", "", "[0,)"},
    Parameter{"alpha", ParameterType::kNumber, false, "0.025", "",
              "The learning rate at the start.", "", "", "(0,)"},
    Parameter{"iterTrain", ParameterType::kInteger, false, "1", "", "So many rounds.", "", "",
              "[1,)"},
    Parameter{"randomWindow", ParameterType::kInteger, false, "1", "",
              "1: a window of 1 to `window` words, drawn for each word.", "0 1"},
};

// A name, and a column f0, f1 … for each number of a vector.
Result<std::vector<store::Column>> VectorColumns(const Parameters& parameters,
                                                 const std::string& name) {
  std::vector<store::Column> columns = {NewColumn(name, TypeId::kString)};
  for (int64_t place = 0; place < parameters.Number("layerSize"); ++place) {
    columns.push_back(NewColumn("f" + std::to_string(place), TypeId::kDouble));
  }
  return NewColumns(parameters, "layerSize", columns);
}

Result<std::vector<store::Column>> VocabularyColumns(const Parameters& parameters) {
  return NewColumns(parameters, "outVocabularyTableName",
                    {NewColumn("word", TypeId::kString), NewColumn("count", TypeId::kBigint)});
}

// Word2Vec

constexpr auto kWord2VecParameters = Together(
    std::array{kInputTableParameter, kInputPartitionsParameter},
    std::array{
        Parameter{"outputTableName", ParameterType::kTable, false, "", "",
                  "The table of the words' vectors: word, f0, f1 and so on.", "",
                  "outputWordTableName"},
        kOutputPartitionParameter,
        Parameter{"wordColName", ParameterType::kColumn, true, "", "",
                  "The column of words, or of texts with blanks between words. All rows together "
                  "are one document."},
    },
    kVectorParameters, kTuningParameters);

Result<std::vector<store::Column>> Word2VecColumns(const Parameters& parameters,
                                                   const BuildContext& context,
                                                   const SchemaSource& source) {
  PAISQL_ASSIGN(const store::Column words,
                OneTextColumn(parameters, context, "wordColName", source.first));
  return VectorColumns(parameters, "word");
}

Result<std::vector<store::Column>> Word2VecVocabulary(const Parameters& parameters,
                                                      const BuildContext& context,
                                                      const SchemaSource& source) {
  PAISQL_ASSIGN(const store::Column words,
                OneTextColumn(parameters, context, "wordColName", source.first));
  return VocabularyColumns(parameters);
}

constexpr std::array kWord2VecPorts = {
    kInputPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", Word2VecColumns,
         "outputTablePartition"},
    Port{"outVocabularyTableName", PortKind::kOutputTable, "", "", Word2VecVocabulary},
};

constexpr std::string_view kWord2VecExample = R"(CREATE TABLE corpus (words STRING);
INSERT INTO corpus VALUES ('猫 吃 鱼 狗 吃 肉'), ('猫 喜欢 鱼'), ('狗 喜欢 肉');
PAI -name {name} -DinputTableName=corpus -DwordColName=words -DlayerSize=4 -DminCount=2
  -DoutputTableName=vectors -DoutVocabularyTableName=vocabulary;
SELECT word, `count` FROM vocabulary ORDER BY `count` DESC, word LIMIT 10;
)";

// pai_doc2vec

constexpr auto kDoc2VecParameters =
    Together(std::array{kInputTableParameter, kInputPartitionsParameter},
             std::array{
                 Parameter{"docIdColName", ParameterType::kColumn, true, "", "",
                           "The column that names a document."},
                 Parameter{"docColName", ParameterType::kColumn, true, "", "",
                           "The column of documents: words separated by blanks."},
                 Parameter{"outputWordTableName", ParameterType::kTable, false, "", "",
                           "The table of the words' vectors: content, f0, f1 and so on."},
                 Parameter{"outputDocTableName", ParameterType::kTable, false, "", "",
                           "The table of the documents' vectors: id, f0, f1 and so on."},
             },
             kVectorParameters, kTuningParameters);

Status CheckDocuments(const Parameters& parameters, const BuildContext& context,
                      const SchemaSource& source) {
  PAISQL_ASSIGN(const store::Column id,
                OneColumn(parameters, context, "docIdColName", source.first));
  PAISQL_ASSIGN(const store::Column content,
                OneTextColumn(parameters, context, "docColName", source.first));
  return Status::Ok();
}

Result<std::vector<store::Column>> Doc2VecWords(const Parameters& parameters,
                                                const BuildContext& context,
                                                const SchemaSource& source) {
  PAISQL_TRY(CheckDocuments(parameters, context, source));
  return VectorColumns(parameters, "content");
}

Result<std::vector<store::Column>> Doc2VecDocuments(const Parameters& parameters,
                                                    const BuildContext& context,
                                                    const SchemaSource& source) {
  PAISQL_TRY(CheckDocuments(parameters, context, source));
  return VectorColumns(parameters, "id");
}

Result<std::vector<store::Column>> Doc2VecVocabulary(const Parameters& parameters,
                                                     const BuildContext& context,
                                                     const SchemaSource& source) {
  PAISQL_TRY(CheckDocuments(parameters, context, source));
  return VocabularyColumns(parameters);
}

constexpr std::array kDoc2VecPorts = {
    kInputPort,
    Port{"outputWordTableName", PortKind::kOutputTable, "", "", Doc2VecWords},
    Port{"outputDocTableName", PortKind::kOutputTable, "", "", Doc2VecDocuments},
    Port{"outVocabularyTableName", PortKind::kOutputTable, "", "", Doc2VecVocabulary},
};

constexpr std::string_view kDoc2VecExample = R"(CREATE TABLE documents (id BIGINT, words STRING);
INSERT INTO documents VALUES (1, '猫 吃 鱼'), (2, '狗 吃 肉'), (3, '猫 喜欢 鱼');
PAI -name {name} -DinputTableName=documents -DdocIdColName=id -DdocColName=words -DlayerSize=4
  -DminCount=1 -DoutputDocTableName=of_documents -DoutputWordTableName=of_words;
SELECT COUNT(*) FROM of_documents;
)";

// SemanticVectorDistance

constexpr auto kVectorDistanceParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"idTableName", ParameterType::kTable, true, "", "",
                  "The table of the ids whose neighbours are found: its first column."},
        Parameter{"idTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions of it alone."},
        Parameter{"idColName", ParameterType::kColumn, false, "", "",
                  "The column that names a vector; the first column without it."},
        Parameter{"vectorColNames", ParameterType::kColumns, false, "", "",
                  "The columns of a vector's numbers; all other columns of numbers without it."},
        Parameter{"topN", ParameterType::kInteger, false, "5", "", "So many neighbours at most.",
                  "", "", "[1,)"},
        Parameter{"distanceType", ParameterType::kText, false, "euclidean", "", "The distance.",
                  "euclidean cosine manhattan"},
        Parameter{"distanceThreshold", ParameterType::kNumber, false, "", "",
                  "Only neighbours that are nearer are written.", "", "", "(0,)"},
    },
    kTuningParameters);

Result<std::vector<store::Column>> VectorDistanceColumns(const Parameters& parameters,
                                                         const BuildContext& context,
                                                         const SchemaSource& source) {
  if (parameters.Find("idColName") != nullptr) {
    PAISQL_ASSIGN(const store::Column id,
                  OneColumn(parameters, context, "idColName", source.first));
  }
  PAISQL_ASSIGN(const std::vector<store::Column> numbers,
                SelectedOrNone(parameters, context, "vectorColNames", source.first));
  PAISQL_TRY(NeedNumbers(parameters, "vectorColNames", numbers));
  return NewColumns(
      parameters, "outputTableName",
      {NewColumn("original_id", TypeId::kString), NewColumn("near_id", TypeId::kString),
       NewColumn("distance", TypeId::kDouble), NewColumn("rank", TypeId::kBigint)});
}

constexpr std::array kVectorDistancePorts = {
    kInputPort,
    Port{"idTableName", PortKind::kInputTable, "", "", nullptr, "idTablePartitions"},
    Port{"outputTableName", PortKind::kOutputTable, "", "", VectorDistanceColumns,
         "outputTablePartition"},
};

constexpr std::string_view kVectorDistanceExample =
    R"(CREATE TABLE vectors (word STRING, f0 DOUBLE, f1 DOUBLE);
INSERT INTO vectors VALUES ('猫', 0, 1), ('狗', 0, 2), ('车', 9, 9);
CREATE TABLE asked (word STRING);
INSERT INTO asked VALUES ('猫');
PAI -name {name} -DinputTableName=vectors -DidTableName=asked -DidColName=word
  -DvectorColNames=f0,f1 -DoutputTableName=nearest -DtopN=2;
SELECT * FROM nearest ORDER BY rank LIMIT 10;
)";

const std::array kWordVectorRows = {
    Component{"Word2Vec", kWord2VecNames, "", 0, "Learns vectors of words.", kWord2VecParameters,
              kWord2VecPorts,
              LearnerBuild{"paisql.learners.word_vectors", LearnerCall::kPredict, ""}, "",
              kWord2VecExample, true},
    Component{"Doc2Vec", kDoc2VecNames, "", 0, "Learns vectors of documents and their words.",
              kDoc2VecParameters, kDoc2VecPorts,
              LearnerBuild{"paisql.learners.doc_vectors", LearnerCall::kPredict, ""}, "",
              kDoc2VecExample, true},
    Component{"SemanticVectorDistance", kVectorDistanceNames, "", 0,
              "Finds the vectors that are nearest to some.", kVectorDistanceParameters,
              kVectorDistancePorts,
              LearnerBuild{"paisql.learners.vector_distance", LearnerCall::kPredict, ""}, "",
              kVectorDistanceExample, true},
};

}  // namespace

std::span<const Component> WordVectorRows() { return kWordVectorRows; }

}  // namespace paisql::pai

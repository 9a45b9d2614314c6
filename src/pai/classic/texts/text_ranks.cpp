// KeywordsExtraction and TextSummarization (python/paisql/learners/text_rank.py).

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/texts/text_columns.h"
#include "pai/classic/texts/texts_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kKeywordNames = {"KeywordsExtraction"};
constexpr std::array<std::string_view, 1> kSummaryNames = {"TextSummarization"};

constexpr std::array kTextRankParameters = {
    Parameter{"dumpingFactor", ParameterType::kNumber, false, "0.85", "",
              "The share of a weight that neighbours hand on.", "", "dampingFactor", "(0,1)"},
    Parameter{"maxIter", ParameterType::kInteger, false, "100", "", "So many rounds at most.", "",
              "", "[1,)"},
    Parameter{"epsilon", ParameterType::kNumber, false, "0.000001", "",
              "Rounds end when no weight changes by more.", "", "", "(0,)"},
};

constexpr auto kKeywordParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"docIdCol", ParameterType::kColumn, true, "", "",
                  "The column that names a document."},
        Parameter{"docContent", ParameterType::kColumn, true, "", "",
                  "The column of documents: words separated by blanks."},
        Parameter{"topN", ParameterType::kInteger, false, "5", "",
                  "So many words of each document at most.", "", "", "[1,)"},
        Parameter{"windowSize", ParameterType::kInteger, false, "2", "",
                  "Words that stand together among so many are neighbours.", "", "", "[2,)"},
    },
    kTextRankParameters, kTuningParameters);

Result<std::vector<store::Column>> KeywordColumns(const Parameters& parameters,
                                                  const BuildContext& context,
                                                  const SchemaSource& source) {
  PAISQL_ASSIGN(const store::Column id, OneColumn(parameters, context, "docIdCol", source.first));
  PAISQL_ASSIGN(const store::Column content,
                OneTextColumn(parameters, context, "docContent", source.first));
  return NewColumns(
      parameters, "docIdCol",
      {id, NewColumn("keywords", TypeId::kString), NewColumn("weight", TypeId::kDouble)});
}

constexpr std::array kKeywordPorts = {
    kInputPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", KeywordColumns, "outputTablePartition"},
};

constexpr std::string_view kKeywordExample = R"(CREATE TABLE documents (id BIGINT, words STRING);
INSERT INTO documents VALUES (1, '猫 吃 鱼 狗 吃 肉 猫 喜欢 鱼');
PAI -name {name} -DinputTableName=documents -DdocIdCol=id -DdocContent=words -DtopN=2
  -DoutputTableName=keywords;
SELECT id, keywords, ROUND(weight, 3) AS weight FROM keywords ORDER BY weight DESC LIMIT 10;
)";

constexpr auto kSummaryParameters =
    Together(kInputOutputParameters,
             std::array{
                 Parameter{"docIdCol", ParameterType::kColumn, true, "", "",
                           "The column that names a document."},
                 Parameter{"sentenceCol", ParameterType::kColumn, true, "", "",
                           "The column of sentences, one in each row."},
                 Parameter{"topN", ParameterType::kInteger, false, "3", "",
                           "So many sentences of each document.", "", "", "[1,)"},
                 Parameter{"similarityType", ParameterType::kText, false, "lcs_sim", "",
                           "How alike two sentences are, as string_similarity measures it.",
                           "lcs_sim levenshtein_sim cosine ssk"},
                 Parameter{"lambda", ParameterType::kNumber, false, "0.5", "",
                           "What a character of a gap counts, for ssk.", "", "", "(0,1)"},
                 Parameter{"k", ParameterType::kInteger, false, "2", "",
                           "The length of substrings, for ssk and cosine.", "", "", "[1,99]"},
             },
             kTextRankParameters, kTuningParameters);

Result<std::vector<store::Column>> SummaryColumns(const Parameters& parameters,
                                                  const BuildContext& context,
                                                  const SchemaSource& source) {
  PAISQL_ASSIGN(const store::Column id, OneColumn(parameters, context, "docIdCol", source.first));
  PAISQL_ASSIGN(const store::Column sentence,
                OneTextColumn(parameters, context, "sentenceCol", source.first));
  return NewColumns(parameters, "docIdCol",
                    {NewColumn("doc_id", TypeId::kString), NewColumn("abstract", TypeId::kString)});
}

constexpr std::array kSummaryPorts = {
    kInputPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", SummaryColumns, "outputTablePartition"},
};

constexpr std::string_view kSummaryExample =
    R"(CREATE TABLE sentences (doc BIGINT, sentence STRING);
INSERT INTO sentences VALUES (1, '今天天气很好。'), (1, '今天天气很好，我们去公园。'),
  (1, '我们去公园玩。'), (1, '股票下跌了。');
PAI -name {name} -DinputTableName=sentences -DdocIdCol=doc -DsentenceCol=sentence -DtopN=1
  -DoutputTableName=abstracts;
SELECT * FROM abstracts;
)";

const std::array kTextRankRows = {
    Component{"KeywordsExtraction", kKeywordNames, "", 0,
              "Finds the words of documents that TextRank weighs most.", kKeywordParameters,
              kKeywordPorts, LearnerBuild{"paisql.learners.keywords", LearnerCall::kPredict, ""},
              "", kKeywordExample, true},
    Component{"TextSummarization", kSummaryNames, "", 0,
              "Finds the sentences of documents that TextRank weighs most.", kSummaryParameters,
              kSummaryPorts,
              LearnerBuild{"paisql.learners.summarization", LearnerCall::kPredict, ""}, "",
              kSummaryExample, true},
};

}  // namespace

std::span<const Component> TextRankRows() { return kTextRankRows; }

}  // namespace paisql::pai

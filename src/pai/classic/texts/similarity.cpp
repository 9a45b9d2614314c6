// string_similarity and string_similarity_topn (python/paisql/learners/similarity*.py).

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/texts/text_columns.h"
#include "pai/classic/texts/texts_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kSimilarityNames = {"string_similarity"};
constexpr std::array<std::string_view, 1> kMostSimilarNames = {"string_similarity_topn"};

constexpr std::array kMeasureParameters = {
    Parameter{"outputColName", ParameterType::kText, false, "output", "",
              "The name of the new column."},
    Parameter{"lambda", ParameterType::kNumber, false, "0.5", "",
              "What a character of a gap counts, for ssk.", "", "", "(0,1)"},
    Parameter{"k", ParameterType::kInteger, false, "2", "",
              "The length of substrings, for ssk, cosine and simhash_hamming.", "", "", "[1,99]"},
};

constexpr auto kSimilarityParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"inputSelectedColName1", ParameterType::kColumn, false, "", "",
                  "The first column of texts; the first STRING column without it."},
        Parameter{"inputSelectedColName2", ParameterType::kColumn, false, "", "",
                  "The second column of texts; the next STRING column without it."},
        Parameter{"inputAppendColNames", ParameterType::kColumns, false, "", "",
                  "The columns that the output has before the new one; none without it."},
        Parameter{"method", ParameterType::kText, false, "levenshtein_sim", "",
                  "The measure. levenshtein counts edits; lcs is the longer length without the "
                  "longest common substring.",
                  "levenshtein levenshtein_sim lcs lcs_sim cosine ssk simhash_hamming "
                  "simhash_hamming_sim"},
    },
    kMeasureParameters, kTuningParameters);

Result<std::vector<store::Column>> SimilarityColumns(const Parameters& parameters,
                                                     const BuildContext& context,
                                                     const SchemaSource& source) {
  for (const std::string_view name : {"inputSelectedColName1", "inputSelectedColName2"}) {
    PAISQL_ASSIGN(const store::Column text, OneTextColumn(parameters, context, name, source.first));
  }
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                SelectedOrNone(parameters, context, "inputAppendColNames", source.first));
  columns.push_back(NewColumn(parameters.Text("outputColName"), TypeId::kDouble));
  return NewColumns(parameters, "inputAppendColNames", columns);
}

constexpr std::array kSimilarityPorts = {
    kInputPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", SimilarityColumns,
         "outputTablePartition"},
};

constexpr std::string_view kSimilarityExample = R"(CREATE TABLE names (a STRING, b STRING);
INSERT INTO names VALUES ('北京大学', '北京大学生'), ('kitten', 'sitting');
PAI -name {name} -DinputTableName=names -DinputSelectedColName1=a -DinputSelectedColName2=b
  -DinputAppendColNames=a,b -Dmethod=levenshtein -DoutputTableName=edits;
SELECT * FROM edits ORDER BY a LIMIT 10;
)";

constexpr auto kMostSimilarParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"mapTableName", ParameterType::kTable, true, "", "",
                  "The table whose texts are compared with each text of the input."},
        Parameter{"mapTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions of it alone."},
        Parameter{"inputSelectedColName", ParameterType::kColumn, false, "", "",
                  "The column of texts; the first STRING column without it."},
        Parameter{"mapSelectedColName", ParameterType::kColumn, false, "", "",
                  "The other table's column of texts; its first STRING column without it."},
        Parameter{"inputAppendColNames", ParameterType::kColumns, false, "", "",
                  "The input's columns that the output has; none without it."},
        Parameter{"mapAppendColNames", ParameterType::kText, false, "", "",
                  "The other table's columns that the output has; none without it."},
        Parameter{"method", ParameterType::kText, false, "levenshtein_sim", "", "The measure.",
                  "levenshtein_sim lcs_sim ssk cosine simhash_hamming_sim"},
        Parameter{"topN", ParameterType::kInteger, false, "10", "",
                  "So many rows of the output for each row of the input.", "", "", "[1,)"},
    },
    kMeasureParameters, kTuningParameters);

Result<std::vector<store::Column>> MostSimilarColumns(const Parameters& parameters,
                                                      const BuildContext& context,
                                                      const SchemaSource& source) {
  const std::vector<store::Column>& others = source.Of("mapTableName");
  PAISQL_ASSIGN(const store::Column text,
                OneTextColumn(parameters, context, "inputSelectedColName", source.first));
  PAISQL_ASSIGN(const store::Column other,
                OneTextColumn(parameters, context, "mapSelectedColName", others, "mapTableName"));
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                SelectedOrNone(parameters, context, "inputAppendColNames", source.first));
  PAISQL_ASSIGN(const std::vector<store::Column> more,
                SelectedOrNone(parameters, context, "mapAppendColNames", others));
  columns.insert(columns.end(), more.begin(), more.end());
  columns.push_back(NewColumn(parameters.Text("outputColName"), TypeId::kDouble));
  return NewColumns(parameters, "mapAppendColNames", columns);
}

constexpr std::array kMostSimilarPorts = {
    kInputPort,
    Port{"mapTableName", PortKind::kInputTable, "", "", nullptr, "mapTablePartitions"},
    Port{"outputTableName", PortKind::kOutputTable, "", "", MostSimilarColumns,
         "outputTablePartition"},
};

constexpr std::string_view kMostSimilarExample = R"(CREATE TABLE asked (question STRING);
INSERT INTO asked VALUES ('北京的大学');
CREATE TABLE known (place STRING);
INSERT INTO known VALUES ('北京大学'), ('南京大学'), ('上海');
PAI -name {name} -DinputTableName=asked -DmapTableName=known -DinputAppendColNames=question
  -DmapAppendColNames=place -DoutputTableName=nearest -DtopN=2;
SELECT * FROM nearest ORDER BY output DESC LIMIT 10;
)";

const std::array kSimilarityRows = {
    Component{"string_similarity", kSimilarityNames, "", 0, "Compares two columns of texts.",
              kSimilarityParameters, kSimilarityPorts,
              LearnerBuild{"paisql.learners.similarity", LearnerCall::kPredict, ""}, "",
              kSimilarityExample, true},
    Component{"string_similarity_topn", kMostSimilarNames, "", 0,
              "Finds the texts of another table that are most alike.", kMostSimilarParameters,
              kMostSimilarPorts,
              LearnerBuild{"paisql.learners.similarity_topn", LearnerCall::kPredict, ""}, "",
              kMostSimilarExample, true},
};

}  // namespace

std::span<const Component> SimilarityRows() { return kSimilarityRows; }

}  // namespace paisql::pai

// PLDA (python/paisql/learners/topics.py).

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/texts/text_columns.h"
#include "pai/classic/texts/texts_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kTopicNames = {"PLDA"};

constexpr Parameter TopicTable(std::string_view name, std::string_view help) {
  return {name, ParameterType::kTable, false, "", "", help};
}

constexpr auto kTopicParameters = Together(
    std::array{kInputTableParameter, kInputPartitionsParameter},
    std::array{
        Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                  "The column of texts such as 1:2,7:1, word and count; without enableSparse a "
                  "column of counts for each word. All columns without it."},
        Parameter{"topicNum", ParameterType::kInteger, true, "", "", "The number of topics.", "",
                  "", "[2,500]"},
        Parameter{"alpha", ParameterType::kNumber, false, "0.1", "",
                  "The prior of P(z|d): smaller ones give documents fewer topics.", "", "", "(0,)"},
        Parameter{"beta", ParameterType::kNumber, false, "0.01", "",
                  "The prior of P(w|z): smaller ones give topics fewer words.", "", "", "(0,)"},
        Parameter{"burnInIterations", ParameterType::kInteger, false, "100", "",
                  "So many rounds come before those whose mean is the output.", "", "", "[0,)"},
        Parameter{"totalIterations", ParameterType::kInteger, false, "150", "",
                  "All rounds; more than burnInIterations.", "", "", "[1,)"},
        TopicTable("topicWordTableName",
                   "How often each word has each topic: wordid, topic_0, topic_1 and so on."),
        TopicTable("pwzTableName", "P(w|z): wordid, topic_0 and so on; a topic adds up to 1."),
        TopicTable("pzwTableName", "P(z|w): wordid, topic_0 and so on; a word adds up to 1."),
        TopicTable("pdzTableName", "P(d|z): docid, topic_0 and so on; a topic adds up to 1."),
        TopicTable("pzdTableName", "P(z|d): docid, topic_0 and so on; a document adds up to 1."),
        TopicTable("pzTableName", "P(z): one row, topic_0 and so on."),
    },
    kSparseParameters, kTuningParameters);

std::vector<store::Column> TopicColumns(const Parameters& parameters, const std::string& first) {
  std::vector<store::Column> columns;
  if (!first.empty()) columns.push_back(NewColumn(first, TypeId::kBigint));
  for (int64_t topic = 0; topic < parameters.Number("topicNum"); ++topic) {
    columns.push_back(NewColumn("topic_" + std::to_string(topic), TypeId::kDouble));
  }
  return columns;
}

// The columns that the documents are read from are right ones.
Status CheckTopicInput(const Parameters& parameters, const BuildContext& context,
                       const SchemaSource& source) {
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                Selected(parameters, context, "selectedColNames", source.first));
  if (!parameters.IsTrue("enableSparse")) {
    return NeedNumbers(parameters, "selectedColNames", columns);
  }
  if (columns.size() == 1 && IsText(columns.front())) return Status::Ok();
  return Wrong(parameters.PlaceOf("selectedColNames"),
               "with enableSparse=true, selectedColNames names one STRING column",
               "name the column of texts such as 1:2,7:1");
}

Result<std::vector<store::Column>> OfWords(const Parameters& parameters,
                                           const BuildContext& context,
                                           const SchemaSource& source) {
  PAISQL_TRY(CheckTopicInput(parameters, context, source));
  return NewColumns(parameters, "topicNum", TopicColumns(parameters, "wordid"));
}

Result<std::vector<store::Column>> OfDocuments(const Parameters& parameters,
                                               const BuildContext& context,
                                               const SchemaSource& source) {
  PAISQL_TRY(CheckTopicInput(parameters, context, source));
  return NewColumns(parameters, "topicNum", TopicColumns(parameters, "docid"));
}

Result<std::vector<store::Column>> OfTopics(const Parameters& parameters,
                                            const BuildContext& context,
                                            const SchemaSource& source) {
  PAISQL_TRY(CheckTopicInput(parameters, context, source));
  return NewColumns(parameters, "topicNum", TopicColumns(parameters, ""));
}

constexpr Port TopicPort(std::string_view name, SchemaRule rule) {
  return {name, PortKind::kOutputTable, "", "", rule};
}

constexpr std::array kTopicPorts = {
    kInputPort,
    TopicPort("topicWordTableName", OfWords),
    TopicPort("pwzTableName", OfWords),
    TopicPort("pzwTableName", OfWords),
    TopicPort("pdzTableName", OfDocuments),
    TopicPort("pzdTableName", OfDocuments),
    TopicPort("pzTableName", OfTopics),
};

constexpr std::string_view kTopicExample = R"(CREATE TABLE documents (kv STRING);
INSERT INTO documents VALUES ('1:5,2:4'), ('3:6,4:5'), ('1:3,2:7'), ('3:4,4:4');
PAI -name {name} -DinputTableName=documents -DselectedColNames=kv -DenableSparse=true -DtopicNum=2
  -DtopicWordTableName=words -DpzdTableName=topics;
SELECT docid, IF(topic_0 > topic_1, 0, 1) = FIRST_VALUE(IF(topic_0 > topic_1, 0, 1))
  OVER (ORDER BY docid) AS as_the_first FROM topics ORDER BY docid LIMIT 10;
)";

const std::array kTopicRows = {
    Component{"PLDA", kTopicNames, "", 0,
              "Finds topics of documents: latent Dirichlet allocation by Gibbs sampling.",
              kTopicParameters, kTopicPorts,
              LearnerBuild{"paisql.learners.topics", LearnerCall::kPredict, ""}, "", kTopicExample,
              true},
};

}  // namespace

std::span<const Component> TopicRows() { return kTopicRows; }

}  // namespace paisql::pai

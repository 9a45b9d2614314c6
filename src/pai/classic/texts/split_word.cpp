// split_word (python/paisql/learners/split_word.py).

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/texts/text_columns.h"
#include "pai/classic/texts/texts_rows.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kSplitWordNames = {"split_word"};

constexpr std::string_view kNamesAreFound =
    "the dictionary, and a model for words that it lacks, find names by themselves";

constexpr Parameter Switch(std::string_view name, std::string_view value, std::string_view help,
                           std::string_view no_effect = "") {
  return {name, ParameterType::kBoolean, false, value, no_effect, help};
}

constexpr auto kSplitWordParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                  "The columns of texts that are cut; all STRING columns without it."},
        Parameter{"dictTableName", ParameterType::kTable, false, "", "",
                  "A table of words that stay whole: its first STRING column."},
        Parameter{"tokenizer", ParameterType::kText, false, "TAOBAO_CHN",
                  "one dictionary, that of jieba, cuts all texts", "The dictionary.",
                  "TAOBAO_CHN INTERNET_CHN"},
        Switch("enablePosTagger", "false", "Ends each word with `/` and its part of speech."),
        Switch("enableDfa", "true", "Keeps URLs, e-mail addresses and IP addresses whole."),
        Switch("enablePersonNameTagger", "false", "Finds names of people.", kNamesAreFound),
        Switch("enableOrgnizationTagger", "false", "Finds names of organizations.", kNamesAreFound),
        Switch("enableTelephoneRetrievalUnit", "true", "Keeps telephone numbers whole."),
        Switch("enableTimeRetrievalUnit", "true", "Keeps times such as 12:30 whole."),
        Switch("enableDateRetrievalUnit", "true", "Keeps dates such as 2024-03-05 whole."),
        Switch("enableNumberLetterRetrievalUnit", "true",
               "Keeps digits and letters that stand together, such as A4-B2, whole."),
        Switch("enableChnNumMerge", "false", "Keeps numbers in Chinese characters whole."),
        Switch("enableNumMerge", "true", "Keeps numbers such as 3,000.50 whole."),
        Switch("enableChnDateMerge", "false", "Keeps dates such as 三月五日 whole."),
        Switch("enableChnTimeMerge", "false", "Keeps times such as 上午10点30分 whole."),
        Switch("enableSemanticTagger", "false", "Adds what words mean.",
               "this program has no dictionary of meanings"),
        Switch("enableCheckNumber", "false", "Leaves out words that are numbers."),
        Switch("enableCheckCharSequence", "false", "Leaves out words of Latin letters."),
        Switch("enableCheckPunctuation", "false", "Leaves out punctuation."),
    },
    kTuningParameters);

Result<std::vector<store::Column>> SplitWordColumns(const Parameters& parameters,
                                                    const BuildContext& context,
                                                    const SchemaSource& source) {
  PAISQL_ASSIGN(const std::vector<store::Column> texts,
                TextColumns(parameters, context, "selectedColNames", source.first));
  if (parameters.Find("dictTableName") != nullptr) {
    PAISQL_ASSIGN(const store::Column word,
                  FirstTextColumn(parameters, "dictTableName", source.Of("dictTableName")));
  }
  return NewColumns(parameters, "inputTableName", source.first);
}

constexpr std::array kSplitWordPorts = {
    kInputPort,
    Port{"dictTableName", PortKind::kInputTable},
    Port{"outputTableName", PortKind::kOutputTable, "", "", SplitWordColumns,
         "outputTablePartition"},
};

constexpr std::string_view kSplitWordExample = R"(CREATE TABLE news (id BIGINT, content STRING);
INSERT INTO news VALUES (1, '我们在北京大学上学，电话010-12345678。');
PAI -name {name} -DinputTableName=news -DselectedColNames=content -DoutputTableName=words
  -DenableCheckPunctuation=true;
SELECT * FROM words;
)";

const std::array kSplitWordRows = {
    Component{"split_word", kSplitWordNames, "", 0, "Cuts Chinese texts into words.",
              kSplitWordParameters, kSplitWordPorts,
              LearnerBuild{"paisql.learners.split_word", LearnerCall::kPredict, ""}, "",
              kSplitWordExample, true},
};

}  // namespace

std::span<const Component> SplitWordRows() { return kSplitWordRows; }

}  // namespace paisql::pai

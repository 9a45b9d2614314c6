// FilterNoise: leaves words of a list out of texts.

#include <array>

#include "base/text.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/texts/text_columns.h"
#include "pai/classic/texts/texts_rows.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 2> kNoiseNames = {"FilterNoise", "FilterNoises"};

constexpr auto kNoiseParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"noiseTableName", ParameterType::kTable, true, "", "",
                  "The table of words that are left out: its first STRING column."},
        Parameter{"noiseTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions of it alone."},
        Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                  "The columns of texts, whose words are separated by blanks; all STRING columns "
                  "without it."},
    },
    kTuningParameters);

constexpr std::array kNoisePorts = {
    kInputPort,
    Port{"noiseTableName", PortKind::kInputTable, "", "", nullptr, "noiseTablePartitions"},
    kOutputPort,
};

constexpr std::string_view kNoiseExample = R"(CREATE TABLE documents (id BIGINT, content STRING);
INSERT INTO documents VALUES (1, '我 的 家 在 北京');
CREATE TABLE stop_words (word STRING);
INSERT INTO stop_words VALUES ('的'), ('在');
PAI -name {name} -DinputTableName=documents -DnoiseTableName=stop_words -DselectedColNames=content
  -DoutputTableName=cleaned;
SELECT * FROM cleaned;
)";

Result<std::vector<SqlStep>> BuildNoiseFilter(const Parameters& parameters,
                                              const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const ClassicInput noise,
                InputOf(parameters, context, "noiseTableName", "noiseTablePartitions"));
  PAISQL_ASSIGN(const std::vector<store::Column> texts,
                TextColumns(parameters, context, "selectedColNames", input.columns));
  PAISQL_ASSIGN(const store::Column word,
                FirstTextColumn(parameters, "noiseTableName", noise.columns));
  std::vector<std::string> columns;
  for (const store::Column& column : input.columns) {
    const std::string name = QuotedName(column.name);
    const bool filtered = HasColumn(texts, column.name);
    columns.push_back(
        filtered ? FillSql("CAST(ARRAY_JOIN(FILTER(SPLIT(t.{name}, '\\\\s+'), w -> w <> '' AND NOT "
                           "{known}), ' ') AS {type}) AS {name}",
                           {{"name", name},
                            {"known", WordKnownSql("w", "n")},
                            {"type", column.type.ToString()}})
                 : "t." + name);
  }
  return std::vector<SqlStep>{
      {"outputTableName", FillSql("SELECT {columns} FROM {input} t CROSS JOIN {noise} n",
                                  {{"columns", Join(columns, ", ")},
                                   {"input", input.relation},
                                   {"noise", WordSetSql(word, noise.relation)}})}};
}

const std::array kNoiseRows = {
    Component{"FilterNoise", kNoiseNames, "", 0, "Leaves stop words out of texts.",
              kNoiseParameters, kNoisePorts, SqlBuild{BuildNoiseFilter}, "", kNoiseExample, true},
};

}  // namespace

std::span<const Component> NoiseFilterRows() { return kNoiseRows; }

}  // namespace paisql::pai

// RandomSample, WeightedSample and StratifiedSample: rows chosen by chance, the same ones for the
// same seed.

#include <array>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/classic/row_order.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kRandomSampleNames = {"RandomSample"};
constexpr std::array<std::string_view, 1> kWeightedSampleNames = {"WeightedSample"};
constexpr std::array<std::string_view, 1> kStratifiedSampleNames = {"StratifiedSample"};

constexpr std::array kSampleSizes = {
    Parameter{"sampleSize", ParameterType::kInteger, false, "", "",
              "How many rows are drawn; all of them where there are fewer.", "", "", "[1,)"},
    Parameter{"sampleRatio", ParameterType::kNumber, false, "", "",
              "The share of the rows that is drawn. sampleSize counts where both are given.", "",
              "", "(0,1)"},
    Parameter{"replace", ParameterType::kBoolean, false, "false", "",
              "The same row may be drawn several times."},
};
constexpr Parameter kSampleSeed = {"randomSeed", ParameterType::kInteger,
                                   false,        "0",
                                   "",           "Another number gives another choice of rows.",
                                   "",           "",
                                   "[0,)"};

constexpr auto kRandomSampleParameters =
    Together(kInputOutputParameters, kSampleSizes, std::array{kSampleSeed}, kTuningParameters);
constexpr auto kWeightedSampleParameters =
    Together(kInputOutputParameters, kSampleSizes,
             std::array{Parameter{"probCol", ParameterType::kColumn, true, "", "",
                                  "The weight of each row. A row is never drawn where it is NULL, "
                                  "NaN, 0 or less."},
                        kSampleSeed},
             kTuningParameters);
constexpr auto kStratifiedSampleParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"strataColName", ParameterType::kColumn, true, "", "",
                  "Rows with the same value of this column are a stratum."},
        Parameter{"sampleSize", ParameterType::kText, false, "", "",
                  "How many rows of each stratum are drawn: 200, or `A:200,B:300`, and then "
                  "none of other strata. A stratum with fewer rows is drawn whole.",
                  "", "strataSize"},
        Parameter{"sampleRatio", ParameterType::kText, false, "", "",
                  "The share of each stratum that is drawn: 0.1, or `A:0.1,B:0.2`. sampleSize "
                  "counts where both are given.",
                  "", "strataRatio"},
        Parameter{"randomSeed", ParameterType::kInteger, false, "1234567", "",
                  "Another number gives another choice of rows.", "", "", "[0,)"}},
    kTuningParameters);

constexpr std::array kSamplePorts = {kInputPort, kOutputPort};

constexpr std::string_view kRandomSampleExample = R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1), (2), (3), (4), (5);
PAI -name {name} -DinputTableName=points -DsampleSize=2 -DoutputTableName=some;
SELECT COUNT(*) FROM some;
)";
constexpr std::string_view kWeightedSampleExample =
    R"(CREATE TABLE points (x BIGINT, weight DOUBLE);
INSERT INTO points VALUES (1, 0.5), (2, 2.5), (3, 1), (4, 0);
PAI -name {name} -DinputTableName=points -DprobCol=weight -DsampleSize=2 -DoutputTableName=some;
SELECT COUNT(*) FROM some;
)";
constexpr std::string_view kStratifiedSampleExample =
    R"(CREATE TABLE points (x BIGINT, label STRING);
INSERT INTO points VALUES (1, 'A'), (2, 'A'), (3, 'B'), (4, 'B'), (5, 'B');
PAI -name {name} -DinputTableName=points -DstrataColName=label -DsampleSize="A:1,B:2"
  -DoutputTableName=some;
SELECT label, COUNT(*) AS n FROM some GROUP BY label ORDER BY label LIMIT 10;
)";

std::vector<SqlStep> SampleStep(std::string query) {
  return {{"outputTableName", std::move(query)}};
}

// The error of a statement that says neither how many rows nor which share.
Error NoSampleSize(const Parameters& parameters) {
  return Wrong(parameters.PlaceOf("outputTableName"),
               "neither -DsampleSize nor -DsampleRatio is given",
               "add one of them: -DsampleSize=100 or -DsampleRatio=0.1");
}

struct SampleRows {
  int64_t all = 0;
  int64_t drawn = 0;
};

Result<SampleRows> SampleRowsOf(const ClassicInput& input, const Parameters& parameters,
                                const BuildContext& context) {
  SampleRows rows;
  const bool sized = parameters.Find("sampleSize") != nullptr;
  if (!sized && parameters.Find("sampleRatio") == nullptr) return NoSampleSize(parameters);
  PAISQL_ASSIGN(rows.all, CountRows(input.relation, parameters, context));
  rows.drawn =
      sized ? parameters.Number("sampleSize")
            : std::llround(parameters.Decimal("sampleRatio") * static_cast<double>(rows.all));
  return rows;
}

// So many draws: a relation with the number of each, and a random place.
RandomOrder DrawsOf(int64_t count, int64_t seed, const BuildContext& context) {
  const std::string draws = "(SELECT EXPLODE(SEQUENCE(1, " + std::to_string(count) + ")) AS draw)";
  return InRandomOrder({draws, {NewColumn("draw", TypeId::kBigint)}}, "draw - 1", seed, context);
}

std::string NoRowsOf(const ClassicInput& input) {
  return "SELECT " + ListOf(input.columns, "t") + " FROM " + input.relation + " t WHERE FALSE";
}

Result<std::vector<SqlStep>> BuildRandomSample(const Parameters& parameters,
                                               const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const SampleRows rows, SampleRowsOf(input, parameters, context));
  const int64_t seed = parameters.Number("randomSeed");
  if (!parameters.IsTrue("replace")) {
    const RandomOrder order = InRandomOrder(input, RowNumber(input), seed, context);
    const int64_t bound = PlacesBound(rows.all, rows.drawn, seed);
    return SampleStep("SELECT " + ListOf(input.columns, "t") + " FROM " + order.relation +
                      " t WHERE t." + order.place + " < " + std::to_string(bound));
  }
  if (rows.all == 0 || rows.drawn == 0) return SampleStep(NoRowsOf(input));
  const RandomOrder draws = DrawsOf(rows.drawn, seed, context);
  const std::string number = FreeName(input.columns, "pai_number");
  return SampleStep(
      FillSql("SELECT {columns} FROM (SELECT {place} % {all} AS drawn FROM {draws} d) d "
              "JOIN (SELECT *, {expression} AS {number} FROM {input} t) t ON t.{number} = d.drawn",
              {{"columns", ListOf(input.columns, "t")},
               {"place", draws.place},
               {"all", std::to_string(rows.all)},
               {"draws", draws.relation},
               {"expression", RowNumber(input)},
               {"number", number},
               {"input", input.relation}}));
}

// Without replacement, the rows with the least exponential numbers are drawn, their weight being
// the rate (Efraimidis and Spirakis). With it, each draw falls into one row's share of all weights.
constexpr std::string_view kLightestRows =
    "SELECT {columns} FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY "
    "-LN(({place} + 0.5D) / {places}) / CAST({weight} AS DOUBLE), {number}) AS {rank} "
    "FROM {order} t WHERE {counts}) t WHERE t.{rank} <= {drawn}";
// From the greatest share down, a draw's row is the first one of all before it.
constexpr std::string_view kDrawnShares =
    "SELECT {columns} FROM (SELECT draw, MIN(own) OVER (ORDER BY share DESC, draw DESC "
    "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS drawn FROM "
    "(SELECT top / MAX(top) OVER () AS share, own, CAST(0 AS BIGINT) AS draw FROM "
    "(SELECT {number} AS own, SUM(CAST({weight} AS DOUBLE)) OVER (ORDER BY {number} "
    "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS top FROM {order} t WHERE {counts}) s "
    "UNION ALL SELECT ({draw} + 0.5D) / {places} AS share, CAST(NULL AS BIGINT) AS own, "
    "CAST(1 AS BIGINT) AS draw FROM {draws} d) u) w JOIN {order} t ON w.drawn = t.{number} "
    "WHERE w.draw = 1";

Result<std::vector<SqlStep>> BuildWeightedSample(const Parameters& parameters,
                                                 const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const store::Column weight,
                OneColumn(parameters, context, "probCol", input.columns));
  PAISQL_TRY(NeedNumbers(parameters, "probCol", {weight}));
  PAISQL_ASSIGN(const SampleRows rows, SampleRowsOf(input, parameters, context));
  if (rows.drawn == 0) return SampleStep(NoRowsOf(input));
  const int64_t seed = parameters.Number("randomSeed");
  const RandomOrder order = InRandomOrder(input, RowNumber(input), seed, context);
  const RandomOrder draws = DrawsOf(rows.drawn, seed, context);
  const std::string name = QuotedName(weight.name);
  const bool replaced = parameters.IsTrue("replace");
  return SampleStep(FillSql(replaced ? kDrawnShares : kLightestRows,
                            {{"columns", ListOf(input.columns, "t")},
                             {"weight", name},
                             {"counts", name + " > 0 AND NOT ISNAN(CAST(" + name + " AS DOUBLE))"},
                             {"order", order.relation},
                             {"number", order.number},
                             {"place", order.place},
                             {"places", DoubleText(static_cast<double>(kPlaces))},
                             {"drawn", std::to_string(rows.drawn)},
                             {"draws", draws.relation},
                             {"draw", draws.place},
                             {"rank", FreeName(input.columns, "pai_rank")}}));
}

// How many rows of a stratum a text such as 200 or 0.1 asks for; nullopt for another text.
std::optional<std::string> StratumLimit(std::string_view text, const std::string& strata,
                                        bool sized) {
  const std::optional<double> number = ParseNumber<double>(Trim(text));
  if (!number.has_value() || *number < 0) return std::nullopt;
  if (sized && *number != std::floor(*number)) return std::nullopt;
  if (!sized && *number > 1) return std::nullopt;
  if (sized) return std::to_string(static_cast<int64_t>(*number));
  return "ROUND(" + DoubleText(*number) + " * COUNT(*) OVER (PARTITION BY " + strata + "))";
}

// An expression with the number of rows that are drawn from a row's stratum.
Result<std::string> StrataLimits(const syntax::PaiParameter& given, const store::Column& strata,
                                 bool sized, const BuildContext& context) {
  const std::string name = QuotedName(strata.name);
  std::string cases;
  const std::vector<Part> parts = SplitValue(given, context);
  for (const Part& part : parts) {
    const size_t colon = part.text.rfind(':');
    const std::optional<std::string> limit = StratumLimit(
        colon == std::string::npos ? part.text : part.text.substr(colon + 1), name, sized);
    const bool plain = colon == std::string::npos;
    if (!limit.has_value() || (plain && parts.size() > 1)) {
      return Wrong(part.range, "'" + part.text + "' is not a part of " + given.key,
                   sized ? "write 200, or A:200,B:300" : "write 0.1, or A:0.1,B:0.2");
    }
    if (plain) return *limit;
    const std::string value(Trim(part.text.substr(0, colon)));
    const std::optional<double> number = ParseNumber<double>(value);
    const bool numbers = IsNumber(strata) && number.has_value();
    cases += numbers ? " WHEN " + name + " = " + DoubleText(*number)
                     : " WHEN CAST(" + name + " AS STRING) = " + QuotedText(value);
    cases += " THEN " + *limit;
  }
  return "CASE" + cases + " ELSE 0 END";
}

Result<std::vector<SqlStep>> BuildStratifiedSample(const Parameters& parameters,
                                                   const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const store::Column strata,
                OneColumn(parameters, context, "strataColName", input.columns));
  const syntax::PaiParameter* const size = parameters.Find("sampleSize");
  const syntax::PaiParameter* const given = size != nullptr ? size : parameters.Find("sampleRatio");
  if (given == nullptr) return NoSampleSize(parameters);
  PAISQL_ASSIGN(const std::string limit, StrataLimits(*given, strata, size != nullptr, context));
  const RandomOrder order =
      InRandomOrder(input, RowNumber(input), parameters.Number("randomSeed"), context);
  return SampleStep(
      FillSql("SELECT {columns} FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {strata} "
              "ORDER BY {place}) AS {rank}, {limit} AS {most} FROM {order} t) t "
              "WHERE t.{rank} <= t.{most}",
              {{"columns", ListOf(input.columns, "t")},
               {"strata", QuotedName(strata.name)},
               {"order", order.relation},
               {"place", order.place},
               {"rank", FreeName(input.columns, "pai_rank")},
               {"most", FreeName(input.columns, "pai_most")},
               {"limit", limit}}));
}

const std::array kSampleRows = {
    Component{"Random sample", kRandomSampleNames, "", 0, "Draws rows of a table by chance.",
              kRandomSampleParameters, kSamplePorts, SqlBuild{BuildRandomSample}, "",
              kRandomSampleExample, true},
    Component{"Weighted sample", kWeightedSampleNames, "", 0,
              "Draws rows of a table by chance, those of greater weight more often.",
              kWeightedSampleParameters, kSamplePorts, SqlBuild{BuildWeightedSample}, "",
              kWeightedSampleExample, true},
    Component{"Stratified sample", kStratifiedSampleNames, "", 0,
              "Draws rows of each stratum of a table by chance.", kStratifiedSampleParameters,
              kSamplePorts, SqlBuild{BuildStratifiedSample}, "", kStratifiedSampleExample, true},
};

}  // namespace

std::span<const Component> SampleComponents() { return kSampleRows; }

}  // namespace paisql::pai

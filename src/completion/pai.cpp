// PAI statements, from the tables of algorithms.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "completion/arguments.h"
#include "completion/command.h"
#include "completion/reading/scope.h"
#include "completion/reading/words.h"
#include "completion/statement.h"
#include "pai/components.h"

namespace paisql::completion {

namespace {

using pai::Parameter;
using pai::ParameterType;

constexpr std::string_view kParameter = "-D";
constexpr std::string_view kOptions[] = {"-name",    "-project", "-D",
                                         "-jobname", "-cost",    "-lineage"};
constexpr std::string_view kTableScheme = "odps://";
constexpr std::string_view kFileScheme = "file://";
constexpr std::string_view kOssScheme = "oss://";

using Words = std::vector<RawWord>;

// "-Dname=value" and "-Dname value" alike; what the statement says of the option, or "".
std::string ValueOf(const Words& words, std::string_view option) {
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string_view text = words[i].text;
    if (EqualsIgnoreCase(text, option)) return words[i + 1].Plain();
    if (BeginsWith(text, option) && text.substr(option.size()).starts_with('='))
      return words[i].Plain().substr(option.size() + 1);
  }
  return "";
}

// The parameters of the algorithm that the statement names, else those of all.
std::vector<Parameter> ParametersFor(const Words& words) {
  if (const auto algorithm = pai::OfferedComponents().Find(ValueOf(words, "-name"));
      algorithm.has_value()) {
    const auto parameters = algorithm->component->parameters;
    return {parameters.begin(), parameters.end()};
  }
  std::vector<Parameter> all;
  for (const pai::Component& component : pai::OfferedComponents().rows())
    all.insert(all.end(), component.parameters.begin(), component.parameters.end());
  return all;
}

bool IsGiven(const Words& words, std::string_view parameter) {
  const std::string option = std::string(kParameter) + std::string(parameter);
  return std::any_of(words.begin(), words.end() - 1, [&](const RawWord& word) {
    return word.text == option || word.text.starts_with(option + "=");
  });
}

void OfferParameters(const Words& words, Offer& offer) {
  for (const Parameter& parameter : ParametersFor(words)) {
    if (IsGiven(words, parameter.name)) continue;
    const std::string help = (parameter.required ? "required: " : "") + std::string(parameter.help);
    offer.Add({std::string(kParameter) + std::string(parameter.name) + "=", Kind::kParameter, help,
               true});
  }
}

// One value of several kinds that are told apart by their scheme.
class Value {
 public:
  Value(const RawWord& word, size_t skip, const Words& words, Sources& sources)
      : word_(word), words_(words), sources_(sources) {
    std::string_view typed = word.text.substr(skip);
    begin_ = word.begin + skip;
    if (!typed.empty() && (typed.front() == '\'' || typed.front() == '"')) {
      typed.remove_prefix(1);
      ++begin_;
    }
    typed_ = typed;
  }

  Completions Of(std::string_view name, const Parameter* parameter) {
    if (parameter != nullptr && !parameter->words.empty()) {
      Offer offer = Make();
      for (const std::string& word : pai::WordsOf(*parameter)) offer.Add(word, Kind::kValue);
      return offer.Take();
    }
    if (parameter != nullptr && NamesModel(*parameter)) {
      Offer offer = Make();
      for (const Name& model : sources_.Models(offer.typed())) {
        offer.Add(model.name, Kind::kResource, model.detail);
      }
      return offer.Take();
    }
    if (parameter == nullptr || parameter->type == ParameterType::kText) return ByName(name);
    switch (parameter->type) {
      case ParameterType::kBoolean: {
        Offer offer = Make();
        offer.Add("true", Kind::kValue);
        offer.Add("false", Kind::kValue);
        return offer.Take();
      }
      case ParameterType::kTable:
        return typed_.starts_with(kTableScheme) ? Tables() : PlainTable();
      case ParameterType::kColumn:
      case ParameterType::kColumns:
        return Columns();
      case ParameterType::kTables:
        LastOf(',');
        return Tables();
      case ParameterType::kFiles:
        LastOf(',');
        return AnyOf({kFileScheme, kTableScheme, kOssScheme});
      case ParameterType::kScript:
        return AnyOf({kFileScheme, kTableScheme, kOssScheme});
      case ParameterType::kFile:
        return AnyOf({kFileScheme, kOssScheme});
      case ParameterType::kBuckets:
        LastOf(',');
        return AnyOf({kOssScheme});
      case ParameterType::kOssFolder:
        return AnyOf({kOssScheme});
      case ParameterType::kVolumes:
        LastOf(',');
        return AnyOf({kTableScheme});
      default: {
        Offer offer = Make();
        if (!parameter->default_value.empty())
          offer.Add(parameter->default_value, Kind::kValue, "the default");
        return offer.Take();
      }
    }
  }

 private:
  Offer Make() const { return {begin_, typed_}; }

  // Completes the part after the last separator.
  void LastOf(char separator) {
    const size_t last = typed_.rfind(separator);
    if (last == std::string::npos) return;
    begin_ += last + 1;
    typed_ = typed_.substr(last + 1);
  }

  // The platform's algorithms name their tables and columns alike.
  Completions ByName(std::string_view name) {
    if (name.ends_with("TableNames")) LastOf(',');
    if (name.ends_with("TableName") || name.ends_with("TableNames")) return PlainTable();
    if (name.ends_with("TablePartitions")) {
      Offer offer = Make();
      OfferPartitionPath(
          NamedTable(name.starts_with("output") ? "-DoutputTableName" : "-DinputTableName"), "",
          typed_, "/,", sources_, offer);
      return offer.Take();
    }
    for (const char* end : {"ColName", "ColNames", "Cols", "Columns", "Col"}) {
      if (name.ends_with(end)) return Columns();
    }
    return {};
  }

  bool NamesModel(const Parameter& parameter) const {
    const auto algorithm = pai::OfferedComponents().Find(ValueOf(words_, "-name"));
    if (!algorithm.has_value()) return false;
    return std::ranges::any_of(algorithm->component->ports, [&](const pai::Port& port) {
      const bool model =
          port.kind == pai::PortKind::kModelIn || port.kind == pai::PortKind::kModelOut;
      return model && port.parameter == parameter.name;
    });
  }

  // <project>.<table>
  Completions PlainTable() {
    Offer offer = Make();
    OfferTablePath(true, sources_, offer);
    return offer.Take();
  }

  // The first input table of the component that is named.
  std::string InputOption() const {
    const auto algorithm = pai::OfferedComponents().Find(ValueOf(words_, "-name"));
    if (!algorithm.has_value()) return "-DinputTableName";
    for (const pai::Port& port : algorithm->component->ports) {
      if (port.kind != pai::PortKind::kInputTable) continue;
      const Parameter* const row = pai::ParameterOf(*algorithm->component, port.parameter);
      std::vector<std::string> names = {std::string(port.parameter)};
      if (row != nullptr && !row->aliases.empty()) {
        for (std::string& alias : Split(row->aliases, ' ')) names.push_back(std::move(alias));
      }
      for (const std::string& name : names) {
        const std::string option = std::string(kParameter) + name;
        if (!ValueOf(words_, option).empty()) return option;
      }
    }
    return "-DinputTableName";
  }

  Completions Columns() {
    LastOf(',');
    Relation table = NamedTable(InputOption());
    if (table.columns.empty()) table = FirstOfTables();
    Offer offer = Make();
    for (const ColumnName& column : table.columns) {
      if (!column.partition) offer.Add(column.name, Kind::kColumn, column.type);
    }
    return offer.Take();
  }

  Relation NamedTable(std::string_view option) { return Resolve(ValueOf(words_, option), '.'); }

  // odps://project/tables/table/…, the first of -Dtables.
  Relation FirstOfTables() {
    std::string url = ValueOf(words_, "-Dtables");
    url = url.substr(0, url.find(','));
    const std::vector<std::string> parts = Split(url, '/');
    return parts.size() >= 5 ? TableOf({parts[2], parts[4]}, sources_) : Relation();
  }

  Relation Resolve(const std::string& name, char separator) {
    if (name.empty()) return {};
    return TableOf(Split(name, separator), sources_);
  }

  Completions AnyOf(const std::vector<std::string_view>& schemes) {
    if (BeginsWith(typed_, kFileScheme)) return Behind(kFileScheme, &OfferFiles);
    if (BeginsWith(typed_, kOssScheme)) {
      Offer offer = Make();
      OfferOssFiles(word_.quote, sources_, offer);
      return offer.Take();
    }
    if (BeginsWith(typed_, kTableScheme)) return Tables();
    Offer offer = Make();
    for (const std::string_view scheme : schemes) offer.Add(scheme, Kind::kValue, "", true);
    return offer.Take();
  }

  Completions Behind(std::string_view scheme,
                     void (*offer_them)(char quote, Sources& sources, Offer& offer)) {
    Offer offer(begin_ + scheme.size(), typed_.substr(scheme.size()));
    offer_them(word_.quote, sources_, offer);
    return offer.Take();
  }

  // odps://project/tables/table[/p=v], odps://project/resources/name
  Completions Tables() {
    Offer offer = Make();
    if (!BeginsWith(typed_, kTableScheme)) {
      offer.Add(std::string(kTableScheme) + sources_.Project() + "/tables/", Kind::kValue, "",
                true);
      return offer.Take();
    }
    const std::vector<std::string> parts = Split(typed_, '/');
    const std::string front = typed_.substr(0, typed_.rfind('/') + 1);
    if (parts.size() == 3) {
      for (const Name& project : sources_.Projects(parts[2]))
        offer.Add(front + project.name + "/", Kind::kProject, project.detail, true);
    } else if (parts.size() == 4) {
      for (const char* kind : {"tables/", "resources/", "volumes/"})
        offer.Add(front + kind, Kind::kValue, "", true);
    } else if (parts.size() == 5 && parts[3] == "tables") {
      for (const TableName& table : sources_.Tables(parts[2], parts[4]))
        offer.Add(front + table.name, Kind::kTable, table.comment);
    } else if (parts.size() == 5 && parts[3] == "resources") {
      for (const Name& resource : sources_.Resources(parts[4]))
        offer.Add(front + resource.name, Kind::kResource, resource.detail);
    } else if (parts.size() > 5 && parts[3] == "tables") {
      const std::string table = std::string(kTableScheme) + parts[2] + "/tables/" + parts[4] + "/";
      OfferPartitionPath(TableOf({parts[2], parts[4]}, sources_), table,
                         std::string_view(typed_).substr(table.size()), "/", sources_, offer);
    }
    return offer.Take();
  }

  const RawWord& word_;
  const Words& words_;
  Sources& sources_;
  size_t begin_ = 0;
  std::string typed_;
};

Completions ParameterValue(std::string_view option, size_t skip, const Words& words,
                           Sources& sources) {
  const std::string_view name = option.substr(kParameter.size());
  const std::vector<Parameter> parameters = ParametersFor(words);
  return Value(words.back(), skip, words, sources)
      .Of(name, pai::FindParameter(parameters, name, true));
}

// The value of -name, -project or -jobname.
Completions OptionValue(std::string_view option, size_t skip, const Words& words) {
  Offer offer = OfferFor(words.back(), skip);
  if (EqualsIgnoreCase(option, "-name")) {
    for (const pai::Component& component : pai::OfferedComponents().rows()) {
      for (const std::string_view name : component.names)
        offer.Add(name, Kind::kAlgorithm, component.title);
    }
  } else if (EqualsIgnoreCase(option, "-project")) {
    for (const std::string_view project : pai::AlgorithmProjects())
      offer.Add(project, Kind::kProject);
  }
  return offer.Take();
}

}  // namespace

Completions CompletePai(const Place& place, Sources& sources) {
  const Words words = RawWords(place.text, place.statement_begin, place.cursor);
  const RawWord& word = words.back();
  const std::string_view before = words[words.size() - 2].text;
  const size_t equals = word.text.find('=');
  if (word.text.starts_with(kParameter) && equals != std::string_view::npos)
    return ParameterValue(word.text.substr(0, equals), equals + 1, words, sources);
  if (word.text.starts_with('-') && equals != std::string_view::npos)
    return OptionValue(word.text.substr(0, equals), equals + 1, words);
  const bool option_before = before.starts_with('-') && before.find('=') == std::string_view::npos;
  if (option_before && !word.text.starts_with('-')) {
    return before.starts_with(kParameter) ? ParameterValue(before, 0, words, sources)
                                          : OptionValue(before, 0, words);
  }
  if (word.quote != 0) return {};
  Offer offer = OfferFor(word);
  if (word.text.starts_with(kParameter)) {
    OfferParameters(words, offer);
  } else {
    for (const std::string_view option : kOptions) {
      offer.Add(option, Kind::kOption, "", option == kParameter);
    }
  }
  return offer.Take();
}

}  // namespace paisql::completion

#include "pai/algorithm/completions.h"

#include <algorithm>

#include "base/text.h"
#include "pai/algorithm/algorithms.h"
#include "syntax/lexer/lexer.h"

namespace paisql::pai {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kParameter = "-D";

// Blanks in quotes do not end a word.
struct Word {
  size_t begin = 0;
  std::string_view text;
  bool quote_open = false;
};

// The words of the text; the last one, which may be empty, is the one at its end.
std::vector<Word> WordsOf(std::string_view text) {
  std::vector<Word> words(1);
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quote != 0) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == quote) {
        quote = 0;
      }
    } else if (text[i] == '\'' || text[i] == '"') {
      quote = text[i];
    } else if (kBlanks.find(text[i]) != std::string_view::npos) {
      Word& word = words.back();
      word.text = text.substr(word.begin, i - word.begin);
      if (word.text.empty()) words.pop_back();
      words.push_back({i + 1, "", false});
    }
  }
  words.back().text = text.substr(std::min(words.back().begin, text.size()));
  words.back().quote_open = quote != 0;
  return words;
}

// Those that begin with what is typed, in any letter case.
std::vector<std::string> Beginning(std::string_view typed, std::vector<std::string> words) {
  std::erase_if(words, [typed](const std::string& word) {
    return !EqualsIgnoreCase(std::string_view(word).substr(0, typed.size()), typed);
  });
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

// The value of -name or -project, which the word has behind "=" or is itself.
std::vector<std::string> OptionValues(std::string_view option) {
  if (EqualsIgnoreCase(option, "-name")) return AlgorithmNames();
  if (!EqualsIgnoreCase(option, "-project")) return {};
  return {AlgorithmProjects().begin(), AlgorithmProjects().end()};
}

// The parameters of the algorithm that the statement names, else those of all.
std::vector<Parameter> ParametersFor(const std::vector<Word>& words) {
  for (size_t i = 1; i < words.size(); ++i) {
    std::string_view name = words[i].text;
    if (EqualsIgnoreCase(name, "-name") && i + 1 < words.size()) {
      name = words[i + 1].text;
    } else if (EqualsIgnoreCase(name.substr(0, 6), "-name=")) {
      name.remove_prefix(6);
    } else {
      continue;
    }
    const auto algorithm = FindAlgorithm(name);
    if (!algorithm.has_value()) break;
    const auto parameters = algorithm->family->parameters;
    return {parameters.begin(), parameters.end()};
  }
  std::vector<Parameter> all;
  for (const AlgorithmFamily& family : AlgorithmFamilies())
    all.insert(all.end(), family.parameters.begin(), family.parameters.end());
  return all;
}

bool IsGiven(const std::vector<Word>& words, std::string_view parameter) {
  const std::string option = std::string(kParameter) + std::string(parameter);
  // Not the word that is typed now.
  return std::any_of(words.begin(), words.end() - 1, [&option](const Word& word) {
    return word.text == option || word.text.starts_with(option + "=");
  });
}

std::vector<std::string> ParameterWords(const std::vector<Word>& words) {
  const std::string_view typed = words.back().text;
  const size_t equals = typed.find('=');
  std::vector<std::string> found;
  for (const Parameter& parameter : ParametersFor(words)) {
    const std::string option = std::string(kParameter) + std::string(parameter.name) + "=";
    if (equals == std::string_view::npos) {
      if (!IsGiven(words, parameter.name)) found.push_back(option);
    } else if (typed.substr(0, equals + 1) == option && parameter.type == ParameterType::kBoolean) {
      found.push_back(option + "false");
      found.push_back(option + "true");
    }
  }
  return found;
}

std::vector<std::string> Candidates(const std::vector<Word>& words) {
  const std::string_view typed = words.back().text;
  const std::string_view before = words.size() > 1 ? words[words.size() - 2].text : "";
  std::vector<std::string> values = OptionValues(before);
  if (!values.empty() && !typed.starts_with('-')) return values;
  if (typed.starts_with(kParameter)) return ParameterWords(words);
  if (const size_t equals = typed.find('='); equals != std::string_view::npos) {
    values = OptionValues(typed.substr(0, equals));
    for (std::string& value : values) value = std::string(typed.substr(0, equals + 1)) + value;
    return values;
  }
  if (typed.starts_with('-')) return {"-D", "-cost", "-jobname", "-lineage", "-name", "-project"};
  // -Dparameter value
  if (!typed.empty() && before.starts_with(kParameter) && before.find('=') == before.npos) {
    for (const Parameter& parameter : ParametersFor(words)) {
      if (parameter.name == before.substr(kParameter.size()) &&
          parameter.type == ParameterType::kBoolean)
        return {"false", "true"};
    }
  }
  return {};
}

}  // namespace

Completions CompletePai(std::string_view text) {
  Completions completions;
  completions.begin = text.size();
  const std::vector<syntax::StatementText> statements = syntax::SplitStatements(text);
  if (statements.empty() || statements.back().terminated) return completions;
  const size_t offset = statements.back().offset;
  const std::vector<Word> words = WordsOf(text.substr(offset));
  if (words.size() < 2 || !EqualsIgnoreCase(words[0].text, "PAI") || words.back().quote_open)
    return completions;
  completions.begin = offset + words.back().begin;
  completions.words = Beginning(words.back().text, Candidates(words));
  return completions;
}

}  // namespace paisql::pai

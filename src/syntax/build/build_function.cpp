// CREATE, RELOAD and DROP FUNCTION.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/build/word_reader.h"
#include "syntax/failure.h"
#include "syntax/statements/functions.h"
#include "syntax/statements/tables.h"

namespace paisql::syntax {
namespace {

constexpr const char* kForm =
    "write CREATE FUNCTION f AS 'module.Class' USING 'module.py,data.zip' [-f], or USING #CODE";

bool IsKindOfResource(const Word& word) {
  constexpr std::string_view kKinds[] = {"FILE", "ARCHIVE", "PY", "JAR", "TABLE"};
  for (const std::string_view kind : kKinds) {
    if (EqualsIgnoreCase(word.text, kind)) return true;
  }
  return false;
}

// "a.py,b.zip" in its names; several words are one list.
void AddResources(const Word& word, std::vector<Word>& resources) {
  for (const std::string& part : Split(word.text, ',')) {
    const std::string name(Trim(part));
    if (!name.empty()) resources.push_back({name, word.range});
  }
}

}  // namespace

StatementPtr TreeBuilder::BuildCreateFunction(P::CreateFunctionContext* context) {
  auto function = std::make_unique<CreateFunctionStatement>();
  function->or_replace = context->REPLACE() != nullptr;
  function->temporary = context->TEMPORARY() != nullptr;
  function->if_not_exists = context->ifNotExists() != nullptr;
  function->name = BuildName(context->name);
  const size_t first = context->AS()->getSymbol()->getTokenIndex() + 1;
  WordReader words(tokens_, TailWords(context, first - context->start->getTokenIndex()));
  function->class_name = words.Take("a class");
  // The code may stand at the end of the script.
  if (words.left() == 0) return function;
  words.Expect("USING", kForm);
  bool ends = false;
  while (words.left() > 0 && !ends) {
    ends = words.Takes("-f");
    if (ends) break;
    const SourceRange range = words.Look("a resource").range;
    const Word word = words.Take("a resource");
    if (BeginsCode(word.text)) {
      function->codes.push_back(ReadCodeBlock(tokens_.TextOf(range), range));
      continue;
    }
    if (words.left() > 0 && IsKindOfResource(word) && !IsWord(words.Look("a resource"), "-f")) {
      continue;
    }
    AddResources(word, function->resources);
  }
  function->or_replace = function->or_replace || ends;
  words.End("'-f'", kForm);
  if (function->resources.empty() && function->codes.empty()) FailAtEnd("a resource");
  return function;
}

StatementPtr TreeBuilder::BuildDropFunction(P::DropFunctionContext* context) {
  auto drop = std::make_unique<DropFunctionStatement>();
  drop->if_exists = context->ifExists() != nullptr;
  drop->temporary = context->TEMPORARY() != nullptr;
  drop->macro = context->macro != nullptr;
  if (drop->macro) {
    drop->name.parts.push_back(BuildIdentifier(context->macro));
    drop->name.range = drop->name.parts.front().range;
  } else {
    drop->name = BuildName(context->name);
  }
  return drop;
}

StatementPtr TreeBuilder::BuildReloadFunction(P::ReloadFunctionContext* context) {
  auto reload = std::make_unique<ReloadFunctionStatement>();
  reload->name = BuildName(context->name);
  return reload;
}

}  // namespace paisql::syntax

#include "shell/manual/manual.h"

#include "base/assert.h"
#include "script/options/flags.h"
#include "shell/manual/scripts.h"

namespace paisql::shell {

namespace {

struct Script {
  std::string_view shell;
  std::string (*make)();
};

constexpr Script kScripts[] = {
    {"bash", BashCompletion},
    {"zsh", ZshCompletion},
    {"fish", FishCompletion},
};

}  // namespace

std::string CompletionScript(std::string_view shell) {
  for (const Script& script : kScripts) {
    if (script.shell == shell) return script.make();
  }
  PAISQL_UNREACHABLE("a shell without a script");
}

std::string ReplaceAll(std::string text, std::string_view what, std::string_view with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

std::string FillIn(std::string text,
                   const std::vector<std::pair<std::string, std::string>>& parts) {
  for (const auto& [name, part] : parts) text = ReplaceAll(std::move(text), "@" + name + "@", part);
  return text;
}

std::vector<std::string> ToolNames() {
  std::vector<std::string> names;
  for (const script::ToolRow& tool : script::ToolRows()) names.emplace_back(tool.name);
  return names;
}

std::vector<std::string> FileToolNames() {
  std::vector<std::string> names;
  for (const script::ToolRow& tool : script::ToolRows()) {
    if (tool.words == script::kFileWords) names.emplace_back(tool.name);
  }
  return names;
}

}  // namespace paisql::shell

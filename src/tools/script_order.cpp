#include "tools/script_order.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

#include "base/text.h"
#include "script/program.h"
#include "session/touched_tables.h"
#include "syntax/statements/tables.h"

namespace paisql::tools {

namespace {

struct Needs {
  std::set<std::string> makes;
  std::set<std::string> uses;  // of others
};

std::string LastPart(const std::string& name) { return ToLower(name.substr(name.rfind('.') + 1)); }

Needs NeedsOf(const script::ScriptFile& file) {
  script::ProgramBuilder builder;
  builder.Add(file.script, std::make_shared<const script::Source>(
                               script::Source{file.script.source, file.folder, true}));
  Needs needs;
  for (const script::Step& step : builder.Take().steps) {
    if (step.parsed == nullptr) continue;
    const session::TouchedTables touched = session::FindTouchedTables(*step.parsed);
    const bool makes =
        syntax::IsA<syntax::CreateTableStatement, syntax::CreateViewStatement>(*step.parsed);
    for (const std::string& name : touched.reads) needs.uses.insert(LastPart(name));
    for (const std::string& name : touched.writes) {
      (makes ? needs.makes : needs.uses).insert(LastPart(name));
    }
  }
  for (const std::string& own : needs.makes) needs.uses.erase(own);
  return needs;
}

// Whether a file among the others makes what is used.
bool Waits(const std::set<std::string>& uses, const std::vector<Needs>& needs,
           const std::vector<size_t>& others, size_t self) {
  return std::ranges::any_of(others, [&](size_t other) {
    return other != self && std::ranges::any_of(uses, [&](const std::string& name) {
             return needs[other].makes.contains(name);
           });
  });
}

}  // namespace

Result<std::vector<script::Input>> SpreadFolders(const std::vector<script::Input>& inputs) {
  std::vector<script::Input> spread;
  for (const script::Input& input : inputs) {
    std::error_code error;
    if (!std::filesystem::is_directory(input.text, error)) {
      spread.push_back(input);
      continue;
    }
    std::vector<std::string> paths;
    std::filesystem::recursive_directory_iterator entry(input.text, error);
    for (; !error && entry != std::filesystem::recursive_directory_iterator();
         entry.increment(error)) {
      const bool is_script = EqualsIgnoreCase(entry->path().extension().string(), ".sql");
      if (is_script && entry->is_regular_file(error)) paths.push_back(entry->path().string());
    }
    if (error) {
      return Error{ErrorCode::kIo, "cannot read " + input.text + ": " + error.message(), {}, ""};
    }
    if (paths.empty()) return Error{ErrorCode::kIo, input.text + " has no .sql file", {}, ""};
    std::ranges::sort(paths);
    for (std::string& path : paths) spread.push_back({true, std::move(path)});
  }
  return spread;
}

std::vector<script::ScriptFile> MakersFirst(std::vector<script::ScriptFile> files) {
  std::vector<Needs> needs;
  std::vector<size_t> waiting;
  for (const script::ScriptFile& file : files) {
    waiting.push_back(needs.size());
    needs.push_back(NeedsOf(file));
  }
  std::vector<script::ScriptFile> ordered;
  while (!waiting.empty()) {
    auto next = std::ranges::find_if(
        waiting, [&](size_t file) { return !Waits(needs[file].uses, needs, waiting, file); });
    if (next == waiting.end()) next = waiting.begin();
    ordered.push_back(std::move(files[*next]));
    waiting.erase(next);
  }
  return ordered;
}

Result<std::vector<script::ScriptFile>> ReadScripts(const std::vector<script::Input>& inputs,
                                                    bool* one_run) {
  *one_run = std::ranges::none_of(inputs, [](const script::Input& input) {
    std::error_code error;
    return std::filesystem::is_directory(input.text, error);
  });
  PAISQL_ASSIGN(const std::vector<script::Input> spread, SpreadFolders(inputs));
  PAISQL_ASSIGN(std::vector<script::ScriptFile> files, script::ReadInputs(spread, true));
  return *one_run ? std::move(files) : MakersFirst(std::move(files));
}

}  // namespace paisql::tools

// The text of a tab before it runs: where its statements are, what is wrong with it, what may come
// next, and the words of the dialect. Places in answers are units of UTF-16.

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/secrets/redact.h"
#include "completion/completion.h"
#include "completion/sources/catalog_sources.h"
#include "console/answers.h"
#include "console/editor/check.h"
#include "console/editor/editor_routes.h"
#include "console/editor/editor_sessions.h"
#include "console/editor/text_places.h"
#include "console/editor/visible_names.h"
#include "functions/function.h"
#include "pai/components.h"
#include "syntax/keywords.h"
#include "types/data_type.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr uint64_t kTextBytes = 16 << 20;
constexpr size_t kMostItems = 200;

std::string_view SeverityName(Severity severity) {
  constexpr std::string_view kNames[] = {"error", "warning", "info"};
  return kNames[static_cast<int>(severity)];
}

json CheckJson(const TextCheck& check, const std::string& text) {
  const TextPlaces places(text);
  json statements = json::array();
  for (const TextStatement& one : check.statements) {
    statements.push_back({{"begin", places.UnitsOf(one.begin)},
                          {"end", places.UnitsOf(one.end)},
                          {"line", one.line},
                          {"verb", one.verb},
                          {"script", one.script}});
  }
  json findings = json::array();
  for (const TextFinding& one : check.findings) {
    findings.push_back({{"severity", SeverityName(one.severity)},
                        {"begin", places.UnitsOf(one.begin)},
                        {"end", places.UnitsOf(one.end)},
                        {"code", one.code},
                        {"name", one.name},
                        {"message", one.message},
                        {"cure", one.cure},
                        {"variable", one.variable}});
  }
  json secrets = json::array();
  for (const std::string& name : check.variables) {
    if (IsSecretName(name)) secrets.push_back(name);
  }
  return {{"statements", std::move(statements)},
          {"findings", std::move(findings)},
          {"variables", check.variables},
          {"secrets", std::move(secrets)}};
}

// A request with a text, and the tab that it stands in.
struct Asked {
  json body;
  std::string text;
  TabPtr tab;
};

Result<Asked> AskedOf(const rest::Call& call, Console& console) {
  Asked asked;
  PAISQL_ASSIGN(asked.body, BodyOf(call));
  PAISQL_ASSIGN(asked.text, TextOf(asked.body, "text"));
  PAISQL_ASSIGN(asked.tab, TabOf(TextIn(asked.body, "tab"), call, console));
  return asked;
}

// Where no statement would change the tab's session it is asked itself, without a copy of the
// catalog. nullopt: one does, or a statement runs.
std::optional<TextCheck> SplitInTab(const std::string& text, Tab& tab,
                                    messages::Language language) {
  std::optional<TextCheck> found;
  tab.UseSession([&](session::Session& session) {
    if (AnySetsState(text, session)) return;
    found = CheckText(text, session, CheckDepth::kStatements, language);
  });
  return found;
}

rest::Answer AnswerChecked(const rest::Call& call, Console& console, CheckDepth depth) {
  const Result<Asked> asked = AskedOf(call, console);
  if (!asked.ok()) return RefusalOf(asked.error(), call);
  if (depth == CheckDepth::kStatements && asked->tab != nullptr) {
    const std::optional<TextCheck> found = SplitInTab(asked->text, *asked->tab, LanguageOf(call));
    if (found.has_value()) return JsonAnswer(CheckJson(*found, asked->text));
  }
  Result<CheckSession> session = TakeCheckSession(call, console, asked->tab, asked->text);
  if (!session.ok()) return RefusalOf(session.error(), call);
  const TextCheck found =
      CheckText(asked->text, *session->session, depth, LanguageOf(call),
                asked->tab == nullptr ? std::vector<std::string>() : asked->tab->facts().done);
  if (LeavesSession(found)) KeepCheckSession(console, *std::move(session));
  return JsonAnswer(CheckJson(found, asked->text));
}

rest::Answer Check(const rest::Call& call, Console& console) {
  return AnswerChecked(call, console, CheckDepth::kAll);
}

rest::Answer SplitText(const rest::Call& call, Console& console) {
  return AnswerChecked(call, console, CheckDepth::kStatements);
}

std::string_view KindName(completion::Kind kind) {
  constexpr std::string_view kNames[] = {"keyword",   "project",   "table",   "view",    "relation",
                                         "column",    "function",  "type",    "setting", "value",
                                         "partition", "resource",  "job",     "topic",   "option",
                                         "algorithm", "parameter", "command", "file",    "folder"};
  return kNames[static_cast<int>(kind)];
}

json CompletionsJson(const completion::Completions& found, const TextPlaces& places) {
  json items = json::array();
  for (const completion::Item& item : found.items) {
    if (items.size() == kMostItems) break;
    items.push_back({{"text", item.text},
                     {"kind", KindName(item.kind)},
                     {"detail", item.detail},
                     {"goes_on", item.goes_on}});
  }
  return {{"begin", places.UnitsOf(found.begin)},
          {"items", std::move(items)},
          {"whole", found.whole && found.items.size() <= kMostItems},
          {"signature", found.signature}};
}

json CompleteIn(session::Session& session, const Asked& asked, const rest::Call& call,
                Console& console, store::Catalog& catalog) {
  const TextPlaces places(asked.text);
  const completion::ShellNames shell;
  completion::CatalogSources all(session, console.service.options.home_path, shell);
  session::Permissions limits(catalog, call.user, call.allowed);
  VisibleNames names(all, limits.limited() ? &limits : nullptr, &catalog, console.local);
  const auto given = asked.body.find("cursor");
  const bool is_given = given != asked.body.end() && given->is_number_unsigned();
  const size_t cursor = is_given ? places.ByteOf(given->get<size_t>()) : asked.text.size();
  return CompletionsJson(completion::Complete(asked.text, cursor, names), places);
}

// While a statement runs in the tab, its session cannot be asked: another one in its state can.
rest::Answer CompleteText(const rest::Call& call, Console& console) {
  const Result<Asked> asked = AskedOf(call, console);
  if (!asked.ok()) return RefusalOf(asked.error(), call);
  const auto catalog = console.service.catalogs.Borrow();
  if (!catalog.ok()) return RefusalOf(catalog.error(), call);
  json body;
  const auto complete = [&](session::Session& session) {
    body = CompleteIn(session, *asked, call, console, **catalog);
  };
  if (asked->tab == nullptr || !asked->tab->UseSession(complete)) {
    Result<CheckSession> session = TakeCheckSession(call, console, asked->tab, asked->text);
    if (!session.ok()) return RefusalOf(session.error(), call);
    complete(*session->session);
    KeepCheckSession(console, *std::move(session));
  }
  return JsonAnswer(body);
}

// What a page needs to know of the dialect to colour it.
rest::Answer TellWords(const rest::Call& /*call*/, Console& console) {
  json functions = json::array();
  for (const functions::Function* one : functions::AllFunctions()) functions.push_back(one->name);
  const pai::Components* const own = console.service.options.components;
  const pai::Components& components = own == nullptr ? pai::OfferedComponents() : *own;
  rest::Answer answer = JsonAnswer({{"keywords", syntax::Keywords()},
                                    {"functions", std::move(functions)},
                                    {"types", DataTypeNames()},
                                    {"algorithms", components.Names()}});
  answer.headers.emplace_back("cache-control", "max-age=86400");
  return answer;
}

constexpr std::array kTextRoutes = {
    Route{"POST", "/editor/check", Check, kTextBytes},
    Route{"POST", "/editor/split", SplitText, kTextBytes},
    Route{"POST", "/editor/complete", CompleteText, kTextBytes},
    Route{"GET", "/editor/words", TellWords},
};

}  // namespace

std::span<const Route> TextRoutes() { return kTextRoutes; }

}  // namespace paisql::console

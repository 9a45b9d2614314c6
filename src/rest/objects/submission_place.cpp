#include "rest/objects/submission_place.h"

#include <algorithm>

#include "base/text.h"
#include "rest/named.h"
#include "rest/objects/project_properties.h"
#include "store/place.h"
#include "syntax/lexer/lexer.h"

namespace paisql::rest {

namespace {

constexpr const char* kDefaultSchemaSetting = "odps.default.schema";

// Whether the text begins with the words, in any letter case and with any blanks between them.
bool BeginsWith(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
      text.remove_prefix(1);
    }
    if (!EqualsIgnoreCase(text.substr(0, word.size()), word)) return false;
    text.remove_prefix(word.size());
  }
  return text.empty() || std::isalnum(static_cast<unsigned char>(text.front())) == 0;
}

// SELECT 1, or its plan: dbt asks for them before it makes its schema.
bool ReadsNothing(std::string_view text) {
  const bool selects = BeginsWith(text, {"SELECT"}) || BeginsWith(text, {"EXPLAIN", "SELECT"});
  return selects && ToLower(text).find("from") == std::string::npos;
}

// Statements about schemas themselves: a client sends CREATE SCHEMA s with s as its schema.
bool NeedsNoSchema(const std::string& query) {
  return std::ranges::all_of(syntax::SplitStatements(query), [](const auto& one) {
    return BeginsWith(one.text, {"SET"}) || BeginsWith(one.text, {"CREATE", "SCHEMA"}) ||
           BeginsWith(one.text, {"DROP", "SCHEMA"}) || BeginsWith(one.text, {"SHOW", "SCHEMAS"}) ||
           ReadsNothing(one.text);
  });
}

}  // namespace

Status PlaceSubmission(const Call& call, Service& service, instances::Submission* submission) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(const std::string project, ProjectOf(call, *catalog));
  PAISQL_ASSIGN(const Properties set, PropertiesOf(*catalog, project));
  submission->allowed = call.allowed;
  submission->settings.merge(SettingsAmong(set));
  Call in_schema;
  in_schema.path = call.path;
  in_schema.query = call.query;
  const auto named = submission->settings.find(kDefaultSchemaSetting);
  if (named != submission->settings.end()) in_schema.query["curr_schema"] = named->second;
  const Result<std::string> place = PlaceOf(in_schema, *catalog);
  if (!place.ok() && !NeedsNoSchema(submission->query)) return place.error();
  submission->project = place.ok() ? *place : project;
  return Status::Ok();
}

}  // namespace paisql::rest

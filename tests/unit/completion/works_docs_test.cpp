// docs/works.md is made of the program's tables and of docs/works.tsv, so that it cannot differ
// from them. The table of the kinds of nodes is made by tests/unit/nodes/works_docs_test.cpp.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/text.h"
#include "committed_file.h"
#include "functions/rows/tables.h"
#include "pai/components.h"
#include "session/help/topic.h"
#include "session/settings/settings.h"
#include "syntax/unsupported_rows.h"
#include "works_page.h"

namespace paisql {
namespace {

std::string Code(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string Statements() {
  WorksTable table("statements");
  for (const session::Topic& topic : session::StatementTopics())
    table.Add(std::string(topic.name), "works", topic.summary);
  for (const session::Topic& topic : session::ClauseTopics())
    table.Add(std::string(topic.name), "works", topic.summary);
  for (const syntax::NoEffectRow& row : syntax::NoEffectRows())
    table.Add(Code(row.statement), "accepted", "no effect: " + std::string(row.reason));
  for (const syntax::Unsupported& row : syntax::UnsupportedStatements())
    table.Add(Code(row.pattern), "not offered", row.cure);
  for (const syntax::UnsupportedPhrase& row : syntax::UnsupportedPhrases())
    table.Add("… " + Code(row.pattern), "not offered", row.cure);
  return table.Text();
}

std::string Functions() {
  WorksTable table("functions");
  for (const functions::Family& family : functions::Families()) {
    std::string names;
    for (const functions::Function& function : family.table()) {
      if (!names.empty()) names += ", ";
      names += function.name;
    }
    table.Add(std::string(family.title), "works", names);
  }
  return table.Text();
}

std::string Settings() {
  WorksTable table("settings");
  for (const session::Setting& setting : session::KnownSettings()) {
    std::string remark(setting.help);
    if (!setting.refused.empty()) {
      remark += "; not offered: " + Join(Split(setting.refused, '|'), ", ");
    }
    table.Add(Code(setting.name), setting.refused.empty() ? "works" : "differs", remark);
  }
  return table.Text();
}

// Every component with its parameters, those without an effect in a row of their own; a parameter
// that several families have stands with the first.
std::string Algorithms() {
  WorksTable table("pai");
  std::set<std::string_view> with_effect;
  std::set<std::string_view> without_effect;
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    const std::string_view name =
        component.pattern.empty() ? component.names.front() : component.pattern;
    std::string used;
    for (const pai::Parameter& parameter : component.parameters) {
      if (!parameter.used()) continue;
      with_effect.insert(parameter.name);
      used += used.empty() ? "" : ", ";
      used += parameter.name;
    }
    table.Add(std::string(component.title) + " (" + std::string(name) + ")", "works", used);
  }
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    for (const pai::Parameter& parameter : component.parameters) {
      if (parameter.used() || !without_effect.insert(parameter.name).second) continue;
      const std::string of =
          with_effect.contains(parameter.name) ? " of " + std::string(component.title) : "";
      table.Add("-D" + std::string(parameter.name) + of, "accepted",
                "no effect: " + std::string(parameter.no_effect));
    }
  }
  for (const char* name : {"pytorch", "easy_rec", "easytransfer", "easynlp", "jupyter"}) {
    const pai::Elsewhere elsewhere = pai::KnownElsewhere(name);
    EXPECT_FALSE(elsewhere.what.empty()) << name;
    table.Add(std::string(elsewhere.what), "not offered", elsewhere.cure);
  }
  return table.Text();
}

// Codes of the platform that no statement here can cause.
std::string Errors() {
  WorksTable table("errors");
  for (const session::ErrorMeaning& meaning : session::ErrorMeanings()) {
    constexpr std::string_view kNever = "never: ";
    if (!meaning.when.starts_with(kNever)) continue;
    table.Add(
        std::string(ErrorCodeName(meaning.code)) + " " + std::string(ErrorCodeText(meaning.code)),
        "not offered", meaning.when.substr(kNever.size()));
  }
  return table.Text();
}

TEST(WorksDocs, CommittedTablesAreTheGeneratedOnes) {
  ExpectTables("works.md",
               {{"## Statements", Statements()},
                {"## Functions", Functions()},
                {"## Settings", Settings()},
                {"## PAI algorithms", Algorithms()},
                {"## Requests to the server", WorksTable("server").Text()},
                {"## The console", WorksTable("console").Text()},
                {"## Error codes that never come", Errors()}},
               "completion_test");
}

}  // namespace
}  // namespace paisql

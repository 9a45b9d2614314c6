#include "shell/prompt/entry.h"

#include <gtest/gtest.h>

#include "shell/prompt/paste.h"

namespace paisql::shell {
namespace {

using EntryTexts = std::vector<std::string>;

TEST(Entry, WholeStatementsAndCommandsRun) {
  for (const char* whole :
       {"SELECT 1;", "SELECT 1; SELECT 2; -- x", "quit", "\\?", "\\q\n", "history 5",
        "\\dt\nSELECT 1;", "SELECT 1;\nhelp", "SELECT 1;\n\\d it's\n-- x", "SELECT 1 \\watch 2"}) {
    EXPECT_TRUE(IsWholeEntry(whole)) << whole;
  }
  for (const char* part :
       {"SELECT 1", "SELECT ';", "/* ;", "exit now", "SELECT 1; SELECT", "\\dt\nSELECT 1",
        "help\nSELECT 1", "SELECT (\nhelp", "\\dt\n/* x", "SELECT '\n\\dt"}) {
    EXPECT_FALSE(IsWholeEntry(part)) << part;
  }
}

TEST(Entry, HistoryHasOneEntryAStatement) {
  EXPECT_EQ(HistoryEntries(" -- a\nSELECT 1\n ; "), EntryTexts{"-- a\nSELECT 1\n ;"});
  EXPECT_EQ(HistoryEntries("SELECT 1; -- b\nSELECT /*;*/ ';' ;\nSELECT 3"),
            (EntryTexts{"SELECT 1;", "-- b\nSELECT /*;*/ ';' ;", "SELECT 3"}));
  EXPECT_EQ(HistoryEntries("SELECT 1; -- end"), EntryTexts{"SELECT 1; -- end"});
  EXPECT_EQ(HistoryEntries("SELECT 1 \\g\nSELECT 2;"), (EntryTexts{"SELECT 1 \\g", "SELECT 2;"}));
  EXPECT_EQ(HistoryEntries("SELECT 1 \\G > 'a;b' ;\n-- x\nSELECT '\\g'\n\\gx"),
            (EntryTexts{"SELECT 1 \\G > 'a;b' ;", "-- x\nSELECT '\\g'\n\\gx"}));
  EXPECT_EQ(HistoryEntries(" \n"), EntryTexts{});
  EXPECT_EQ(HistoryEntries("\\d t"), EntryTexts{"\\d t"});
  EXPECT_EQ(HistoryEntries("SELECT 'half"), EntryTexts{"SELECT 'half"});
  EXPECT_EQ(HistoryEntries("SELECT 1;SELECT 2 \\watch 3 \n help\nSELECT 4"),
            (EntryTexts{"SELECT 1;", "SELECT 2 \\watch 3", "help", "SELECT 4"}));
}

TEST(Entry, CommandsEndWithTheirLines) {
  const auto parts = EntryParts("-- a\nSELECT 1; \\dt x\nquit\nSELECT 2\n;SELECT 3 \\watch 1\n");
  ASSERT_EQ(parts.size(), 5U);
  EXPECT_EQ(parts[0].text, "-- a\nSELECT 1; ");
  EXPECT_EQ(parts[1].text, "\\dt x");
  EXPECT_EQ(parts[1].command->arguments, "x");
  EXPECT_EQ(parts[2].command->name, "quit");
  EXPECT_EQ(parts[3].text, "SELECT 2\n;");
  EXPECT_FALSE(parts[3].command.has_value());
  EXPECT_EQ(parts[4].text, "\\watch 1");
  EXPECT_EQ(parts[4].statement, "SELECT 3");
  EXPECT_TRUE(EntryParts(" -- nothing\n").empty());
}

TEST(Entry, TheEditorIsAskedForOutsideQuotes) {
  EXPECT_EQ(FindEditorRequest("\\e"), 0U);
  EXPECT_EQ(FindEditorRequest("SELECT 1 \\e \n"), 9U);
  EXPECT_EQ(FindEditorRequest("SELECT 1\n\\e"), 9U);
  for (const char* none : {"", "SELECT 1", "SELECT '\n\\e", "-- \\e", "C:\\e", "\\ex"}) {
    EXPECT_EQ(FindEditorRequest(none), std::string::npos) << none;
  }
}

TEST(Paste, ControlCharactersAreLeftOut) {
  EXPECT_EQ(CleanPaste("a\r\nb\rc\nd\te"), "a\nb\nc\nd\te");
  EXPECT_EQ(CleanPaste(std::string_view("a\0\x03\x1a\x1b[31m\x7f中", 14)), "a[31m中");
  EXPECT_EQ(CleanPaste("a\xFF\xE4\xB8"), "a\uFFFD\uFFFD\uFFFD");
}

TEST(Paste, TheEndIsFoundWhereverThePiecesAreCut) {
  const std::string sent = "one\033[20 two\033[201~rest";
  for (size_t cut = 0; cut <= sent.size(); ++cut) {
    PasteCollector paste;
    std::string rest;
    const bool ended = paste.Add(sent.substr(0, cut), rest);
    if (!ended) {
      ASSERT_TRUE(paste.Add(sent.substr(cut), rest)) << cut;
      EXPECT_EQ(rest, "rest") << cut;
    }
    EXPECT_EQ(paste.bytes(), "one\033[20 two") << cut;
  }
}

}  // namespace
}  // namespace paisql::shell

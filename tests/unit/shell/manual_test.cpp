#include "shell/manual/manual.h"

#include <gtest/gtest.h>

#include "committed_file.h"
#include "script/options/flags.h"
#include "shell/command/commands.h"
#include "shell/manual/roff.h"

namespace paisql::shell {
namespace {

TEST(Manual, CommittedFilesAreTheGeneratedOnes) {
  ExpectCommitted("completions/paisql.bash", CompletionScript("bash"), "shell_test");
  ExpectCommitted("completions/_paisql", CompletionScript("zsh"), "shell_test");
  ExpectCommitted("completions/paisql.fish", CompletionScript("fish"), "shell_test");
  ExpectCommitted("man/paisql.1", ManualPage(), "shell_test");
}

TEST(Manual, EveryFlagAndToolIsInEveryScript) {
  for (const std::string& shell : script::CompletionShells()) {
    const std::string script = CompletionScript(shell);
    for (size_t at = script.find('@'); at != std::string::npos; at = script.find('@', at + 1)) {
      EXPECT_FALSE(script[at + 1] >= 'A' && script[at + 1] <= 'Z') << script.substr(at, 20);
    }
    for (const script::FlagRow& flag : script::FlagRows()) {
      const std::string name(shell == "fish" ? flag.name.substr(2) : flag.name);
      EXPECT_NE(script.find(name), std::string::npos) << shell << " " << name;
      for (const std::string& value : flag.names) {
        EXPECT_NE(script.find(value), std::string::npos) << shell << " " << name << " " << value;
      }
    }
    for (const script::ToolRow& tool : script::ToolRows()) {
      EXPECT_NE(script.find(tool.name), std::string::npos) << shell << " " << tool.name;
    }
  }
}

TEST(Manual, PageHasEveryFlagToolAndCommand) {
  const std::string page = ManualPage();
  for (const script::FlagRow& flag : script::FlagRows()) {
    EXPECT_NE(page.find(RoffText(flag.name)), std::string::npos) << flag.name;
  }
  for (const script::ToolRow& tool : script::ToolRows()) {
    EXPECT_NE(page.find("paisql " + std::string(tool.name)), std::string::npos) << tool.name;
  }
  for (const Command& command : Commands()) {
    EXPECT_NE(page.find(RoffText(command.help)), std::string::npos) << command.names;
  }
}

TEST(Manual, FlagsTellWhatMayBeTheirValue) {
  for (const script::FlagRow& flag : script::FlagRows()) {
    EXPECT_EQ(flag.proposal == script::Proposal::kNames, !flag.names.empty()) << flag.name;
    if (flag.value.empty()) {
      EXPECT_EQ(flag.proposal, script::Proposal::kNothing) << flag.name;
    }
    if (flag.value == "DIR") {
      EXPECT_EQ(flag.proposal, script::Proposal::kFolders) << flag.name;
    }
    if (flag.value == "FILE") {
      EXPECT_EQ(flag.proposal, script::Proposal::kFiles) << flag.name;
    }
    // What is proposed is taken.
    for (const std::string& name : flag.names) {
      EXPECT_TRUE(script::ParseFlags({std::string(flag.name), name, "-e", ""}).ok()) << name;
    }
  }
}

TEST(Manual, TextsAreNoRequestsOfRoff) {
  EXPECT_EQ(RoffText(".x and \\e"), "\\&.x and \\ee");
  EXPECT_EQ(RoffText("'x' --y ~"), "\\(aqx\\(aq \\-\\-y \\(ti");
  EXPECT_EQ(RoffText("run `check` now"), "run \\fBcheck\\fR now");
  EXPECT_EQ(RoffText("a…é😀"), "a\\[u2026]\\[u00E9]\\[u1F600]");
}

}  // namespace
}  // namespace paisql::shell

#include "shell/command/commands.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"
#include "script/prompt_commands.h"

namespace paisql::shell {
namespace {

TEST(Commands, EachCommandOfThePromptHasItsCure) {
  for (const Command& command : Commands()) {
    for (const std::string& name : Split(std::string(command.names), '|')) {
      // What works in a script, too, needs none.
      if (!name.starts_with('\\') && name != "history") continue;
      EXPECT_NE(script::CommandHint(name + " x").find(name + " belongs to the prompt: "),
                std::string::npos)
          << name;
    }
  }
  EXPECT_NE(script::CommandHint("\\nothing").find("belongs to the prompt"), std::string::npos);
  EXPECT_EQ(script::CommandHint("SELECT '\\d'"), "");
}

}  // namespace
}  // namespace paisql::shell

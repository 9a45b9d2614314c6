// Tabs of editors, their sessions, and what checks know of these.

#include "console/editor/tabs.h"

#include "console/editor/check.h"
#include "instances/service_fixture.h"

namespace paisql::console {
namespace {

class TabsTest : public instances::ServiceFixture {
 protected:
  std::unique_ptr<session::Session> Open(bool check_only = false) {
    session::SessionOptions options = options_;
    options.interactive = true;
    options.check_only = check_only;
    auto session = session::Session::Open(context_, options);
    PAISQL_ASSERT(session.ok(), "no session for the test");
    return *std::move(session);
  }
  TabPtr Add(Tabs& tabs, const std::string& user) {
    auto tab = tabs.Add(user, Open());
    return tab.ok() ? *tab : nullptr;
  }
  std::string Run(Tab& tab, std::string text) {
    const auto instance = tab.Submit({std::move(text)}, service());
    if (!instance.ok()) return "error: " + instance.error().ToString();
    EXPECT_TRUE((*instance)->Await(60000));
    return TextOf(**instance);
  }
};

TEST_F(TabsTest, BelongToTheirUsers) {
  Tabs tabs;
  const TabPtr mine = Add(tabs, "RAM$me");
  EXPECT_EQ(tabs.Find(mine->id(), "RAM$me"), mine);
  EXPECT_EQ(tabs.Find(mine->id(), ""), nullptr);
  EXPECT_EQ(tabs.Take(mine->id(), "RAM$you"), nullptr);
  EXPECT_EQ(tabs.Take(mine->id(), "RAM$me"), mine);
  EXPECT_EQ(tabs.size(), 0);
}

TEST_F(TabsTest, TheOldestGoesWhereThereAreTooMany) {
  Tabs tabs({.of_user = 2, .all = 3});
  const TabPtr first = Add(tabs, "");
  const TabPtr second = Add(tabs, "");
  (void)first->facts();
  const TabPtr busy = Add(tabs, "RAM$other");
  const auto endless = busy->Submit({instances::kEndless}, service());
  ASSERT_TRUE(endless.ok());
  const TabPtr third = Add(tabs, "");
  EXPECT_EQ(tabs.size(), 3);
  // One that runs a statement stays.
  EXPECT_EQ(tabs.Find(busy->id(), "RAM$other"), busy);
  EXPECT_EQ(tabs.Find(third->id(), ""), third);
  EXPECT_TRUE(service().Cancel((*endless)->id()));
}

TEST_F(TabsTest, IdleOnesEnd) {
  // As docs/console.md says.
  EXPECT_EQ(TabLimits{}.of_user, 24U);
  EXPECT_EQ(TabLimits{}.idle_ms, 4 * 3600 * 1000);
  Tabs tabs({.idle_ms = -1});
  const TabPtr tab = Add(tabs, "");
  EXPECT_EQ(tabs.Find(tab->id(), ""), nullptr);
}

TEST_F(TabsTest, TellWhatBringsAnotherSessionIntoTheirState) {
  Tabs tabs;
  const TabPtr tab = Add(tabs, "");
  Run(*tab, "SET paisql.rows=5");
  Run(*tab, "SET paisql.rows=5");
  Run(*tab, "SET paisql.rows=none");  // fails
  Run(*tab, "CREATE TEMPORARY TABLE t (n BIGINT)");
  EXPECT_EQ(Run(*tab, "SELECT 7 AS seven"), "7");
  const Tab::Facts facts = tab->facts();
  EXPECT_EQ(facts.state, std::vector<std::string>{"SET paisql.rows=5"});
  const auto check = Open(true);
  EXPECT_TRUE(Replay(facts.check_state, *check).empty());
  const TextCheck found = CheckText("SELECT seven FROM _; SELECT n FROM t; SELECT m FROM t;",
                                    *check, CheckDepth::kAll, messages::Language::kEnglish);
  ASSERT_EQ(found.findings.size(), 1);
  EXPECT_EQ(found.findings[0].code, "ODPS-0130071");
  EXPECT_EQ(check->Setting("paisql.rows"), "5");
}

TEST_F(TabsTest, ValuesOfVariablesAreSetBeforeTheStatement) {
  Tabs tabs;
  const TabPtr tab = Add(tabs, "");
  const auto instance = tab->Submit({"SELECT '${x}'", {{"x", "it; 'is'"}}}, service());
  EXPECT_FALSE(instance.ok());  // a quote ends the text
  const auto good = tab->Submit({"SELECT '${y}'", {{"y", "fine"}}}, service());
  ASSERT_TRUE(good.ok());
  EXPECT_TRUE((*good)->Await(60000));
  EXPECT_EQ(TextOf(**good), "fine");
  EXPECT_FALSE(tab->Submit({"SELECT 1", {{"a b", "1"}}}, service()).ok());
}

TEST_F(TabsTest, CheckTellsVariablesThatHaveNoValue) {
  const auto check = Open(true);
  const TextCheck found = CheckText("SETVAR a=1; SELECT '${a}${b}', ${c} FROM nowhere;", *check,
                                    CheckDepth::kAll, messages::Language::kEnglish);
  EXPECT_EQ(found.variables, (std::vector<std::string>{"b", "c"}));
  ASSERT_EQ(found.findings.size(), 2);
  for (const TextFinding& one : found.findings) EXPECT_EQ(one.severity, Severity::kInfo);
}

}  // namespace
}  // namespace paisql::console

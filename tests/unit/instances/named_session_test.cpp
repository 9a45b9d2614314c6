// Instances that run in one session, one after the other.

#include "instances/service_fixture.h"

namespace paisql::instances {
namespace {

class NamedSessionTest : public ServiceFixture {
 protected:
  NamedSessionTest() {
    auto session = session::Session::Open(context_, options_);
    PAISQL_ASSERT(session.ok(), "no session for the test");
    session_ = *std::move(session);
  }

  InstancePtr SubmitIn(std::string query) {
    Submission submission = Asked(std::move(query));
    submission.session = session_;
    auto instance = service().Submit(std::move(submission));
    EXPECT_TRUE(instance.ok());
    return instance.ok() ? *instance : nullptr;
  }
  std::string RunIn(std::string query) {
    const InstancePtr instance = SubmitIn(std::move(query));
    EXPECT_TRUE(instance->Await(60000));
    return TextOf(*instance);
  }

  std::shared_ptr<session::Session> session_;
};

TEST_F(NamedSessionTest, WhatOneHasSetTheNextOneFinds) {
  RunIn("SETVAR x=7;");
  RunIn("CREATE TEMPORARY TABLE kept (n BIGINT);");
  RunIn("INSERT INTO kept VALUES (${x}L);");
  EXPECT_EQ(RunIn("SELECT n FROM kept;"), "7");
  EXPECT_EQ(TextOf(*Run("SELECT n FROM kept;")).substr(0, 19), "error: ODPS-0130131");
}

TEST_F(NamedSessionTest, ASettingSplitsTheNextTextAsAScript) {
  RunIn("SET odps.sql.submit.mode=script;");
  EXPECT_EQ(RunIn("@a := SELECT 1 AS n; SELECT n + 1 FROM @a;"), "2");
}

TEST_F(NamedSessionTest, ASessionGoesOnAfterACancelledInstance) {
  const InstancePtr endless = SubmitIn(kEndless);
  while (endless->status().state == TaskState::kWaiting) std::this_thread::yield();
  EXPECT_TRUE(service().Cancel(endless->id()));
  EXPECT_TRUE(endless->Await(60000));
  EXPECT_EQ(endless->status().state, TaskState::kCancelled);
  EXPECT_EQ(RunIn("SELECT 1;"), "1");
}

TEST_F(NamedSessionTest, ASessionThatHasGoneFailsItsInstance) {
  Submission submission = Asked("SELECT 1;");
  submission.session = session_;
  session_.reset();
  const InstancePtr instance = *service().Submit(std::move(submission));
  EXPECT_TRUE(instance->Await(60000));
  EXPECT_EQ(TextOf(*instance),
            "error: ODPS-0120031: Instance has been cancelled - the session of "
            "the statement has ended");
}

}  // namespace
}  // namespace paisql::instances

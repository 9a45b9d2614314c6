#include "instances/admission/admission.h"

#include <gtest/gtest.h>

namespace paisql::instances {
namespace {

class AdmissionTest : public ::testing::Test {
 protected:
  InstancePtr Add(const std::string& id, const std::string& user = "", bool small = false,
                  int priority = 9) {
    Submission submission;
    submission.user = user;
    submission.priority = priority;
    submission.query = "SELECT 1;";
    auto instance = std::make_shared<Instance>(id, std::move(submission), 0);
    admission_.Add(instance, small);
    return instance;
  }
  std::string Next(int64_t now_ms = 0) {
    InstancePtr next = admission_.Next(now_ms);
    if (next == nullptr) return "";
    begun_.push_back(next);
    return next->id();
  }
  // Ends what has begun first, and then begins the next.
  std::string EndAndNext() {
    admission_.End(*begun_.front());
    begun_.erase(begun_.begin());
    return Next();
  }

  AdmissionLimits limits_{.at_once = 1, .small_at_once = 1, .small_ms = 1000, .waiting = 10};
  Admission admission_{limits_};
  std::vector<InstancePtr> begun_;
};

TEST_F(AdmissionTest, SmallerPrioritiesBeginFirst) {
  Add("late", "", false, 9);
  Add("soon", "", false, 5);
  Add("first", "", false, 0);
  EXPECT_EQ(Next(), "first");
  EXPECT_EQ(Next(), "");
  EXPECT_EQ(EndAndNext(), "soon");
  EXPECT_EQ(EndAndNext(), "late");
}

TEST_F(AdmissionTest, UsersTakeTurns) {
  for (const char* const id : {"a1", "a2", "a3"}) Add(id, "a");
  Add("b1", "b");
  Add("c1", "c");
  EXPECT_EQ(Next(), "a1");
  EXPECT_EQ(EndAndNext(), "b1");
  Add("b2", "b");
  EXPECT_EQ(EndAndNext(), "c1");
  EXPECT_EQ(EndAndNext(), "a2");
  EXPECT_EQ(EndAndNext(), "b2");
  EXPECT_EQ(EndAndNext(), "a3");
}

TEST_F(AdmissionTest, SmallOnesHaveALaneBesideTheOthers) {
  Add("heavy1");
  Add("heavy2");
  Add("small1", "", true);
  Add("small2", "", true);
  EXPECT_EQ(Next(), "heavy1");
  EXPECT_EQ(Next(), "small1");
  EXPECT_EQ(Next(), "");
  EXPECT_EQ(EndAndNext(), "heavy2");
  EXPECT_EQ(EndAndNext(), "small2");
}

TEST_F(AdmissionTest, WhatTakesLongLeavesTheLane) {
  Add("heavy");
  Add("endless", "", true);
  Add("small", "", true);
  Add("waits", "", true);
  EXPECT_EQ(Next(), "heavy");
  EXPECT_EQ(Next(5), "endless");
  EXPECT_EQ(Next(1004), "");
  EXPECT_EQ(admission_.NextChangeMs(), 1005);
  EXPECT_EQ(Next(1005), "small");
  EXPECT_EQ(Next(1005), "");
}

TEST_F(AdmissionTest, TheLaneStaysOpenForThoseWhoDoNotFillIt) {
  Add("heavy");
  EXPECT_EQ(Next(), "heavy");
  for (const char* const id : {"endless1", "endless2", "endless3"}) Add(id, "a", true);
  EXPECT_EQ(Next(0), "endless1");
  EXPECT_EQ(Next(1000), "endless2");
  // The third one waits with the heavy ones.
  EXPECT_EQ(Next(9000), "");
  Add("small", "b", true);
  EXPECT_EQ(Next(9000), "small");
  EXPECT_EQ(EndAndNext(), "endless3");
}

TEST_F(AdmissionTest, AllUsersTogetherHaveSoManyOverdueOnes) {
  Add("heavy");
  EXPECT_EQ(Next(), "heavy");
  int64_t now_ms = 0;
  for (int i = 0; i < 6; ++i) Add(std::to_string(i), std::string(1, 'a' + i / 2), true);
  for (int i = 0; i < 5; ++i) EXPECT_NE(Next(now_ms += 1000), "") << i;
  EXPECT_EQ(static_cast<int>(begun_.size()), admission_.most_running());
  EXPECT_EQ(Next(now_ms += 1000), "");
  EXPECT_EQ(admission_.NextChangeMs(), INT64_MAX);
}

TEST_F(AdmissionTest, PlacesInTheQueueAreThoseOfTheOrder) {
  Add("runs", "a");
  EXPECT_EQ(Next(), "runs");
  std::vector<InstancePtr> waiting;
  for (const char* const id : {"a1", "a2", "a3", "b1", "b2"}) {
    waiting.push_back(Add(id, std::string(1, *id)));
  }
  waiting.push_back(Add("urgent", "c", false, 1));
  std::map<int64_t, std::string> places;
  for (const InstancePtr& one : waiting) places[admission_.PlaceOf(*one).ahead] = one->id();
  EXPECT_EQ(admission_.PlaceOf(*waiting[0]).waiting, 6);
  EXPECT_EQ(admission_.PlaceOf(*waiting[0]).running, 1);
  ASSERT_EQ(places.size(), 6U);
  for (const auto& [ahead, id] : places) EXPECT_EQ(EndAndNext(), id) << ahead;
  EXPECT_EQ(admission_.PlaceOf(*waiting[0]).ahead, 0);
}

TEST_F(AdmissionTest, TheQueueHasAnEnd) {
  EXPECT_TRUE(admission_.HasRoom(INT64_MAX / 2));
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(admission_.HasRoom(10));
    Add(std::to_string(i));
  }
  EXPECT_FALSE(admission_.HasRoom(10));
  EXPECT_EQ(Next(), "0");
  EXPECT_TRUE(admission_.HasRoom(10));
  EXPECT_FALSE(admission_.HasRoom(limits_.waiting_bytes));
}

TEST_F(AdmissionTest, WhoIsTakenOutDoesNotBegin) {
  const auto gone = Add("gone", "a");
  Add("stays", "b");
  EXPECT_TRUE(admission_.Remove(*gone));
  EXPECT_FALSE(admission_.Remove(*gone));
  EXPECT_EQ(Next(), "stays");
  EXPECT_EQ(EndAndNext(), "");
  Add("one");
  Add("two", "b", true);
  EXPECT_EQ(admission_.RemoveAll().size(), 2U);
  EXPECT_EQ(Next(), "");
}

}  // namespace
}  // namespace paisql::instances

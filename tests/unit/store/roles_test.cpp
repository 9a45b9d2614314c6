// Roles in the catalog.

#include <gtest/gtest.h>

#include "store/catalog.h"
#include "store/scratch_folder.h"

namespace paisql::store {
namespace {

class RolesTest : public testing::Test {
 protected:
  void SetUp() override {
    auto home = Home::Open(scratch_.path());
    ASSERT_TRUE(home.ok());
    auto catalog = Catalog::Open(*home);
    ASSERT_TRUE(catalog.ok());
    catalog_ = std::move(*catalog);
  }

  const ScratchFolder scratch_;
  std::unique_ptr<Catalog> catalog_;
};

TEST_F(RolesTest, WhatAChangeMakesOfThemIsKept) {
  EXPECT_TRUE(catalog_->ListRoles()->empty());
  const auto add = [](std::vector<Role>* roles) {
    roles->push_back({"b", "acs:ram::1:role/b", {{"oss:GetObject", ""}, {"oss:GetObject", "x"}}});
    roles->push_back({"A", "acs:ram::1:role/a", {}});
    return Status::Ok();
  };
  ASSERT_TRUE(catalog_->ChangeRoles(add).ok());
  std::vector<Role> roles = *catalog_->ListRoles();
  ASSERT_EQ(roles.size(), 2U);
  EXPECT_EQ(roles[0].name, "A");
  EXPECT_TRUE(roles[0].grants.empty());
  EXPECT_EQ(roles[1].arn, "acs:ram::1:role/b");
  EXPECT_EQ(roles[1].grants, (std::vector<Grant>{{"oss:GetObject", ""}, {"oss:GetObject", "x"}}));
  EXPECT_GT(roles[1].created_ms, 0);

  const int64_t created = roles[1].created_ms;
  const auto drop = [](std::vector<Role>* kept) {
    kept->erase(kept->begin());
    kept->front().grants.pop_back();
    return Status::Ok();
  };
  ASSERT_TRUE(catalog_->ChangeRoles(drop).ok());
  roles = *catalog_->ListRoles();
  ASSERT_EQ(roles.size(), 1U);
  EXPECT_EQ(roles[0].grants, (std::vector<Grant>{{"oss:GetObject", ""}}));
  EXPECT_EQ(roles[0].created_ms, created);
}

TEST_F(RolesTest, AChangeThatFailsChangesNothing) {
  const auto fail = [](std::vector<Role>* roles) -> Status {
    roles->push_back({"r", "acs:ram::1:role/r", {}});
    return Error{ErrorCode::kInvalidCommand, "no", {}, ""};
  };
  EXPECT_FALSE(catalog_->ChangeRoles(fail).ok());
  // Neither does one that the catalog refuses: names are one in either letter case.
  const auto twice = [](std::vector<Role>* roles) {
    roles->push_back({"r", "acs:ram::1:role/r", {}});
    roles->push_back({"R", "acs:ram::1:role/r", {}});
    return Status::Ok();
  };
  EXPECT_FALSE(catalog_->ChangeRoles(twice).ok());
  EXPECT_TRUE(catalog_->ListRoles()->empty());
}

}  // namespace
}  // namespace paisql::store

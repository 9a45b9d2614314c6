// Services in the catalog.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/services.h"
#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using testing::HasSubstr;

class ServicesTest : public StoreTest {
 protected:
  void SetUp() override {
    catalog_ = OpenCatalog();
    export_ = scratch_.path() + "/export";
    std::filesystem::create_directories(export_);
    WriteText(export_ + "/saved_model.pb", "model");
    Model model;
    model.project = "default_project";
    model.name = "churn";
    ModelVersion version;
    version.folder = export_;
    version.signatures = "[]";
    Must(catalog_->CreateModel(model, version));
    model_ = *Must(catalog_->FindModel("default_project", "churn"));
    Must(catalog_->AddModelVersion(model_, version));
    services_.emplace(*catalog_);
  }

  ServiceVersion Serving(int64_t model_version) const {
    ServiceVersion version;
    version.processor = "tensorflow";
    version.model_id = model_.id;
    version.model_version = model_version;
    return version;
  }

  Service Made(const std::string& name = "churn") {
    Service service;
    service.project = "default_project";
    service.name = name;
    service.token = "secret";
    service.versions = {Serving(1)};
    return Must(services_->Create(service));
  }

  std::string export_;
  std::unique_ptr<Catalog> catalog_;
  Model model_;
  std::optional<ServiceCatalog> services_;
};

TEST_F(ServicesTest, AServiceIsFoundAsItWasMade) {
  const int64_t revision = Must(services_->Revision());
  Made("Churn");
  EXPECT_GT(Must(services_->Revision()), revision);
  const Service service = *Must(services_->Find("CHURN"));
  EXPECT_EQ(service.name, "Churn");
  EXPECT_EQ(service.token, "secret");
  EXPECT_TRUE(service.running);
  EXPECT_FALSE(service.owner.empty());
  EXPECT_GT(service.created_ms, 0);
  const ServiceVersion& main = service.Main();
  EXPECT_EQ(main.version, 1);
  EXPECT_EQ(main.model_name, "churn");
  EXPECT_EQ(main.model_project, "default_project");
  EXPECT_TRUE(std::filesystem::exists(main.folder + "/saved_model.pb"));
  EXPECT_EQ(Must(services_->List("default_project")).size(), 1U);
  EXPECT_TRUE(Must(services_->List("other")).empty());
  EXPECT_FALSE(Must(services_->Find("other")).has_value());
}

TEST_F(ServicesTest, ANameIsTakenInTheWholeHome) {
  Made();
  Must(catalog_->EnsureProject("other"));
  Service service;
  service.project = "other";
  service.name = "CHURN";
  service.versions = {Serving(1)};
  const Error error = Failure(services_->Create(service));
  EXPECT_EQ(error.code, ErrorCode::kInvalidMetaOperation);
  EXPECT_THAT(error.detail, HasSubstr("already exists in project default_project"));
}

TEST_F(ServicesTest, AChangeIsKeptWhollyOrNotAtAll) {
  const Service made = Made();
  const auto release = [&](Service* service) {
    service->Main().weight = 90;
    ServiceVersion grey = Serving(2);
    grey.role = ServiceRole::kGrey;
    grey.weight = 10;
    service->versions.push_back(grey);
    return Status::Ok();
  };
  const Service released = *Must(services_->Change(made.id, release));
  ASSERT_EQ(released.versions.size(), 2U);
  EXPECT_EQ(released.versions[1].version, 2);
  EXPECT_EQ(released.versions[1].role, ServiceRole::kGrey);

  const int64_t revision = Must(services_->Revision());
  const auto fail = [](Service* service) -> Status {
    service->running = false;
    return Error{ErrorCode::kInvalidCommand, "no", {}, ""};
  };
  EXPECT_EQ(Failure(services_->Change(made.id, fail)).detail, "no");
  EXPECT_TRUE(Must(services_->Find("churn"))->running);
  EXPECT_EQ(Must(services_->Revision()), revision);

  const auto drop_grey = [](Service* service) {
    service->versions.pop_back();
    service->Main().weight = 100;
    return Status::Ok();
  };
  EXPECT_EQ(Must(services_->Change(made.id, drop_grey))->versions.size(), 1U);
  // The number of a version is not given again.
  EXPECT_EQ(Must(services_->Change(made.id, release))->versions[1].version, 3);

  Must(services_->Drop(made.id));
  EXPECT_FALSE(Must(services_->Change(made.id, release)).has_value());
  EXPECT_TRUE(Must(services_->List()).empty());
}

TEST_F(ServicesTest, AModelThatAServiceUsesStays) {
  const Service made = Made();
  EXPECT_EQ(Failure(catalog_->DropModel(model_.id)).detail,
            "service churn uses version 1 of the model");
  Must(catalog_->DropModelVersion(model_.id, 2));  // nobody uses it
  ServiceVersion gone = Serving(2);
  gone.role = ServiceRole::kMirror;
  const Error missing = Failure(services_->Change(made.id, [&](Service* service) {
    service->versions.push_back(gone);
    return Status::Ok();
  }));
  EXPECT_EQ(missing.code, ErrorCode::kModelNotFound);

  // What a service has left behind holds nothing.
  Must(services_->Change(made.id, [&](Service* service) {
    service->Main().role = ServiceRole::kRetired;
    service->versions[0].weight = 0;
    ServiceVersion folder;
    folder.processor = "tensorflow";
    folder.folder = "/exports/churn";
    service->versions.push_back(folder);
    return Status::Ok();
  }));
  Must(catalog_->DropModel(model_.id));
  const Service left = *Must(services_->Find("churn"));
  ASSERT_EQ(left.versions.size(), 1U);
  EXPECT_EQ(left.Main().folder, "/exports/churn");
  EXPECT_EQ(left.Main().model_id, 0);
}

TEST_F(ServicesTest, WhatRunsIsWrittenByTheSupervisor) {
  EXPECT_FALSE(Must(services_->ReadFleet()).has_value());
  const int64_t revision = Must(services_->Revision());
  Must(services_->WriteFleet({{1, 2}, {3, 4}, "boot", "127.0.0.1", 8080, 5}));
  Must(services_->WriteFleet({{1, 2}, {6, 7}, "boot", "127.0.0.1", 8081, 5}));
  const Fleet fleet = *Must(services_->ReadFleet());
  EXPECT_EQ(fleet.supervisor.start, 2);
  EXPECT_EQ(fleet.front.pid, 6);
  EXPECT_EQ(fleet.port, 8081);
  ServiceInstance one;
  one.service_id = 9;
  one.version = 1;
  one.state = InstanceState::kBackoff;
  one.last_error = "no memory";
  ServiceInstance other = one;
  other.index = 1;
  Must(services_->ChangeInstances({one, other}, {}));
  one.state = InstanceState::kReady;
  Must(services_->ChangeInstances({one}, {other}));
  const std::vector<ServiceInstance> instances = Must(services_->ListInstances());
  ASSERT_EQ(instances.size(), 1U);
  EXPECT_EQ(instances[0].state, InstanceState::kReady);
  EXPECT_EQ(instances[0].last_error, "no memory");
  EXPECT_GT(instances[0].updated_ms, 0);
  EXPECT_EQ(Must(services_->Revision()), revision);
}

}  // namespace
}  // namespace paisql::store

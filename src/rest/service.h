#pragma once

// What handlers answer from: the home's catalog and the instances.

#include <memory>
#include <string>

#include "instances/instance_service.h"
#include "rest/catalogs.h"
#include "rest/identity/identity_book.h"
#include "rest/resources/resource_parts.h"
#include "rest/tasks/task_infos.h"
#include "rest/tunnel/tunnel_sessions.h"
#include "rest/volumes/volume_sessions.h"
#include "session/session.h"

namespace paisql::rest {

struct StorageSessions;  // rest/storage/storage_sessions.h

struct Service {
  std::shared_ptr<session::HomeContext> context;
  session::SessionOptions options;  // of each session
  Catalogs& catalogs;               // of which each answer borrows one
  instances::InstanceService& instances;
  std::string address;  // "127.0.0.1:8080", which clients reach
  const IdentityBook& identities;
  ResourceParts resource_parts = {};
  VolumeSessions volume_sessions = {};
  std::string scheme = "http";  // or "https"
  std::string prefix = "/api";  // what endpoints have before the routes
  TunnelSessions tunnels = {};
  std::shared_ptr<StorageSessions> storage = nullptr;  // not null when requests come
  TaskInfos task_infos = {};

  std::string Url() const { return scheme + "://" + address; }
};

// The instance of the id; null if it does not exist, or if the user sees none of that id: another
// one has submitted it and no grant allows to read it. The owner sees all.
instances::InstancePtr FindInstance(const std::string& id, const std::string& user,
                                    Service& service);

}  // namespace paisql::rest

#pragma once

// The table of routes, which a home's supervisor sends its front, as plain values and as JSON.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace paisql::serving {

// A process that answers.
struct RouteInstance {
  std::string id;      // never used again
  std::string socket;  // the path of the Unix socket at which it listens

  bool operator==(const RouteInstance&) const = default;
};

struct RouteVersion {
  std::string version;  // digits
  int64_t weight = 0;   // its share of the weights of all; 0: only who names the version gets it
  std::vector<RouteInstance> instances;  // those that are ready

  bool operator==(const RouteVersion&) const = default;
};

struct ServiceRoute {
  std::string name;               // as in the path
  std::string token;              // "": requests need none
  int64_t rate_limit = 0;         // requests a second; 0: as many as come
  int64_t answer_timeout_ms = 0;  // for an instance to answer; then 504
  int64_t max_body_bytes = 0;
  std::vector<RouteVersion> versions;
  // So many of 100 requests also go to this version, whose answers nobody sees.
  int64_t mirror_percent = 0;
  std::string mirror_version;
  // An instance will be ready soon: while no instance is ready, requests may wait for it.
  bool awaited = false;
  // The service must not run any more.
  bool ends = false;

  bool operator==(const ServiceRoute&) const = default;
};

// Several services that share an address.
struct GroupRoute {
  std::string name;                 // as in the path
  std::vector<std::string> tokens;  // each is taken; none: requests need none
  struct Member {
    std::string service;
    int64_t weight = 0;  // its share of the weights of all

    bool operator==(const Member&) const = default;
  };
  std::vector<Member> members;

  bool operator==(const GroupRoute&) const = default;
};

struct RouteTable {
  int64_t generation = 0;  // of a table that differs from the one before
  std::vector<ServiceRoute> services;
  std::vector<GroupRoute> groups{};

  bool operator==(const RouteTable&) const = default;
};

std::string RoutesToJson(const RouteTable& table);
// kDamaged for a text that RoutesToJson does not make.
Result<RouteTable> RoutesFromJson(const std::string& text);

}  // namespace paisql::serving

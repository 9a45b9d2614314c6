#pragma once

// The statements that do what a page asks of a service. Nothing else changes services, so that
// permissions, checks and the taking back of what cannot be are those of the statements. Pure.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.h"
#include "store/services.h"

namespace paisql::console {

// The statements of an action of the body: {"action": "start"}. Errors are kInvalidCommand, and
// name the member that is wrong.
//   start, stop, drop, rollback
//   scale {"instances": 2}
//   autoscale {"min": 1, "max": 3, "qps": 100, "cpu": 80}, or {"max": 0} to end it
//   set {"properties": {"metadata.rpc.batching": "false"}}
//   update {"model": "p.m", "version": 2, "properties": {…}}
//   release {"model": "p.m", "version": 2, "weight": 10, "mirror": false}
//   split {"weights": {"2": 10, "3": 20}}: of released versions; the main one has the rest
//   mirror {"weight": 10}: of the version that gets copies
//   group {"weight": 30}: of the service in its group
//   switch {"version": 2}, or without one to the released version
Result<std::string> ServiceStatements(const store::Service& service, const nlohmann::json& body);

// DEPLOY SERVICE of {"name": "s", "model": "p.m", "version": 2, "properties": {…}}.
Result<std::string> DeployStatement(const nlohmann::json& body);

}  // namespace paisql::console

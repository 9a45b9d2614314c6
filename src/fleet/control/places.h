#pragma once

// The places in which the processes that serve a home's models keep their shared files.

#include <string>

namespace paisql::fleet {

// In the environment of an instance: the home that it belongs to.
inline constexpr const char* kHomeVariable = "PAISQL_SERVICES_OF";
// Also in an instance's environment: the launch that started it. Processes that an instance starts
// do not get it.
inline constexpr const char* kLaunchVariable = "PAISQL_LAUNCH";
inline constexpr const char* kTokenVariable = "PAISQL_SERVE_TOKEN";
// The processor's configuration, which may be a secret: all users can see a program's arguments.
inline constexpr const char* kModelConfigVariable = "PAISQL_MODEL_CONFIG";
// The same in the environment of a front.
inline constexpr const char* kFrontVariable = "PAISQL_FRONT_OF";

class FleetPlaces {
 public:
  explicit FleetPlaces(std::string home) : home_(std::move(home)) {}

  const std::string& home() const { return home_; }
  std::string Folder() const { return home_ + "/services"; }
  // The process locks this file as long as it lives; the file's content has no meaning.
  std::string SupervisorLock() const { return Folder() + "/supervisor.lock"; }
  std::string FrontLock() const { return Folder() + "/front.lock"; }
  // The supervisor listens here.
  std::string SupervisorSocket() const { return Folder() + "/supervisor.socket"; }
  // Each instance listens at its own socket here. The front connects to them.
  std::string SocketFolder() const { return Folder() + "/sockets"; }
  std::string SupervisorLog() const { return LogFolder() + "/supervisor.log"; }
  std::string FrontLog() const { return LogFolder() + "/front.log"; }
  std::string LogFolder() const { return Folder() + "/logs"; }
  // Each instance prints here, into its own file, that it is ready.
  std::string ReadyFolder() const { return Folder() + "/ready"; }

 private:
  std::string home_;
};

}  // namespace paisql::fleet

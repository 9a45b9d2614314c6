#pragma once

// The Spark cluster on which a job's processes run (jobs/place/spark_place.h).

#include <map>
#include <optional>
#include <string>

namespace paisql::jobs {

struct JobSpec;

struct SparkCluster {
  std::string remote;  // of its Connect server, as paisql.spark.remote has it; may hold a token
  std::string python;  // on this machine, with Spark's client
  std::string token;   // of the server, as the session's kTokenVariable has it; "" for none

  bool operator==(const SparkCluster&) const = default;
};

// The settings of a session that say where its jobs run.
inline constexpr const char* kPlaceSetting = "paisql.job.place";
inline constexpr const char* kRemoteSetting = "paisql.spark.remote";
inline constexpr const char* kPythonSetting = "paisql.spark.python";

// Spark's client finds a server's token there. Scripts do not get it.
inline constexpr const char* kTokenVariable = "SPARK_CONNECT_AUTHENTICATE_TOKEN";

// The cluster that these settings choose, with the token of the environment; nullopt for this
// machine. The Python is as the setting has it, "" without one.
std::optional<SparkCluster> ChooseCluster(const std::map<std::string, std::string>& settings);

// Whether the job runs on this machine, whatever cluster was chosen: programs that visitors of
// this machine look for, or that commit rows as they come.
bool StaysHere(const JobSpec& spec);

}  // namespace paisql::jobs

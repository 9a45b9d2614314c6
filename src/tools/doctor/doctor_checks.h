#pragma once

// The checks of `paisql doctor`. A check reads and asks, and changes nothing. It runs on a thread
// of its own, which is left after a time when it hangs, so the check owns all its data.

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

#include "script/options/session_options.h"

namespace paisql::tools {

enum class Health {
  kOk,
  kNote,     // worth knowing
  kWarning,  // something works less well than it could
  kMissing,  // SQL or training cannot run
};

struct Examined {
  Health health = Health::kOk;
  std::string found;
  std::string cure = {};  // "" when there is nothing to do
};

struct DoctorSubject {
  std::string home_path;
  std::string config;     // --config; "": the default place
  std::string init_file;  // that a prompt would run; "": none
  script::Paths paths;
};

struct Check {
  std::string_view name;
  Examined (*examine)(const DoctorSubject& subject, const std::stop_token& stop);
  int64_t limit_ms;
  // The line on a terminal while the check takes its time; "": it is over at once.
  std::string_view meanwhile = {};
};

// doctor_home.cpp
Examined ExamineHome(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineDisk(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineFileSystem(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineCatalog(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineJobs(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineConfig(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineInitFile(const DoctorSubject& subject, const std::stop_token& stop);

// doctor_services.cpp
Examined ExamineServices(const DoctorSubject& subject, const std::stop_token& stop);

// Judges a kind of file system (its number of statfs) for a home on it.
Examined JudgeFileSystem(uint32_t kind);

// doctor_programs.cpp
Examined ExamineEngine(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExaminePython(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineTensorFlow(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineOss(const DoctorSubject& subject, const std::stop_token& stop);

// doctor_spark.cpp
Examined ExamineSpark(const DoctorSubject& subject, const std::stop_token& stop);

// doctor_machine.cpp
Examined ExamineCards(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineCores(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineMemory(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineJobLimits(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineOpenFiles(const DoctorSubject& subject, const std::stop_token& stop);

// doctor_terminal.cpp
Examined ExamineTimeZones(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineTerminal(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExaminePager(const DoctorSubject& subject, const std::stop_token& stop);
Examined ExamineEditor(const DoctorSubject& subject, const std::stop_token& stop);

}  // namespace paisql::tools

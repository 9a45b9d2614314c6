#pragma once

// Scripts as a session that only checks sees them: what is wrong with their statements, and what
// these would read and write.

#include <string>
#include <vector>

#include "render/error_report.h"
#include "script/check/lineage_text.h"
#include "script/inputs.h"
#include "session/session.h"

namespace paisql::script {

struct Finding {
  bool error = false;
  render::FilePlace place;
  std::string code;  // "" for a warning: the platform numbers none
  std::string message;
  std::string hint;
  size_t statement = 0;  // its number in the file
};

// "job.sql:3:8: error: …" and its hint, whole lines.
std::string FindingText(const Finding& finding);

class ScriptChecker {
 public:
  // The session was opened with check_only, and has to stay.
  explicit ScriptChecker(session::Session& session) : session_(session) {}

  // Checks a file. Its changes count for the files that are checked after it. True when it says
  // that nothing follows.
  bool Check(const ScriptFile& file);

  const std::vector<Finding>& findings() const { return findings_; }
  const std::vector<StatementFlow>& flows() const { return flows_; }

 private:
  void AddError(const Error& error, const syntax::StatementText& statement,
                const std::string& source, size_t number);

  session::Session& session_;
  std::vector<Finding> findings_;
  std::vector<StatementFlow> flows_;
};

}  // namespace paisql::script

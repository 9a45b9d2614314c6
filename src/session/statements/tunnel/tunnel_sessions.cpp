// TUNNEL RESUME, SHOW and PURGE: the sessions of uploads.

#include "base/display/amounts.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "session/statements/tunnel/tunnel.h"
#include "store/history.h"
#include "store/versions.h"

namespace paisql::session {

namespace {

constexpr int64_t kDaysKept = 3;  // as the platform's client keeps them

Error WrongWords(const std::string& what, const SourceRange& range, const std::string& usage) {
  return Error{ErrorCode::kInvalidCommand, what, range, usage};
}

// The session that is named, else the newest one.
Result<tunnel::UploadRecord> FindUpload(const syntax::Word* named, const SourceRange& range,
                                        Run& run) {
  PAISQL_ASSIGN(const std::vector<tunnel::UploadRecord> records,
                tunnel::ListUploads(run.state.home()));
  for (const tunnel::UploadRecord& record : records) {
    if (named == nullptr || record.id == named->text) return record;
  }
  if (named == nullptr) {
    return Error{ErrorCode::kTunnel, "there are no upload sessions", range,
                 "TUNNEL UPLOAD begins one"};
  }
  return Error{ErrorCode::kTunnel, "there is no upload session " + named->text, named->range,
               "TUNNEL SHOW HISTORY; lists them"};
}

Status ShowLines(const char* column, const std::vector<std::string>& lines, Run& run) {
  Answer answer;
  answer.columns = {column};
  for (const std::string& line : lines) {
    answer.rows.push_back({line});
    answer.text += line + "\n";
  }
  return run.out.Show(answer);
}

Status ShowUploads(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  constexpr const char* kHistoryUsage = "TUNNEL SHOW HISTORY [-n number];";
  std::optional<size_t> most;
  if (words.size() == 2 && (words[0].text == "-n" || EqualsIgnoreCase(words[0].text, "-number"))) {
    most = ParseNumber<size_t>(words[1].text);
    if (!most.has_value()) {
      return WrongWords("'" + words[1].text + "' is not a whole number", words[1].range,
                        kHistoryUsage);
    }
  } else if (!words.empty()) {
    return WrongWords("TUNNEL SHOW HISTORY does not take " + words[0].text, words[0].range,
                      kHistoryUsage);
  }
  PAISQL_ASSIGN_AT(range, const std::vector<tunnel::UploadRecord> records,
                   tunnel::ListUploads(run.state.home()));
  Answer answer;
  answer.columns = {"session", "status", "command"};
  for (const tunnel::UploadRecord& record : records) {
    if (most.has_value() && answer.rows.size() == *most) break;
    answer.rows.push_back({record.id, record.status, record.Command()});
    answer.text += record.id + "\t" + record.status + "\t'" + record.Command() + "'\n";
  }
  return run.out.Show(answer);
}

// Back to the session's own project at the end.
class ProjectOfUpload {
 public:
  ProjectOfUpload(State& state, const std::string& project) : state_(state), own_(state.project) {
    state_.project = project;
  }
  ~ProjectOfUpload() { state_.project = own_; }
  ProjectOfUpload(const ProjectOfUpload&) = delete;
  ProjectOfUpload& operator=(const ProjectOfUpload&) = delete;

 private:
  State& state_;
  std::string own_;
};

}  // namespace

Status TunnelShow(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  constexpr const char* kShowUsage =
      "TUNNEL SHOW HISTORY [-n number]; TUNNEL SHOW LOG [session]; TUNNEL SHOW BAD [session];";
  if (words.empty()) return WrongWords("TUNNEL SHOW shows what?", range, kShowUsage);
  const std::string what = ToLower(words[0].text);
  const std::vector<syntax::Word> rest(words.begin() + 1, words.end());
  if (what != "history" && what != "log" && what != "bad") {
    return WrongWords("TUNNEL SHOW does not show " + words[0].text, words[0].range, kShowUsage);
  }
  if (rest.size() > (what == "history" ? 2U : 1U)) {
    return WrongWords("too many words", rest.back().range, kShowUsage);
  }
  if (run.state.checking()) return Status::Ok();
  if (what == "history") return ShowUploads(rest, range, run);
  PAISQL_ASSIGN(const tunnel::UploadRecord record,
                FindUpload(rest.empty() ? nullptr : &rest[0], range, run));
  return what == "log" ? ShowLines("log", record.log, run)
                       : ShowLines("bad_record", record.bad, run);
}

Status TunnelResume(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  constexpr const char* kResumeUsage = "TUNNEL RESUME [-f] [session];";
  bool force = false;
  const syntax::Word* named = nullptr;
  for (const syntax::Word& word : words) {
    if (word.text == "-f" || EqualsIgnoreCase(word.text, "-force")) {
      force = true;
    } else if (named == nullptr && !word.text.starts_with('-')) {
      named = &word;
    } else {
      return WrongWords("TUNNEL RESUME does not take " + word.text, word.range, kResumeUsage);
    }
  }
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(const tunnel::UploadRecord found, FindUpload(named, range, run));
  const SourceRange& place = named != nullptr ? named->range : range;
  if (found.status == "success") {
    return Error{ErrorCode::kTunnel, "the upload session " + found.id + " has succeeded", place,
                 "there is nothing to resume"};
  }
  PAISQL_ASSIGN_AT(place, std::unique_ptr<tunnel::UploadSession> session,
                   tunnel::UploadSession::Reopen(run.state.home(), found.id, force));
  const tunnel::UploadRecord record = session->record();
  store::VersionCatalog versions(run.state.catalog());
  for (const std::string& lease : record.leases) {
    PAISQL_ASSIGN_AT(place, const bool committed, versions.HasFilesOf(lease));
    if (!committed) continue;
    // It was killed between its commit and the note of it.
    PAISQL_TRY_AT(place, session->End("success"));
    run.out.Message("the rows of session " + record.id + " are in the table already");
    run.out.Message("OK");
    return Status::Ok();
  }
  std::vector<syntax::Word> command;
  for (const std::string& word : record.words) command.push_back({word, place});
  const ProjectOfUpload project(run.state, record.project);
  return ResumeUpload(std::move(session), command, place, run);
}

Status TunnelPurge(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  constexpr const char* kPurgeUsage = "TUNNEL PURGE [days]; removes sessions that are older";
  if (words.size() > 1) return WrongWords("too many words", words[1].range, kPurgeUsage);
  std::optional<int64_t> days = kDaysKept;
  if (!words.empty()) days = ParseNumber<int64_t>(words[0].text);
  if (!days.has_value() || *days < 0 || *days > store::kMsOfDay) {
    return WrongWords("'" + words[0].text + "' is not a number of days", words[0].range,
                      kPurgeUsage);
  }
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN_AT(range, const int64_t removed,
                   tunnel::PurgeUploads(run.state.home(), NowMs() - *days * store::kMsOfDay));
  run.out.Message(std::to_string(removed) +
                  (removed == 1 ? " session removed" : " sessions removed"));
  run.out.Message("OK");
  return Status::Ok();
}

}  // namespace paisql::session

#include "tools/tools.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <memory>
#include <stop_token>
#include <string_view>

#include "base/display/amounts.h"
#include "base/error.h"
#include "base/files/files.h"
#include "jobs/service/verify_jobs.h"
#include "oss/warehouse.h"
#include "render/error_report.h"
#include "render/output.h"
#include "render/renderer.h"
#include "script/runner.h"
#include "store/home/home_settings.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"

namespace paisql::tools {

namespace {

constexpr std::array<std::string_view, 3> kSeverities = {"note", "warning", "error"};
constexpr auto kProgressPause = std::chrono::milliseconds(100);

// One line on a terminal, drawn again and again in its place.
class VerifyLine {
 public:
  explicit VerifyLine(bool shown) : shown_(shown) {}
  ~VerifyLine() { Clear(); }
  VerifyLine(const VerifyLine&) = delete;
  VerifyLine& operator=(const VerifyLine&) = delete;

  void Show(int64_t done, int64_t total) {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now - drawn_at_ < kProgressPause) return;
    drawn_at_ = now;
    drawn_ = true;
    WriteAll(STDERR_FILENO,
             fmt::format("\r\x1b[Kchecked {} of {}", BytesText(done), BytesText(total)));
  }

  void Clear() {
    if (drawn_) WriteAll(STDERR_FILENO, "\r\x1b[K");
    drawn_ = false;
  }

 private:
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point drawn_at_;
};

class VerifyReport {
 public:
  VerifyReport() : progress_(terminal::HasCursor(STDERR_FILENO)), output_(STDOUT_FILENO) {}

  void Add(const store::Finding& finding) {
    ++counts_[static_cast<size_t>(finding.severity)];
    progress_.Clear();
    std::string& out = output_.buffer();
    out += kSeverities[static_cast<size_t>(finding.severity)];
    for (const std::string* cell :
         {&finding.kind, &finding.object, &finding.path, &finding.text, &finding.repair}) {
      out += '\t';
      render::AppendEscaped(cell->empty() ? "-" : std::string_view(*cell), true, out);
    }
    out += '\n';
    if (written_.ok()) written_ = output_.Flush();
  }

  VerifyLine& progress() { return progress_; }
  bool clean() const { return counts_[1] + counts_[2] == 0; }
  // False when nobody could read the findings.
  bool Written() const { return written_.ok() || output_.closed(); }

  std::string Totals() const {
    if (counts_[0] + counts_[1] + counts_[2] == 0) return "nothing is wrong";
    return Counted(counts_[2], "error") + ", " + Counted(counts_[1], "warning") + ", " +
           Counted(counts_[0], "note");
  }

 private:
  VerifyLine progress_;
  render::Output output_;
  Status written_ = Status::Ok();
  std::array<int64_t, 3> counts_{};
};

int Fail(const Error& error) {
  render::PrintError(error);
  return error.code == ErrorCode::kInstanceCancelled ? script::kExitInterrupted
                                                     : script::kExitEnvironment;
}

Result<std::unique_ptr<store::Catalog>> OpenCatalog(const std::string& home_path,
                                                    const jobs::Installation& installation,
                                                    bool repair) {
  const std::string path = store::Home::LookAt(home_path).CatalogPath();
  if (!store::HasCatalog(home_path)) {
    return Error{ErrorCode::kEnvironment,
                 "there is no home at " + home_path + ": " + path + " is missing",
                 {},
                 "name the home with --home or PAISQL_HOME"};
  }
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(home_path));
  if (repair && !home.writable()) {
    return Error{ErrorCode::kEnvironment,
                 "home is read-only: " + home.path() + " cannot be written",
                 {},
                 "get permission to write there, or leave --repair out"};
  }
  PAISQL_ASSIGN(std::unique_ptr<store::Catalog> catalog, store::Catalog::Open(home));
  PAISQL_TRY(oss::UseWarehouse(*catalog, {installation.oss_remote, installation.python}));
  return catalog;
}

Result<store::VerifySummary> Verify(store::Catalog& catalog, const store::VerifyOptions& options) {
  PAISQL_ASSIGN(const store::VerifySummary summary, store::VerifyHome(catalog, options));
  PAISQL_TRY(jobs::VerifyJobs(catalog, options));
  return summary;
}

}  // namespace

int RunVerify(const std::string& home_path, const jobs::Installation& installation,
              store::VerifyOptions options) {
  const auto start = std::chrono::steady_clock::now();
  Result<std::unique_ptr<store::Catalog>> catalog =
      OpenCatalog(home_path, installation, options.repair);
  if (!catalog.ok()) return Fail(catalog.error());
  std::stop_source stop;
  (*catalog)->EndWaitingWhen([token = stop.get_token()] { return token.stop_requested(); });
  const terminal::InterruptWatcher watcher([&stop] {
    if (!stop.request_stop()) terminal::EndInterrupted();
  });
  VerifyReport report;
  options.stop = stop.get_token();
  options.report = [&](const store::Finding& finding) { report.Add(finding); };
  options.progress = [&](int64_t done, int64_t total) { report.progress().Show(done, total); };
  const Result<store::VerifySummary> summary = Verify(**catalog, options);
  report.progress().Clear();
  if (!summary.ok()) return Fail(summary.error());
  if (!report.Written()) {
    terminal::PrintLine("paisql: the findings cannot be written");
    return script::kExitEnvironment;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  terminal::PrintLine(fmt::format(
      "{}: {}, {}, {} checked in {:.1f} s", report.Totals(), Counted(summary->tables, "table"),
      Counted(summary->files, "file"), BytesText(summary->bytes), took.count()));
  return report.clean() ? script::kExitDone : script::kExitFailed;
}

}  // namespace paisql::tools

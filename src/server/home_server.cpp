#include "server/home_server.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include "base/system/clock.h"
#include "console/site.h"
#include "http/descriptors.h"
#include "http/server.h"
#include "rest/api.h"
#include "rest/identity/token_key.h"
#include "rest/storage/storage_sessions.h"
#include "server/front.h"
#include "store/home/lease.h"
#include "terminal/terminal.h"

namespace paisql::server {

namespace {

// All results together may have so many times the largest one.
constexpr int64_t kResultsAtOnce = 4;
constexpr int kStopMs = 5000;
constexpr int kDrainMs = 3000;
constexpr size_t kOtherDescriptors = 400;  // of statements, bodies and sources
constexpr int kAnswerMs = 600'000;         // the rows of a large upload become a table meanwhile
// Where people who change the pages have them (docs/contributing.md).
constexpr const char* kPagesVariable = "PAISQL_CONSOLE_PAGES";

int Cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

// Null where the server speaks plain HTTP.
Result<std::unique_ptr<http::TlsIdentity>> ReadTls(const ServerFlags& flags) {
  if (flags.tls_cert.empty()) return std::unique_ptr<http::TlsIdentity>();
  PAISQL_ASSIGN(auto tls, http::TlsIdentity::Read(flags.tls_cert, flags.tls_key));
  if (tls->ends_ms() < NowMs()) {
    terminal::PrintLine("paisql: the certificate of " + flags.tls_cert +
                        " has ended, so clients will refuse it");
  }
  return tls;
}

instances::InstanceLimits LimitsOf(const ServerFlags& flags) {
  const int cores = Cores();
  instances::InstanceLimits limits;
  limits.kept = static_cast<size_t>(flags.keep);
  limits.result_bytes = int64_t{flags.result_mb} << 20;
  limits.all_results_bytes = kResultsAtOnce * limits.result_bytes;
  limits.admission.at_once = flags.at_once > 0 ? flags.at_once : cores * 2;
  limits.admission.small_at_once = std::max(4, cores * 2);
  limits.admission.waiting = static_cast<size_t>(flags.queue);
  return limits;
}

std::string PageFolder() {
  const char* const folder = std::getenv(kPagesVariable);
  return folder == nullptr ? "" : folder;
}

}  // namespace

// Each member may use the members before it, so their reverse order of destruction is safe.
struct HomeServer::Parts {
  std::unique_ptr<http::TlsIdentity> tls;
  std::unique_ptr<rest::IdentityBook> identities;
  std::optional<rest::Catalogs> catalogs;
  std::optional<instances::InstanceService> instances;
  std::unique_ptr<rest::Service> service;
  std::unique_ptr<console::Console> console;
  std::unique_ptr<store::Lease> lease;
  std::optional<rest::Api> api;  // none in a server of pages alone
  std::optional<console::Site> site;
  std::optional<Front> front;
  http::ServerCounts counts;
  std::unique_ptr<http::Server> server;

  Status OpenHome(const ServerFlags& flags, const session::SessionOptions& options);
  Status Listen(const ServerFlags& flags);
};

Status HomeServer::Parts::OpenHome(const ServerFlags& flags,
                                   const session::SessionOptions& options) {
  // Read the file of users first: a wrong one must not make a home.
  if (!flags.user_file.empty()) {
    if (const auto users = rest::ReadUserFile(flags.user_file); !users.ok()) return users.error();
  }
  PAISQL_ASSIGN(tls, ReadTls(flags));
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(options.home_path));
  PAISQL_ASSIGN(const std::string token_key, rest::ReadTokenKey(home.path()));
  PAISQL_ASSIGN(identities, rest::IdentityBook::Open(flags.user_file, token_key));
  catalogs.emplace(home);
  const auto context = std::make_shared<session::HomeContext>(options);
  // A first session makes the default project.
  if (auto first = session::Session::Open(context, options); !first.ok()) return first.error();
  instances.emplace(context, options, LimitsOf(flags));
  service =
      std::make_unique<rest::Service>(context, options, *catalogs, *instances, "", *identities);
  service->storage = std::make_shared<rest::StorageSessions>();
  service->tunnels.limits.bytes = int64_t{flags.session_mb} << 20;
  console = console::MakeConsole(*service, flags.console_only);
  PAISQL_ASSIGN(lease, store::Lease::Acquire(home));
  return Status::Ok();
}

Status HomeServer::Parts::Listen(const ServerFlags& flags) {
  PAISQL_ASSIGN(const std::string staging, lease->StagingFolder());
  const int threads = Cores() * 4;
  if (!flags.console_only) {
    const uint64_t upload_limit_bytes = static_cast<uint64_t>(flags.upload_mb) << 20;
    api.emplace(*service, *identities,
                rest::ApiOptions{"/api", threads, upload_limit_bytes, staging});
  }
  site.emplace(*console, *identities, console::SiteOptions{threads, staging, PageFolder()});
  front.emplace(*site, api ? &*api : nullptr);
  http::ServerOptions listen;
  listen.host = flags.host;
  listen.port = flags.port;
  listen.tls = tls.get();
  listen.body_limit_bytes = std::numeric_limits<size_t>::max();  // each route has its own
  listen.max_connections = http::RoomForConnections(kOtherDescriptors);
  listen.answer_timeout_ms = kAnswerMs;
  Result<std::unique_ptr<http::Server>> started = http::Server::Start(listen, *front, counts);
  if (!started.ok() && flags.any_port) {
    listen.port = 0;
    started = http::Server::Start(listen, *front, counts);
  }
  PAISQL_ASSIGN(server, std::move(started));
  service->address = flags.host + ":" + std::to_string(server->port());
  if (tls != nullptr) service->scheme = "https";
  return Status::Ok();
}

HomeServer::HomeServer() : parts_(std::make_unique<Parts>()) {}
HomeServer::~HomeServer() = default;

Result<std::unique_ptr<HomeServer>> HomeServer::Open(const ServerFlags& flags,
                                                     const session::SessionOptions& options) {
  auto opened = std::make_unique<HomeServer>();
  PAISQL_TRY(opened->parts_->OpenHome(flags, options));
  PAISQL_TRY(opened->parts_->Listen(flags));
  return opened;
}

std::string HomeServer::Url() const { return parts_->service->Url(); }
bool HomeServer::has_pages() const { return parts_->site->has_pages(); }
rest::IdentityBook& HomeServer::identities() { return *parts_->identities; }
http::TlsIdentity* HomeServer::tls() { return parts_->tls.get(); }

bool HomeServer::Stop() {
  const bool stopped = parts_->instances->Stop(kStopMs);
  parts_->server->Drain(kDrainMs);
  if (!stopped) return false;
  if (parts_->api) parts_->api->Finish();
  parts_->site->Finish();
  return true;
}

}  // namespace paisql::server

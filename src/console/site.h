#pragma once

// The console over HTTP: pages below /console, and what they ask below /console/api. Each answer is
// made on a thread of its pool.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "console/console.h"
#include "console/pages/page_files.h"
#include "http/server.h"
#include "rest/identity/identity_book.h"
#include "rest/workers.h"

namespace paisql::console {

struct SiteOptions {
  int threads = 4;           // that make answers
  std::string spool_folder;  // for bodies that are too large for memory
  std::string page_folder;   // of PageFiles
};

class Site final : public http::Handler {
 public:
  // The console and the identities outlive the site.
  Site(Console& console, const rest::IdentityBook& identities, SiteOptions options);
  ~Site() override;
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  // Whether a request with this target is for the console.
  static bool Has(std::string_view target);
  bool has_pages() const { return pages_.has_pages(); }

  std::optional<http::Response> Admit(const http::Request& head) override;
  void Handle(const http::Request& request, const http::Reply& reply) override;
  http::Response RefusalFor(const http::Request& head, int status, std::string text) override;
  void RunElsewhere(std::function<void()> work) override { pieces_.Run(std::move(work)); }
  // Answers what has arrived. Call it before the server ends, to whose connections the answers go.
  void Finish();

 private:
  std::optional<http::Response> RefuseCall(const http::Request& head) const;
  rest::Answer AnswerTo(const rest::Call& call);

  Console& console_;
  const rest::IdentityBook& identities_;
  const SiteOptions options_;
  const PageFiles pages_;
  rest::Workers answers_;
  rest::Workers pieces_;  // of bodies and sources: an answer that takes long must not hold them
};

}  // namespace paisql::console

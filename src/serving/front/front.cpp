#include "serving/front/front.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/system/clock.h"
#include "base/text.h"
#include "serving/access/admission.h"
#include "serving/service/pages.h"

namespace paisql::serving {

namespace {

// More copies at a time are not made: those for whom nobody waits must not fill the memory.
constexpr int64_t kMostMirrors = 64;
constexpr int kRetryAfterSeconds = 1;
// An instance that has died is back in about a second.
constexpr int64_t kPatienceMs = 4000;
constexpr int64_t kMostWaiting = 256;
constexpr int kLookAgainMs = 20;
constexpr uint64_t kIgnoredBodyBytes = uint64_t{64} << 10;

// The request headers that the front does not forward: those of the connection, those that
// http::Client writes, and those that the front checks.
constexpr std::array<std::string_view, 10> kOwnHeaders = {
    "connection", "keep-alive",       "content-length", "transfer-encoding", "upgrade", "te",
    "trailer",    "proxy-connection", "expect",         "authorization"};

int64_t SteadyUs() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

http::Response ErrorOf(const FrontTarget& target, int status, std::string_view text) {
  return target.is_rest ? JsonError(status, text) : TextError(status, text);
}

http::Response NoneReady(const FrontTarget& target) {
  http::Response response = ErrorOf(target, 503, "no instance of the service is ready");
  response.headers.emplace_back("Retry-After", std::to_string(kRetryAfterSeconds));
  return response;
}

// The request as it came to this target, but for what is about the connection.
std::string HeadOf(const http::Request& request, std::string_view target) {
  // The server cuts the body off an answer to HEAD itself.
  std::string head(request.method == "HEAD" ? "GET" : request.method);
  head += ' ';
  head += target;
  head += " HTTP/1.1\r\n";
  request.parts->EachHeader([&head](std::string_view name, std::string_view value) {
    for (const std::string_view own : kOwnHeaders) {
      if (EqualsIgnoreCase(own, name)) return;
    }
    head += name;
    head += ": ";
    head += value;
    head += "\r\n";
  });
  return head;
}

}  // namespace

// A request on its way.
struct Front::Exchange {
  http::Reply reply;
  FrontTarget target;
  std::string head{};
  std::shared_ptr<const std::string> body{};
  int64_t begin_us = 0;
  int timeout_ms = 0;
  InstanceHold hold{};
  std::shared_ptr<VersionCounts> counts{};
  std::vector<std::string> tried{};
  bool broke = false;         // an instance has died with it
  int64_t give_up_at_ms = 0;  // 0: it does not wait for an instance
};

Front::Front(Switchboard& switchboard, FrontMetrics& metrics, const http::ServerCounts& counts,
             size_t loops)
    : switchboard_(switchboard),
      metrics_(metrics),
      counts_(counts),
      client_(loops),
      updates_(loops, 0) {}

Front::~Front() = default;

std::optional<http::Response> Front::Admit(const http::Request& head) {
  const FrontTarget target = FindFrontTarget(head.target);
  const auto refuse = [&](int status, const std::string& text) {
    metrics_.Refused(status);
    return ErrorOf(target, status, text);
  };
  const bool is_get = head.method == "GET" || head.method == "HEAD";
  if (target.page == FrontPage::kMissing) return refuse(404, "there is no such path");
  if (target.page != FrontPage::kService && !is_get) return refuse(405, "this path is for GET");
  // Only services read what is sent.
  if (target.page != FrontPage::kService) {
    if (head.parts->BodyLength().value_or(0) > kIgnoredBodyBytes) {
      return refuse(413, "this path reads no body");
    }
    head.parts->LimitBody(kIgnoredBodyBytes);
  }
  if (target.page != FrontPage::kService && target.page != FrontPage::kUpstreams) return {};
  const auto line = switchboard_.Find(target.service);
  const auto group = line == nullptr ? switchboard_.FindGroup(target.service) : nullptr;
  if (line == nullptr && group == nullptr) return refuse(404, "there is no such service");
  if (target.page == FrontPage::kUpstreams) return {};
  if (group != nullptr) return AdmitToGroup(head, target, *group);
  const ServiceRoute& route = line->route();
  if (!IsAuthorized(head, route.token)) return refuse(401, "the token is missing or wrong");
  if (!target.version.empty() && !line->FindVersion(target.version).has_value()) {
    return refuse(404, "there is no such version");
  }
  if (head.parts->BodyLength().value_or(0) > static_cast<uint64_t>(route.max_body_bytes)) {
    return refuse(413, "the body is larger than this service takes: " +
                           std::to_string(route.max_body_bytes) + " bytes");
  }
  head.parts->LimitBody(static_cast<uint64_t>(route.max_body_bytes));
  if (!line->rate_limit().Take(SteadyUs())) {
    return refuse(429, "more requests a second than the service takes");
  }
  if (line->HasReady() || (route.awaited && waiting_ < kMostWaiting)) return std::nullopt;
  metrics_.Refused(503);
  return NoneReady(target);
}

// The front checks the rest, with the body, when it has chosen the service.
std::optional<http::Response> Front::AdmitToGroup(const http::Request& head,
                                                  const FrontTarget& target,
                                                  const GroupLine& group) {
  const auto refuse = [&](int status, const std::string& text) {
    metrics_.Refused(status);
    return ErrorOf(target, status, text);
  };
  if (!group.Admits(head)) return refuse(401, "the token is missing or wrong");
  if (!target.version.empty()) return refuse(404, "a group of services has no versions");
  int64_t most = 0;
  for (const GroupRoute::Member& member : group.route().members) {
    const auto line = switchboard_.Find(member.service);
    if (line != nullptr && Answers(*line)) most = std::max(most, line->route().max_body_bytes);
  }
  if (most == 0) {
    metrics_.Refused(503);
    return NoneReady(target);
  }
  if (head.parts->BodyLength().value_or(0) > static_cast<uint64_t>(most)) {
    return refuse(413, "the body is larger than the services of the group take: " +
                           std::to_string(most) + " bytes");
  }
  head.parts->LimitBody(static_cast<uint64_t>(most));
  return std::nullopt;
}

bool Front::Answers(const ServiceLine& line) const {
  return line.HasReady() || (line.route().awaited && waiting_ < kMostWaiting);
}

std::optional<http::Response> Front::ChooseOfGroup(const http::Request& request,
                                                   FrontTarget* target) {
  const auto group = switchboard_.FindGroup(target->service);
  if (group == nullptr) return ErrorOf(*target, 404, "there is no such service");
  const auto refuse = [&](int status, const std::string& text) {
    metrics_.Refused(status);
    return ErrorOf(*target, status, text);
  };
  if (group->wants_token() && !IsSignedBody(request)) {
    return refuse(401, std::string(kOtherBody));
  }
  const auto next_of = [&](bool (*may)(const ServiceLine&, const Front&)) {
    return group->Next([&](const std::string& service) {
      const auto line = switchboard_.Find(service);
      return line != nullptr && may(*line, *this);
    });
  };
  auto next = next_of([](const ServiceLine& line, const Front&) { return line.HasReady(); });
  if (!next.has_value()) {
    next = next_of([](const ServiceLine& line, const Front& front) { return front.Answers(line); });
  }
  const auto line = next.has_value() ? switchboard_.Find(*next) : nullptr;
  if (line == nullptr) {
    metrics_.Refused(503);
    return NoneReady(*target);
  }
  target->service = *next;
  if (request.body.size() > static_cast<uint64_t>(line->route().max_body_bytes)) {
    return refuse(413, "the body is larger than this service takes: " +
                           std::to_string(line->route().max_body_bytes) + " bytes");
  }
  if (!line->rate_limit().Take(SteadyUs())) {
    return refuse(429, "more requests a second than the service takes");
  }
  return std::nullopt;
}

void Front::Handle(const http::Request& request, const http::Reply& reply) {
  FrontTarget target = FindFrontTarget(request.target);
  if (target.page != FrontPage::kService) return reply.Send(Show(target, request));
  auto line = switchboard_.Find(target.service);
  const bool of_group = line == nullptr;
  const std::string asked = of_group ? target.service : std::string();
  if (of_group) {
    std::optional<http::Response> refused = ChooseOfGroup(request, &target);
    if (refused.has_value()) return reply.Send(*std::move(refused));
    line = switchboard_.Find(target.service);
  }
  if (line == nullptr) return reply.Send(ErrorOf(target, 404, "there is no such service"));
  if (!of_group && !line->route().token.empty() && !IsSignedBody(request)) {
    metrics_.Refused(401);
    return reply.Send(ErrorOf(target, 401, kOtherBody));
  }
  KeepConnections(reply.loop());
  const auto exchange = std::make_shared<Exchange>(Exchange{reply, std::move(target)});
  exchange->head =
      of_group ? HeadOf(request, RenameInTarget(request.target, asked, exchange->target.service))
               : HeadOf(request, request.target);
  exchange->begin_us = SteadyUs();
  exchange->timeout_ms = static_cast<int>(line->route().answer_timeout_ms);
  exchange->body = std::make_shared<const std::string>(request.parts->TakeBody());
  if (request.method == "POST" && exchange->target.version.empty() && line->MirrorsNext()) {
    Mirror(*exchange, *line);
  }
  Forward(exchange);
}

void Front::KeepConnections(http::Loop& loop) {
  const int64_t now = switchboard_.updates();
  if (std::exchange(updates_[loop.index()], now) != now) {
    client_.KeepOnly(loop, switchboard_.Sockets());
  }
}

http::Response Front::Show(const FrontTarget& target, const http::Request& request) const {
  switch (target.page) {
    case FrontPage::kUpstreams:
      return UpstreamsPage(request.host);
    case FrontPage::kMetrics:
      return {200, "text/plain; version=0.0.4; charset=utf-8", metrics_.Print(counts_)};
    case FrontPage::kAlive:
      return {200, kTextType, "ok\n"};
    default: {
      const bool all = ready_ && switchboard_.AllReady();
      return all ? http::Response{200, kTextType, "ready\n"} : TextError(503, "not ready");
    }
  }
}

void Front::Forward(const std::shared_ptr<Exchange>& exchange) {
  auto choice =
      switchboard_.Choose(exchange->target.service, exchange->target.version, exchange->tried);
  if (!choice.has_value()) {
    if (Waits(exchange)) return;
    // One that was reached and has died is its own fault, which is worth another attempt less.
    return Finish(*exchange, exchange->broke
                                 ? ErrorOf(exchange->target, 500, "the instance has ended")
                                 : NoneReady(exchange->target));
  }
  if (std::exchange(exchange->give_up_at_ms, 0) > 0) --waiting_;
  if (!exchange->tried.empty()) ++choice->counts->repeated;
  exchange->hold = std::move(choice->hold);
  exchange->counts = std::move(choice->counts);
  ++exchange->counts->waiting;
  exchange->tried.push_back(exchange->hold.id());
  client_.Send(exchange->reply.loop(), exchange->hold.socket(), {exchange->head, exchange->body},
               exchange->timeout_ms, [this, exchange](http::ClientAnswer answer) {
                 OnAnswer(exchange, std::move(answer));
               });
}

bool Front::Waits(const std::shared_ptr<Exchange>& exchange) {
  const auto line = switchboard_.Find(exchange->target.service);
  const int64_t now_ms = SteadyMs();
  // One that was tried in vain may be awaited before the table says so.
  const bool awaited =
      line != nullptr && !line->route().ends && (line->route().awaited || !exchange->tried.empty());
  const bool in_time =
      exchange->give_up_at_ms == 0 ? waiting_ < kMostWaiting : now_ms < exchange->give_up_at_ms;
  if (!awaited || !in_time) {
    if (std::exchange(exchange->give_up_at_ms, 0) > 0) --waiting_;
    return false;
  }
  if (exchange->give_up_at_ms == 0) {
    ++waiting_;
    exchange->give_up_at_ms = now_ms + kPatienceMs;
  }
  http::Client::After(exchange->reply.loop(), kLookAgainMs, [this, exchange] {
    // An instance that could not be reached a moment ago may be there.
    exchange->tried.clear();
    Forward(exchange);
  });
  return true;
}

void Front::OnAnswer(const std::shared_ptr<Exchange>& exchange, http::ClientAnswer answer) {
  exchange->hold = {};
  --exchange->counts->waiting;
  switch (answer.end) {
    case http::ClientEnd::kAnswered:
      return Finish(*exchange, std::move(answer.response));
    case http::ClientEnd::kTimeout:
      return Finish(*exchange, ErrorOf(exchange->target, 504, "the instance took too long"));
    case http::ClientEnd::kBroken:
      // A request that ends one instance after the other must not end all of them.
      if (std::exchange(exchange->broke, true)) {
        return Finish(*exchange, ErrorOf(exchange->target, 500, "the instance has ended"));
      }
      break;
    case http::ClientEnd::kNotReached:
      break;
  }
  Forward(exchange);
}

void Front::Finish(Exchange& exchange, http::Response response) {
  if (exchange.counts != nullptr) {
    exchange.counts->Answered(response.status, SteadyUs() - exchange.begin_us);
  } else {
    metrics_.Refused(response.status);
  }
  exchange.reply.Send(std::move(response));
}

void Front::Mirror(const Exchange& exchange, const ServiceLine& line) {
  auto choice = switchboard_.Choose(exchange.target.service, line.route().mirror_version, {});
  if (!choice.has_value()) return;
  if (mirrors_.fetch_add(1) >= kMostMirrors) {
    --mirrors_;
    ++choice->counts->mirrors_dropped;
    return;
  }
  ++choice->counts->mirrored;
  const std::string socket = choice->hold.socket();
  auto hold = std::make_shared<InstanceHold>(std::move(choice->hold));
  client_.Send(exchange.reply.loop(), socket, {exchange.head, exchange.body}, exchange.timeout_ms,
               [this, hold = std::move(hold)](const http::ClientAnswer&) { --mirrors_; });
}

}  // namespace paisql::serving

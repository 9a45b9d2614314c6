#include "rest/api.h"

#include <utility>

#include "base/system/clock.h"
#include "base/text.h"
#include "rest/identity/allowed.h"
#include "rest/routes.h"
#include "store/catalog.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kHealthPath = "/healthz";

int HexDigit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

std::string Decoded(std::string_view text, bool plus_is_blank) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool whole = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                       HexDigit(text[i + 2]) >= 0;
    if (whole) {
      decoded += static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]));
      i += 2;
    } else {
      decoded += text[i] == '+' && plus_is_blank ? ' ' : text[i];
    }
  }
  return decoded;
}

http::Response ResponseOf(Answer answer) {
  http::Response response;
  response.status = answer.status;
  response.content_type = answer.content_type;
  response.body = std::move(answer.body);
  response.headers = std::move(answer.headers);
  response.headers.emplace_back("x-odps-request-id", store::NewInstanceId());
  return response;
}

}  // namespace

Call CallOf(const http::Request& request, std::string_view prefix) {
  Call call;
  call.method = request.method;
  std::string_view target = request.target;
  const size_t mark = target.find('?');
  std::string_view path = target.substr(0, mark);
  if (!prefix.empty() && path.starts_with(prefix)) path.remove_prefix(prefix.size());
  for (const std::string& part : Split(Decoded(path, false), '/')) {
    if (!part.empty()) call.path.push_back(part);
  }
  const std::string_view query =
      mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
  for (const std::string& pair : Split(std::string(query), '&')) {
    if (pair.empty()) continue;
    const size_t equals = pair.find('=');
    const std::string value = equals == std::string::npos ? "" : pair.substr(equals + 1);
    call.query[Decoded(pair.substr(0, equals), true)] = Decoded(value, true);
  }
  request.parts->EachHeader([&](std::string_view name, std::string_view value) {
    call.headers[ToLower(name)] = std::string(value);
  });
  call.body = request.parts->TakeBody();
  return call;
}

Api::Api(Service& service, const IdentityBook& identities, std::string prefix, int threads)
    : service_(service), identities_(identities), prefix_(std::move(prefix)) {
  for (int i = 0; i < threads; ++i) workers_.emplace_back([this] { Work(); });
}

Api::~Api() { Finish(); }

void Api::Finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  workers_.clear();  // waits for them
}

// Nobody sends a body who may not be answered. Whoever watches the server has no key, so that is
// answered before anything is checked.
std::optional<http::Response> Api::Admit(const http::Request& head) {
  const std::string_view path = head.target.substr(0, head.target.find('?'));
  if (head.method == "GET" && (path == kHealthPath || path == prefix_ + std::string(kHealthPath))) {
    http::Response healthy;
    healthy.body = "ok\n";
    return healthy;
  }
  auto judged = identities_.Now()->Judge(head, prefix_, NowMs());
  if (Answer* const refusal = std::get_if<Answer>(&judged)) return ResponseOf(std::move(*refusal));
  return std::nullopt;
}

void Api::Handle(const http::Request& request, const http::Reply& reply) {
  auto judged = identities_.Now()->Judge(request, prefix_, NowMs());
  if (Answer* const refusal = std::get_if<Answer>(&judged)) {
    return reply.Send(ResponseOf(std::move(*refusal)));
  }
  auto call = std::make_shared<Call>(CallOf(request, prefix_));
  Asker asker = std::get<Asker>(std::move(judged));
  call->user = std::move(asker.user);
  call->access_id = std::move(asker.access_id);
  call->allowed = std::move(asker.allowed);
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back([this, call, reply] { reply.Send(ResponseOf(AnswerTo(*call))); });
  }
  wake_.notify_one();
}

Answer Api::AnswerTo(const Call& call) {
  if (auto refusal = RefuseBeyondToken(call, NowMs())) return *std::move(refusal);
  return RespondTo(call, service_);
}

void Api::Work() {
  while (true) {
    std::function<void()> next;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;  // the end
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    next();
  }
}

}  // namespace paisql::rest

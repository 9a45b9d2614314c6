#include "console/site.h"

#include <exception>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "base/text.h"
#include "console/access/guard.h"
#include "console/access/project_access.h"
#include "console/access/tokens.h"
#include "console/answers.h"
#include "console/route.h"
#include "rest/api.h"
#include "rest/late_answer.h"

namespace paisql::console {

namespace {

constexpr std::string_view kRoot = "/console";
constexpr std::string_view kApi = "/console/api";
constexpr std::string_view kSignIn = "sign-in";
constexpr uint64_t kSmallBodyBytes = uint64_t{1} << 20;  // which is kept in memory
constexpr int kPieceThreads = 4;

bool IsBelow(std::string_view target, std::string_view root) {
  if (!target.starts_with(root)) return false;
  const std::string_view rest = target.substr(root.size());
  return rest.empty() || rest[0] == '/' || rest[0] == '?';
}

// A part of the path may have an escaped '/'.
rest::Call CallOf(const http::Request& request) {
  rest::Call call = rest::CallOf(request, kApi);
  call.path.clear();
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  for (const std::string& part : Split(path.substr(kApi.size()), '/')) {
    if (!part.empty()) call.path.push_back(PercentDecode(part));
  }
  return call;
}

bool IsSignIn(const rest::Call& call) {
  return call.method == "POST" && call.path.size() == 1 && call.path[0] == kSignIn;
}

http::Response ResponseOf(rest::Answer answer) {
  http::Response response;
  response.status = answer.status;
  response.content_type = answer.content_type;
  response.body = std::move(answer.body);
  response.headers = std::move(answer.headers);
  response.source = std::move(answer.source);
  response.content_encoding = answer.content_encoding;
  response.headers.emplace_back("Cache-Control", "no-store");
  Harden(response);
  return response;
}

// `signs_in`: there are users, so the page asks for an access id and its secret.
http::Response NoToken(bool signs_in) {
  const nlohmann::json error = {
      {"code", ""},
      {"name", "Unauthorized"},
      {"message", "the token does not hold here"},
      {"cure", signs_in ? "sign in" : "open the address that the program has printed"}};
  return ResponseOf(JsonAnswer({{"error", error}, {"sign_in", signs_in}}, 401));
}

}  // namespace

Site::Site(Console& console, const rest::IdentityBook& identities, SiteOptions options)
    : console_(console),
      identities_(identities),
      options_(std::move(options)),
      pages_(options_.page_folder),
      answers_(options_.threads),
      pieces_(kPieceThreads) {}

Site::~Site() { Finish(); }

void Site::Finish() {
  StopWaiting(console_);
  answers_.Finish();
  pieces_.Finish();
}

bool Site::Has(std::string_view target) { return IsBelow(target, kRoot); }

std::optional<http::Response> Site::Admit(const http::Request& head) {
  head.parts->LimitBody(kSmallBodyBytes);
  const bool local = !identities_.Now()->checks();
  if (const auto why = WhyRefused(head, local)) return ResponseOf(Refusal(403, "Forbidden", *why));
  if (IsBelow(head.target, kApi)) return RefuseCall(head);
  if (head.method != "GET" && head.method != "HEAD") {
    return ResponseOf(Refusal(405, "MethodNotAllowed", "pages are only read"));
  }
  return std::nullopt;
}

// Nobody sends a body who may not be answered.
std::optional<http::Response> Site::RefuseCall(const http::Request& head) const {
  const rest::Call call = CallOf(head);
  if (IsSignIn(call)) return std::nullopt;
  if (!identities_.Now()->JudgePageToken(BearerOf(head.authorization), NowMs())) {
    return NoToken(identities_.Now()->checks());
  }
  const FoundRoute found = FindRoute(call.method, call.path);
  if (found.route == nullptr) {
    const std::string what = call.method + " /" + Join(call.path, "/") + " is not offered";
    return ResponseOf(found.path_is_known ? Refusal(405, "MethodNotAllowed", what)
                                          : Refusal(404, "NoSuchObject", what));
  }
  if (rest::HasNoText(call)) {
    return ResponseOf(
        Refusal(400, "InvalidParameter", "the path or a parameter is not text in UTF-8"));
  }
  const uint64_t limit = found.route->body_limit_bytes;
  if (head.parts->BodyLength().value_or(0) > limit) {
    return ResponseOf(Refusal(
        413, "RequestEntityTooLarge",
        "the body is larger than this request may have: " + std::to_string(limit) + " bytes"));
  }
  head.parts->LimitBody(limit);
  head.parts->SpoolBody(kSmallBodyBytes, options_.spool_folder);
  return std::nullopt;
}

http::Response Site::RefusalFor(const http::Request& /*head*/, int status, std::string text) {
  return ResponseOf(Refusal(status, "InvalidRequest", Trim(text)));
}

void Site::Handle(const http::Request& request, const http::Reply& reply) {
  if (!IsBelow(request.target, kApi)) {
    std::string_view path = request.target.substr(0, request.target.find('?'));
    path.remove_prefix(kRoot.size());
    while (path.starts_with('/')) path.remove_prefix(1);
    http::Response page = pages_.Answer(path);
    Harden(page);
    return reply.Send(std::move(page));
  }
  auto call = std::make_shared<rest::Call>(CallOf(request));
  const auto asker = identities_.Now()->JudgePageToken(BearerOf(request.authorization), NowMs());
  if (!asker && !IsSignIn(*call)) return reply.Send(NoToken(identities_.Now()->checks()));
  if (asker) {
    call->user = asker->user;
    call->access_id = asker->access_id;
  }
  call->body = request.parts->TakeBody();
  call->spooled = request.parts->TakeSpooledBody();
  answers_.Run([this, call, reply] {
    const auto send = [reply](rest::Answer answer) { reply.Send(ResponseOf(std::move(answer))); };
    rest::Answer answer = AnswerTo(*call);
    if (answer.later == nullptr) return send(std::move(answer));
    rest::SendLater(answer.later, reply, answers_, send);
  });
}

// What a library throws ends this request alone.
rest::Answer Site::AnswerTo(const rest::Call& call) {
  try {
    if (IsSignIn(call)) return SignIn(call, *identities_.Now(), NowMs());
    const FoundRoute found = FindRoute(call.method, call.path);
    if (!found.route->of_no_project) {
      if (const auto refused = RefuseProject(call, console_)) return RefusalOf(*refused, call);
    }
    return rest::WithFirstPiece(found.route->respond(call, console_),
                                [&call](const Error& error) { return RefusalOf(error, call); });
  } catch (const std::exception& failure) {
    return Refusal(500, "InternalServerError", "the request could not be answered");
  }
}

}  // namespace paisql::console

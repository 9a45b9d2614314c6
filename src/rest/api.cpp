#include "rest/api.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/system/clock.h"
#include "base/text.h"
#include "rest/identity/allowed.h"
#include "rest/identity/stranger.h"
#include "rest/late_answer.h"
#include "rest/routes.h"
#include "store/catalog.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kHealthPath = "/healthz";
constexpr uint64_t kSmallBodyBytes = uint64_t{1} << 20;  // which is kept in memory
constexpr uint64_t kStatementBytes = uint64_t{64} << 20;
// Pieces are short work.
constexpr int kPieceThreads = 4;

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

uint64_t LimitOf(BodyKind kind, const ApiOptions& options) {
  switch (kind) {
    case BodyKind::kSmall:
      return kSmallBodyBytes;
    case BodyKind::kStatements:
      return kStatementBytes;
    case BodyKind::kFile:
    case BodyKind::kRows:
      return options.upload_limit_bytes;
  }
  return 0;
}

struct Refusal {
  int status;
  std::string_view code;
};

constexpr Refusal kRefusals[] = {
    {408, "RequestTimeout"},
    {413, "RequestEntityTooLarge"},
    {507, "InsufficientStorage"},
};

Answer RefusalOf(const Call& call, int status, std::string_view text) {
  const auto* const found = std::ranges::find(kRefusals, status, &Refusal::status);
  const std::string_view code = found == std::end(kRefusals) ? "InvalidRequest" : found->code;
  const Route* const route = FindRoute(call);
  const bool is_json = route != nullptr && route->body == BodyKind::kRows;
  return is_json ? JsonError(status, code, text) : XmlError(status, code, text);
}

// "/mcqa/projects/p/instances…" is what "/projects/p/instances…" is, for query acceleration.
bool IsOfMaxQa(const std::vector<std::string>& path) {
  return path.size() > 3 && path[0] == "mcqa" && path[1] == "projects" &&
         (path[3] == "instances" || path[3] == "sessions");
}

http::Response ResponseOf(Answer answer) {
  const std::string id = store::NewInstanceId();
  NameRequest(id, answer);
  http::Response response;
  response.status = answer.status;
  response.content_type = answer.content_type;
  response.body = std::move(answer.body);
  response.headers = std::move(answer.headers);
  response.source = std::move(answer.source);
  response.content_encoding = answer.content_encoding;
  response.headers.emplace_back("x-odps-request-id", id);
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
  if (IsOfMaxQa(call.path)) {
    call.path.erase(call.path.begin());
    call.interactive = true;
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
  return call;
}

Api::Api(Service& service, const IdentityBook& identities, ApiOptions options)
    : service_(service),
      identities_(identities),
      options_(std::move(options)),
      answers_(options_.threads),
      pieces_(kPieceThreads) {}

Api::~Api() { Finish(); }

void Api::Finish() {
  answers_.Finish();
  pieces_.Finish();
}

// Nobody sends a body who may not be answered. Whoever watches the server has no key, so that is
// answered before anything is checked.
std::optional<http::Response> Api::Admit(const http::Request& head) {
  const std::string_view path = head.target.substr(0, head.target.find('?'));
  if (head.method == "GET" &&
      (path == kHealthPath || path == options_.prefix + std::string(kHealthPath))) {
    http::Response healthy;
    healthy.body = "ok\n";
    return healthy;
  }
  auto judged = identities_.Now()->Judge(head, options_.prefix, NowMs());
  if (Answer* const refusal = std::get_if<Answer>(&judged)) return ResponseOf(std::move(*refusal));
  return AdmitBody(head);
}

std::optional<http::Response> Api::AdmitBody(const http::Request& head) const {
  head.parts->LimitBody(kSmallBodyBytes);
  if (head.method == "GET" && head.parts->BodyLength().value_or(0) == 0) return std::nullopt;
  const Call call = CallOf(head, options_.prefix);
  const Route* const route = FindRoute(call);
  if (route == nullptr) return ResponseOf(RespondTo(call, service_));  // which is not offered
  const uint64_t limit = LimitOf(route->body, options_);
  if (head.parts->BodyLength().value_or(0) > limit) {
    return ResponseOf(RefusalOf(
        call, 413,
        "the body is larger than this request may have: " + std::to_string(limit) + " bytes"));
  }
  head.parts->LimitBody(limit);
  head.parts->SpoolBody(kSmallBodyBytes, options_.spool_folder);
  return std::nullopt;
}

http::Response Api::RefusalFor(const http::Request& head, int status, std::string text) {
  return ResponseOf(RefusalOf(CallOf(head, options_.prefix), status, Trim(text)));
}

void Api::Handle(const http::Request& request, const http::Reply& reply) {
  auto judged = identities_.Now()->Judge(request, options_.prefix, NowMs());
  if (Answer* const refusal = std::get_if<Answer>(&judged)) {
    return reply.Send(ResponseOf(std::move(*refusal)));
  }
  auto call = std::make_shared<Call>(CallOf(request, options_.prefix));
  Asker asker = std::get<Asker>(std::move(judged));
  call->user = std::move(asker.user);
  call->access_id = std::move(asker.access_id);
  call->allowed = std::move(asker.allowed);
  call->body = request.parts->TakeBody();
  call->spooled = request.parts->TakeSpooledBody();
  answers_.Run([this, call, reply] {
    const auto send = [reply](Answer answer) { reply.Send(ResponseOf(std::move(answer))); };
    Answer answer = AnswerTo(*call);
    if (answer.later == nullptr) return send(std::move(answer));
    SendLater(answer.later, reply, answers_, send);
  });
}

// What a library throws ends this request alone.
Answer Api::AnswerTo(const Call& call) {
  try {
    if (HasNoText(call)) {
      return XmlError(400, "InvalidParameter", "the path or a parameter is not text in UTF-8");
    }
    if (auto refusal = RefuseBeyondToken(call, NowMs())) return *std::move(refusal);
    if (auto refusal = RefuseStranger(call, service_)) return *std::move(refusal);
    Answer answer = RespondTo(call, service_);
    const bool is_xml = answer.content_type == "application/xml";
    return WithFirstPiece(std::move(answer), [is_xml](const Error& error) {
      return is_xml ? XmlErrorOf(error) : JsonErrorOf(error);
    });
  } catch (const std::exception& failure) {
    return XmlError(500, "InternalServerError", "the request could not be answered");
  }
}

}  // namespace paisql::rest

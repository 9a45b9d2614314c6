// What is asked of a service itself: its signatures, and requests of a form.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "base/system/clock.h"
#include "console/answers.h"
#include "console/console.h"
#include "console/services/front_client.h"
#include "console/services/service_routes.h"
#include "console/services/service_state.h"

namespace paisql::console {

namespace {

using nlohmann::json;
using rest::Answer;
using rest::Call;

constexpr size_t kMostShown = size_t{1} << 20;  // of an answer
constexpr int64_t kMostMs = 18'000;             // for an answer of a service
constexpr int kGiveUpMs = 19'500;
constexpr size_t kMostSignatures = 16;
constexpr int64_t kSignatureMs = 5000;  // for all signatures of a service

Answer Busy(const Call& call) {
  return RefusalOf({ErrorCode::kInstanceCancelled,
                    "other requests of this console to services have not been answered yet",
                    {},
                    "try again in some seconds"},
                   call);
}

// All that is needed to ask a service, read before anybody waits.
struct Target {
  FrontAddress front;
  std::string name;
  std::string token;
  std::stop_token stop;

  FrontRequest Request(std::string method, std::string target) const {
    FrontRequest request{std::move(method), std::move(target), {}, ""};
    if (!token.empty()) request.headers.emplace_back("Authorization", token);
    return request;
  }
};

Result<Target> TargetOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Service service, ServiceOf(call, *catalog));
  PAISQL_ASSIGN(FrontAddress front, FrontOf(*catalog));
  return Target{std::move(front), service.name, service.token, console.services->stop.get_token()};
}

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == '~';
}

std::string EncodedWord(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string made;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (IsUnreserved(c)) {
      made += c;
    } else {
      made += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
    }
  }
  return made;
}

// The names of all signatures, as TensorFlow Serving tells them; none for what serves no such
// model.
std::vector<std::string> SignatureNames(const Target& target, int64_t deadline_ms) {
  std::vector<std::string> names;
  const auto answer =
      AskFront(target.front, target.Request("GET", "/v1/models/" + target.name + "/metadata"),
               kMostShown, deadline_ms - SteadyMs(), target.stop);
  if (!answer.ok() || answer->status != 200) return names;
  const json read = json::parse(answer->body, nullptr, false);
  const json::json_pointer place("/metadata/signature_def/signature_def");
  if (!read.is_object() || !read.contains(place) || !read.at(place).is_object()) return names;
  for (const auto& [name, signature] : read.at(place).items()) names.push_back(name);
  if (names.size() > kMostSignatures) names.resize(kMostSignatures);
  return names;
}

// null where the service does not answer with one.
json SignatureOf(const Target& target, const std::string& name, int64_t deadline_ms) {
  const std::string path =
      "/api/predict/" + target.name + (name.empty() ? "" : "?signature_name=" + EncodedWord(name));
  const auto answer = AskFront(target.front, target.Request("GET", path), kMostShown,
                               deadline_ms - SteadyMs(), target.stop);
  if (!answer.ok() || answer->status != 200) return {};
  json read = json::parse(answer->body, nullptr, false);
  return read.is_object() && read.contains("inputs") ? read : json();
}

json SignaturesJson(const Target& target) {
  const int64_t deadline_ms = SteadyMs() + kSignatureMs;
  const json first = SignatureOf(target, "", deadline_ms);
  json list = json::array();
  for (const std::string& name : SignatureNames(target, deadline_ms)) {
    json one = SignatureOf(target, name, deadline_ms);
    if (one.is_object()) list.push_back(std::move(one));
  }
  if (list.empty() && first.is_object()) list.push_back(first);
  const std::string main = first.is_object() ? first.value("signature_name", "") : "";
  return {{"signatures", std::move(list)}, {"default", main}};
}

// Whether the path is one of the service's own, and can stand in a request.
bool IsOwnTarget(const std::string& target, const std::string& service) {
  const bool plain = std::ranges::all_of(
      target, [](char c) { return c > ' ' && static_cast<unsigned char>(c) < 0x7F && c != '#'; });
  if (!plain) return false;
  for (const std::string& begin : {"/api/predict/" + service, "/v1/models/" + service}) {
    if (!target.starts_with(begin)) continue;
    if (target.size() == begin.size()) return true;
    const char next = target[begin.size()];
    return next == '/' || next == '?' || next == ':';
  }
  return false;
}

bool IsUtf8(const std::string& text) {
  const json quoted = text;
  try {
    (void)quoted.dump();
    return true;
  } catch (const json::type_error&) {
    return false;
  }
}

Answer Asked(const Target& target, const FrontRequest& request, const Call& call) {
  const int64_t begin_us = NowMicros();
  const Result<FrontAnswer> answer =
      AskFront(target.front, request, kMostShown, kMostMs, target.stop);
  const double took = static_cast<double>(NowMicros() - begin_us) / 1000.0;
  if (!answer.ok()) {
    Answer refusal = RefusalOf(answer.error(), call);
    refusal.status = answer.error().code == ErrorCode::kInstanceCancelled ? 504 : 502;
    return refusal;
  }
  return JsonAnswer({{"status", answer->status},
                     {"latency_ms", took},
                     {"content_type", answer->content_type},
                     {"request_id", answer->request_id},
                     {"body", answer->body},
                     {"bytes", answer->bytes},
                     {"truncated", answer->truncated},
                     {"binary", !answer->truncated && !IsUtf8(answer->body)}});
}

Result<FrontRequest> RequestOf(const Call& call, const Target& target) {
  PAISQL_ASSIGN(const std::string text, call.WholeBody(uint64_t{4} << 20));
  const json body = json::parse(text, nullptr, false);
  if (!body.is_object()) {
    return Error{ErrorCode::kInvalidCommand, "the body is not a JSON object", {}, ""};
  }
  const std::string path = body.value("target", json()).is_string()
                               ? body["target"].get<std::string>()
                               : "/api/predict/" + target.name;
  if (!IsOwnTarget(path, target.name)) {
    return Error{ErrorCode::kInvalidCommand,
                 "'" + path + "' is not a path of service " + target.name,
                 {},
                 "those below /api/predict/" + target.name + " and /v1/models/" + target.name};
  }
  FrontRequest request = target.Request("POST", path);
  const auto sent = body.find("body");
  if (sent == body.end() || !sent->is_string()) {
    return Error{ErrorCode::kInvalidCommand, "'body' is not a text", {}, ""};
  }
  request.body = sent->get<std::string>();
  request.headers.emplace_back("Content-Type",
                               request.body.starts_with('[') || request.body.starts_with('{')
                                   ? "application/json"
                                   : "text/plain");
  return request;
}

}  // namespace

json ReadLogPiece(const std::string& path, int64_t after) {
  constexpr int64_t kPiece = int64_t{256} << 10;
  constexpr int64_t kTail = int64_t{64} << 10;
  json made = {{"text", ""}, {"next", 0}, {"size", 0}};
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return made;
  const int64_t size = lseek(file.get(), 0, SEEK_END);
  int64_t from = after < 0 ? std::max<int64_t>(0, size - kTail) : after > size ? 0 : after;
  std::string text(static_cast<size_t>(std::min(kPiece, size - from)), '\0');
  const ssize_t count = pread(file.get(), text.data(), text.size(), from);
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  const int64_t next = from + static_cast<int64_t>(text.size());
  // The last lines begin with a whole one.
  const size_t line = text.find('\n');
  if (after < 0 && from > 0 && line != std::string::npos) text.erase(0, line + 1);
  made["text"] = std::move(text);
  made["next"] = next;
  made["size"] = size;
  return made;
}

Answer TellSignature(const Call& call, Console& console) {
  const Result<Target> target = TargetOf(call, console);
  if (!target.ok()) return RefusalOf(target.error(), call);
  return AnswerElsewhere(
      *console.services, [target = *target] { return JsonAnswer(SignaturesJson(target)); },
      kGiveUpMs, [call] { return Busy(call); });
}

Answer CallService(const Call& call, Console& console) {
  const Result<Target> target = TargetOf(call, console);
  if (!target.ok()) return RefusalOf(target.error(), call);
  const Result<FrontRequest> request = RequestOf(call, *target);
  if (!request.ok()) return RefusalOf(request.error(), call);
  return AnswerElsewhere(
      *console.services,
      [target = *target, request = *request, call] { return Asked(target, request, call); },
      kGiveUpMs, [call] { return Busy(call); });
}

}  // namespace paisql::console

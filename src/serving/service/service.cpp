#include "serving/service/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/system/clock.h"
#include "base/text.h"
#include "serving/access/admission.h"
#include "serving/service/pages.h"
#include "serving/wire/array_message.h"
#include "serving/wire/compression.h"
#include "serving/wire/examples.h"
#include "serving/wire/json_call.h"

namespace paisql::serving {

namespace {

using inference::Tensor;

bool IsServingPage(Page page) {
  switch (page) {
    case Page::kModelStatus:
    case Page::kModelMetadata:
    case Page::kModelPredict:
    case Page::kModelClassify:
    case Page::kModelRegress:
      return true;
    default:
      return false;
  }
}

bool Computes(Page page) {
  return page == Page::kPredict || page == Page::kModelPredict || page == Page::kModelClassify ||
         page == Page::kModelRegress;
}

http::Response Refuse(Page page, int status, std::string_view text) {
  return IsServingPage(page) ? JsonError(status, text) : TextError(status, text);
}

constexpr std::string_view kOfQueue =
    "this is a request of QueueClient, for a queue service (asynchronous inference), which is not "
    "offered: ask a service by PredictClient";

bool HasHeaderOfQueue(const http::Request& request) {
  bool found = false;
  if (request.parts == nullptr) return false;
  request.parts->EachHeader([&found](std::string_view name, std::string_view /*value*/) {
    found = found || ToLower(name).starts_with("x-eas-queueservice-");
  });
  return found;
}

// A call and how its outputs become the body of an answer.
struct Question {
  Call call;
  std::string_view content_type = kJsonType;
  std::function<Result<std::string>(std::span<const Tensor>)> write;
};

bool IsJson(const http::Request& request, std::string_view body) {
  return request.content_type.starts_with(kJsonType) || body.starts_with('[') ||
         body.starts_with('{');
}

Question OfJson(JsonCall read) {
  Question question{std::move(read.call), kJsonType, {}};
  question.write = [form = read.form, names = OutputNames(question.call)](auto outputs) {
    return WriteJsonAnswer(form, names, outputs);
  };
  return question;
}

using ExampleWriter = Result<std::string> (*)(std::span<const std::string> names,
                                              std::span<const Tensor> outputs);

Question OfExamples(Call call, ExampleWriter writer) {
  Question question{std::move(call), kJsonType, {}};
  question.write = [writer, names = OutputNames(question.call)](auto outputs) {
    return writer(names, outputs);
  };
  return question;
}

Result<Question> ReadQuestion(const Target& target, const http::Request& request,
                              std::string_view body,
                              const std::vector<inference::Signature>& signatures) {
  if (target.page == Page::kModelPredict) {
    PAISQL_ASSIGN(JsonCall read, ReadServingJson(body, signatures));
    return OfJson(std::move(read));
  }
  if (target.page != Page::kPredict) {
    const bool classify = target.page == Page::kModelClassify;
    PAISQL_ASSIGN(Call call, ReadExamples(body, signatures));
    return OfExamples(std::move(call), classify ? WriteClasses : WriteValues);
  }
  if (IsJson(request, body)) {
    PAISQL_ASSIGN(JsonCall read, ReadEasJson(body, signatures, target.signature_name));
    return OfJson(std::move(read));
  }
  PAISQL_ASSIGN(Call call, ReadPredictRequest(body, signatures));
  Question question{std::move(call), "application/octet-stream", {}};
  question.write = [names = OutputNames(question.call)](auto outputs) {
    return WritePredictResponse(names, outputs);
  };
  return question;
}

int CpuCount() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

}  // namespace

Service::Service(ServiceOptions options, inference::Model& model, const http::ServerCounts& counts,
                 size_t loops)
    : options_(std::move(options)),
      model_(model),
      counts_(counts),
      rate_limit_(options_.settings.rate_limit),
      warm_up_(
          WarmUpModel(model, options_.settings.max_batch_size, options_.warm_up_calls, cost_)) {
  BatchOptions batch;
  if (options_.settings.batching != 0) batch.joinable = warm_up_.joinable;
  batch.max_batch_rows = options_.settings.max_batch_size;
  batch.max_batch_us = options_.settings.max_batch_timeout_ms * 1000;
  batch.max_queue = options_.settings.max_queue_size;
  batch.workers = static_cast<int>(std::min<int64_t>(options_.settings.worker_threads, CpuCount()));
  batch.loops = loops;
  batcher_ = std::make_unique<Batcher>(model_, cost_, metrics_, std::move(batch));
}

std::optional<http::Response> Service::Admit(const http::Request& head) {
  if (IsOfQueue(head.target)) return TextError(400, kOfQueue);
  const FoundTarget found = FindTarget(head.method, head.target, options_.name);
  const Target& target = found.target;
  switch (found.missing) {
    case Missing::kPath:
      return TextError(404, "there is nothing at this path");
    case Missing::kService:
      return TextError(404, "there is no such service here");
    case Missing::kMethod:
      return TextError(405, "this path does not take this method");
    case Missing::kNothing:
      break;
  }
  std::optional<http::Response> refusal;
  if (target.wants_token && !IsAuthorized(head, options_.token)) {
    refusal = Refuse(target.page, 401, "the token of the service is missing or wrong");
  } else if (!target.version.empty() && target.version != options_.version) {
    refusal = Refuse(target.page, 404,
                     "there is no version " + target.version + " of " + options_.name + " here");
  } else if (Computes(target.page) && !rate_limit_.Take(SteadyUs())) {
    refusal = Refuse(target.page, 429, "too many requests a second (metadata.rpc.rate_limit)");
  }
  if (refusal.has_value() && Computes(target.page)) metrics_.Answered(refusal->status, 0);
  return refusal;
}

void Service::Handle(const http::Request& request, const http::Reply& reply) {
  const Target target = FindTarget(request.method, request.target, options_.name).target;
  if (Computes(target.page)) {
    try {
      return Predict(target, request, reply);
    } catch (const std::bad_alloc&) {
      metrics_.Answered(500, 0);
      return reply.Send(Refuse(target.page, 500, "there is too little memory for the request"));
    }
  }
  http::Response response = Show(target, request);
  response.content_encoding = Compress(request.accept_encoding, response.body);
  reply.Send(std::move(response));
}

http::Response Service::Show(const Target& target, const http::Request& request) {
  switch (target.page) {
    case Page::kSignature:
      return SignaturePage(model_, target.signature_name);
    case Page::kUpstreams:
      return UpstreamsPage(request.host);
    case Page::kModelStatus:
      return ModelStatusPage(options_.version);
    case Page::kModelMetadata:
      return ModelMetadataPage(model_, options_.names, options_.name, options_.version);
    case Page::kMetrics:
      return {200, "text/plain; version=0.0.4; charset=utf-8",
              metrics_.Print(options_.name, options_.version, counts_) + LogMetrics()};
    case Page::kAlive:
      return {200, kTextType, "ok\n"};
    case Page::kReady:
      break;
    case Page::kPredict:
    case Page::kModelPredict:
    case Page::kModelClassify:
    case Page::kModelRegress:
      PAISQL_UNREACHABLE("Handle gives a page that computes to Predict");
  }
  return ready_ ? http::Response{200, kTextType, "ready\n"} : TextError(503, "the server ends");
}

std::string Service::LogMetrics() const {
  if (options_.log == nullptr) return "";
  return options_.log->Print(ServiceMetrics::Labels(options_.name, options_.version));
}

void Service::Predict(const Target& target, const http::Request& request,
                      const http::Reply& reply) {
  const int64_t begin_us = SteadyUs();
  const auto refuse = [&](int status, std::string_view text) {
    metrics_.Answered(status, SteadyUs() - begin_us);
    reply.Send(Refuse(target.page, status, text));
  };
  if (!options_.token.empty() && !IsSignedBody(request)) {
    return refuse(401, kOtherBody);
  }
  const auto limit = static_cast<size_t>(options_.settings.max_body_bytes);
  const auto plain = Decompress(request.body, request.content_encoding, limit);
  if (!plain.ok()) return refuse(StatusOf(plain.error()), plain.error().detail);
  const std::string_view body = plain->has_value() ? std::string_view(**plain) : request.body;
  PredictBody(target, body, request, reply, begin_us);
}

void Service::PredictBody(const Target& target, std::string_view body, const http::Request& request,
                          const http::Reply& reply, int64_t begin_us) {
  Result<Question> question = ReadQuestion(target, request, body, model_.signatures());
  const std::shared_ptr<LogEntry> kept =
      EntryOf(request, question.ok() ? &question->call : nullptr);
  const auto answer = [this, page = target.page, reply, begin_us, kept,
                       accept = std::string(request.accept_encoding)](
                          Outcome outcome, std::string_view type, const auto& write) {
    http::Response response;
    if (outcome.status == 200) {
      Result<std::string> text = write(outcome.outputs);
      if (text.ok()) {
        response = {200, type, *std::move(text)};
        response.content_encoding = Compress(accept, response.body);
      } else {
        outcome.status = StatusOf(text.error());
        outcome.error = text.error().detail;
      }
    }
    if (outcome.status != 200) response = Refuse(page, outcome.status, outcome.error);
    if (kept != nullptr) response.request_id = kept->request_id;
    const int64_t latency_us = SteadyUs() - begin_us;
    metrics_.Answered(outcome.status, latency_us);
    reply.Send(std::move(response));
    if (kept != nullptr) Keep(*kept, std::move(outcome), latency_us);
  };
  if (!question.ok()) {
    const Error error = HasHeaderOfQueue(request)
                            ? Error{ErrorCode::kUnsupported, std::string(kOfQueue), {}, ""}
                            : question.error();
    const auto none = [](std::span<const Tensor>) -> Result<std::string> { return std::string(); };
    return answer({StatusOf(error), error.detail}, kTextType, none);
  }
  Call call = std::move(question->call);
  call.deadline_ms = SteadyMs() + options_.settings.keepalive_ms;
  call.done = [answer, type = question->content_type, write = std::move(question->write)](
                  Outcome outcome) { answer(std::move(outcome), type, write); };
  batcher_->Submit(std::move(call), reply.loop());
}

std::shared_ptr<LogEntry> Service::EntryOf(const http::Request& request, const Call* call) {
  if (options_.log == nullptr) return nullptr;
  auto entry = options_.log->Begin(request.request_id);
  if (entry != nullptr && call != nullptr) {
    entry->signature = call->signature;
    entry->inputs = call->inputs;  // numbers are shared
    entry->output_names = OutputNames(*call);
  }
  return entry;
}

void Service::Keep(LogEntry& entry, Outcome outcome, int64_t latency_us) {
  entry.status = outcome.status;
  entry.error = std::move(outcome.error);
  entry.outputs = std::move(outcome.outputs);
  entry.latency_us = latency_us;
  options_.log->Add(std::move(entry));
}

}  // namespace paisql::serving

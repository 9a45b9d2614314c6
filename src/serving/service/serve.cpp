#include "serving/service/serve.h"

#include <memory>
#include <utility>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/files/source_file.h"
#include "serving/service/listening.h"
#include "serving/wire/array_message.h"
#include "serving/wire/json_call.h"

namespace paisql::serving {

namespace {

Result<Call> ReadBody(const std::string& body,
                      const std::vector<inference::Signature>& signatures) {
  if (!body.starts_with('[') && !body.starts_with('{')) return ReadPredictRequest(body, signatures);
  PAISQL_ASSIGN(JsonCall read, ReadEasJson(body, signatures, ""));
  return std::move(read.call);
}

// The call of a file that holds the body of a request to /api/predict: protocol buffers, or JSON of
// rows or columns. An error names the file: one that cannot be read, or (kInvalidCommand) does not
// fit the model.
Result<Call> ReadWarmUpRequest(const std::string& path,
                               const std::vector<inference::Signature>& signatures) {
  PAISQL_ASSIGN(const std::string body, ReadSource(path));
  Result<Call> call = ReadBody(body, signatures);
  if (call.ok()) return call;
  return Error{ErrorCode::kInvalidCommand,
               "the request of the warm-up, " + path + ", does not fit: " + call.error().detail,
               {},
               "store the body of a request that the model answers"};
}

}  // namespace

void BlockEnd() { BlockSignals(kEndings); }

Result<bool> Serve(const ServeOptions& options, inference::Model& model,
                   const std::function<void(const Serving&)>& ready) {
  PAISQL_ASSIGN(SignalSource signals, OpenEnd());
  const http::ServerOptions server_options = ServerOptionsOf(options);
  http::ServerCounts counts;
  PAISQL_ASSIGN(const std::unique_ptr<RequestLog> log,
                OpenLog(options, inference::FindSignature(model.signatures(), "")));
  ServiceOptions of_service = options.service;
  of_service.log = log.get();
  if (!options.warm_up_path.empty()) {
    PAISQL_ASSIGN(Call call, ReadWarmUpRequest(options.warm_up_path, model.signatures()));
    of_service.warm_up_calls.push_back(std::move(call));
  }
  Service service(std::move(of_service), model, counts,
                  static_cast<size_t>(server_options.threads));
  // Nobody is to ask a model that cannot answer: who takes its place goes on instead.
  if (service.warm_up().failure.has_value()) return *service.warm_up().failure;
  PAISQL_ASSIGN(const std::unique_ptr<http::Server> server,
                http::Server::Start(server_options, service, counts));
  ready({AddressOf(options, server->port()), service.warm_up()});
  while (!AwaitReadable(signals.descriptor())) {
  }
  service.BecomeUnready();
  const bool all = server->Drain(Milliseconds(options.service.settings.termination_grace_s * 1000));
  service.Stop();
  if (log != nullptr) log->Finish();
  return all;
}

}  // namespace paisql::serving

#pragma once

// A request of a client as handlers see it, and what they answer.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "access/policy.h"
#include "base/error.h"
#include "base/result.h"
#include "http/message.h"
#include "http/spooled_body.h"
#include "rest/bodies/body_reader.h"

namespace paisql::rest {

struct Call {
  std::string method;  // "GET"
  // The parts of the path, percent-decoded; "/projects/p/registration%2Ffunctions" has four.
  std::vector<std::string> path;
  std::map<std::string, std::string> query;    // decoded; "?k" and "?k=" are the same
  std::map<std::string, std::string> headers;  // names in small letters
  std::string body;  // "" when it is larger than 1 MB: WholeBody and OpenBody have it all the same
  std::string user;  // who has signed it; "": the owner
  std::string access_id;  // by which; "" on a server without users
  // The policy of the request's token, which bounds what the user may do; null without one.
  std::shared_ptr<const access::Policy> allowed = {};
  bool interactive = false;  // of MaxQA: the path has begun with "mcqa", which it has no more
  std::shared_ptr<const http::SpooledBody> spooled = nullptr;  // the larger body, else null

  uint64_t BodySize() const;
  // A reader from the beginning; it holds as long as the call.
  std::unique_ptr<BodyReader> OpenBody() const;
  // The body in memory; an error when it has more bytes than the limit.
  Result<std::string> WholeBody(uint64_t limit) const;

  bool Has(std::string_view parameter) const { return query.contains(std::string(parameter)); }
  // The parameter's value, or `otherwise`.
  std::string Get(std::string_view parameter, std::string_view otherwise = "") const {
    const auto found = query.find(std::string(parameter));
    return found == query.end() || found->second.empty() ? std::string(otherwise) : found->second;
  }
  std::string Header(std::string_view name) const {
    const auto found = headers.find(std::string(name));
    return found == headers.end() ? "" : found->second;
  }
};

struct Answer;

// An answer that waits for something to happen, on no thread.
struct Later {
  // Calls `ready` when it has happened, from any thread, and at once where it has already. Returns
  // what forgets the call.
  std::function<std::function<void()>(std::function<void()> ready)> wait;
  int most_ms = 0;  // after which the answer is made all the same
  // On a thread for answers; the answer itself may not come later.
  std::function<Answer()> make;
};

struct Answer {
  int status = 200;
  std::string_view content_type = "application/xml";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
  // What follows the body, made while the client reads. What the first piece fails with is answered
  // as an error; after that the connection is cut off.
  std::shared_ptr<http::BodySource> source = nullptr;
  // Not null: the answer that is made later is sent in place of this one.
  std::shared_ptr<const Later> later = nullptr;
  std::string_view content_encoding = {};  // of the body, by a name that stays; "" for plain bytes
};

// Whether a part of the path or a parameter is not text in UTF-8 or holds a zero byte: no object
// has such a name, and no document can hold it.
bool HasNoText(const Call& call);
// Makes the first piece of the answer's source with the answer, so that `refuse` can still tell
// what it fails with.
Answer WithFirstPiece(Answer answer, const std::function<Answer(const Error&)>& refuse);

// The platform's bodies of errors. `code` is a name such as "NoSuchTable".
Answer XmlError(int status, std::string_view code, std::string_view message);
Answer JsonError(int status, std::string_view code, std::string_view message);  // of tunnels
// By the error's own code: 404 for what is not there, 409 for what is there already, 403 for a
// permission, 500 for the server's own faults, 400 for the rest. The text is without secrets.
Answer XmlErrorOf(const Error& error);
Answer JsonErrorOf(const Error& error);
// How the platform's protocol speaks of an error.
struct ErrorForm {
  int status;             // of the answer
  std::string_view name;  // "NoSuchTable"
};
ErrorForm FormOf(const Error& error);
// The body of an error tells the id of its request, which the header of the answer has.
void NameRequest(const std::string& id, Answer& answer);

}  // namespace paisql::rest

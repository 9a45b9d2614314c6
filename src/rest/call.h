#pragma once

// A request of a client as handlers see it, and what they answer.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "access/policy.h"
#include "base/error.h"

namespace paisql::rest {

struct Call {
  std::string method;  // "GET"
  // The parts of the path, percent-decoded; "/projects/p/registration%2Ffunctions" has four.
  std::vector<std::string> path;
  std::map<std::string, std::string> query;    // decoded; "?k" and "?k=" are the same
  std::map<std::string, std::string> headers;  // names in small letters
  std::string body;
  std::string user;       // who has signed it; "": the owner
  std::string access_id;  // by which; "" on a server without users
  // What the request's token allows, of what the user may do; null: it is signed without one.
  std::shared_ptr<const access::Policy> allowed = {};

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

struct Answer {
  int status = 200;
  std::string_view content_type = "application/xml";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// The platform's bodies of errors. `code` is a name such as "NoSuchTable".
Answer XmlError(int status, std::string_view code, std::string_view message);
Answer JsonError(int status, std::string_view code, std::string_view message);  // of tunnels
// By the error's own code: 404 for what is not there, 403 for a permission, 400 for the rest.
Answer XmlErrorOf(const Error& error);
Answer JsonErrorOf(const Error& error);

}  // namespace paisql::rest

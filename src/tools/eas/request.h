#pragma once

// From the words of `paisql eas` to the statement that does it.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "syntax/statements/services.h"

namespace paisql::tools {

// The request in a service.json.
struct ServiceRequest {
  std::unique_ptr<syntax::ServiceStatement> statement;
  bool release = false;          // "release": true
  syntax::Word processor_entry;  // the processor's file in its folder; joined to it
};

// A statement of the verb about a service.
std::unique_ptr<syntax::ServiceStatement> EasStatement(syntax::ServiceAction action,
                                                       const std::string& service);

// Adds "metadata.instance=2" to its properties. kInvalidCommand for another form.
Status AddProperty(const std::string& text, syntax::ServiceStatement* statement);

// Adds what a file of {"min": 1, "max": 5, "strategies": {"qps": 100}} says of an autoscaler.
// Errors as those of ReadServiceRequest.
Status AddScaling(const std::string& text, syntax::ServiceStatement* statement);

// The statement that creates the service of the file's text, or with a name that changes the
// service of that name. kParse, kInvalidCommand and kUnsupported at places in the text.
Result<ServiceRequest> ReadServiceRequest(const std::string& text, const std::string& changed);

}  // namespace paisql::tools

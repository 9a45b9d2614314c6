#pragma once

// Answers that need no model to compute. Pure functions.

#include <span>
#include <string>
#include <string_view>

#include "http/message.h"
#include "inference/model.h"
#include "inference/signature_names.h"

namespace paisql::serving {

inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kTextType = "text/plain; charset=utf-8";

// An error as PAI-EAS (a line of text) or TensorFlow Serving ({"error": …}) tells it.
http::Response TextError(int status, std::string_view text);
http::Response JsonError(int status, std::string_view text);

// Describes the default signature; without a default, all of them: {"signatures": […]}.
http::Response SignaturePage(const inference::Model& model, std::string_view signature_name);

// The address at which the client has asked, as the one instance of the service.
http::Response UpstreamsPage(std::string_view host);

http::Response ModelStatusPage(std::string_view version);
// `names` are those of each of the model's signatures, or none.
http::Response ModelMetadataPage(const inference::Model& model,
                                 std::span<const inference::SignatureNames> names,
                                 std::string_view service, std::string_view version);

}  // namespace paisql::serving

#pragma once

// Sends an answer that comes later (Later, call.h).

#include <functional>

#include "http/message.h"
#include "rest/call.h"
#include "rest/workers.h"

namespace paisql::rest {

// `workers` make the answer, once, and `send` gets it there. Both outlive the server's connections.
void SendLater(const std::shared_ptr<const Later>& later, const http::Reply& reply,
               Workers& workers, std::function<void(Answer)> send);

}  // namespace paisql::rest

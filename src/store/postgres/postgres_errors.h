#pragma once

// PostgreSQL's failures in the platform's words. Private to store/postgres.

#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::store {

// The error of a statement: `state` is its SQLSTATE, `server` the server for people.
Error PostgresError(std::string_view state, std::string_view message, const std::string& server);

// The server cannot be reached, or refuses. `message` is what the client library says of it.
Error CannotConnect(std::string_view message, const std::string& server);

// The connection was lost, and no change of the transaction has happened.
Error ConnectionLost(const std::string& server);

// The connection was lost while it committed.
Error LostInCommit(const std::string& server);

// The server has answered COMMIT with a rollback, as after a failed statement.
Error RolledBack(const std::string& server);

// Whether the server ends the connection with this error, because it stops or the connection is
// not wanted any more.
bool EndsConnection(std::string_view state);

}  // namespace paisql::store

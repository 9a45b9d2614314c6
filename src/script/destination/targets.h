#pragma once

// Where one statement's rows go when it says so: a file that appears when they are complete, the
// end of a file, a command.

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/files/new_file.h"
#include "render/output.h"
#include "script/destination/child_command.h"

namespace paisql::script {

// Opens a file whose old content stays until the statement has succeeded. Here and below, a FIFO
// is waited for until somebody reads it or the stop is asked for.
Result<std::unique_ptr<render::Output>> OpenFileTarget(const std::string& path,
                                                       const std::stop_token& stop);
// Opens a file to append to; the bytes of a failed statement are taken back.
Result<std::unique_ptr<render::Output>> OpenAppendTarget(const std::string& path,
                                                         const std::stop_token& stop);
// A command that ends early has read enough; one that fails fails the statement. `on_end` as
// ChildCommand has it.
Result<std::unique_ptr<render::Output>> OpenCommandTarget(const std::string& command,
                                                          std::function<void()> on_end);

}  // namespace paisql::script

#pragma once

// The parts of the table of messages.h.

#include <span>

#include "messages/messages.h"

namespace paisql::messages {

std::span<const MessageRow> ErrorRows();
std::span<const MessageRow> HintRows();
std::span<const MessageRow> HelpRows();
std::span<const MessageRow> FunctionRows();
std::span<const MessageRow> ComponentRows();

}  // namespace paisql::messages

#pragma once

// The library that knows Arrow's messages, over the structs of engine/arrow/c_data.h, which lack
// the third one of Arrow's C interfaces. Private to this folder.

#include "engine/arrow/c_data.h"

extern "C" {

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

#include <nanoarrow/nanoarrow.h>
#include <nanoarrow/nanoarrow_ipc.h>

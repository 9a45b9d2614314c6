// What paisql.alink_task.examples calls by ctypes. Every pointer that is given out belongs to the
// object that it was asked of, until the next call that changes this. One thread at a time.

#include <memory>

#include "libraries/examples/decoder.h"
#include "libraries/examples/encoder.h"
#include "libraries/examples/wire.h"

#define PAISQL_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

struct Encoding {
  paisql::examples::Encoder encoder;
  std::string records;
  paisql::examples::NullCell null;
};

}  // namespace

PAISQL_EXPORT Encoding* paisql_examples_encoder(const ArrowSchema* schema, int omit_nulls,
                                                const char* tensors) {
  auto made = std::make_unique<Encoding>(
      Encoding{paisql::examples::Encoder(*schema, omit_nulls != 0, tensors), {}, {}});
  return made.release();
}

// "" or what is wrong with the schema, or after a row that was not encoded, with its text.
PAISQL_EXPORT const char* paisql_examples_problem(const Encoding* encoding) {
  return encoding->encoder.problem().c_str();
}

// The bytes of the rows as TFRecords, and how many; null at a NULL (paisql_examples_null).
PAISQL_EXPORT const char* paisql_examples_encode(Encoding* encoding, const ArrowArray* batch,
                                                 int64_t first, int64_t step, int64_t* size) {
  encoding->records.clear();
  encoding->null = encoding->encoder.Append(*batch, first, step, &encoding->records);
  if (encoding->null.column >= 0) return nullptr;
  *size = static_cast<int64_t>(encoding->records.size());
  return encoding->records.data();
}

PAISQL_EXPORT void paisql_examples_null(const Encoding* encoding, int64_t* column, int64_t* row) {
  *column = encoding->null.column;
  *row = encoding->null.row;
}

PAISQL_EXPORT void paisql_examples_end_encoder(Encoding* encoding) {
  const std::unique_ptr<Encoding> owned(encoding);
}

using paisql::examples::Decoder;

PAISQL_EXPORT Decoder* paisql_examples_decoder() { return std::make_unique<Decoder>().release(); }

PAISQL_EXPORT void paisql_examples_column(Decoder* decoder, const char* name, char kind) {
  decoder->AddColumn(name, static_cast<paisql::examples::ColumnKind>(kind));
}

// 0, or a number of Fault; then the column, and the list's kind that was found.
PAISQL_EXPORT int paisql_examples_add(Decoder* decoder, const char* bytes, int64_t size,
                                      int* column, int* found) {
  const paisql::examples::Refusal refusal = decoder->Add({bytes, static_cast<size_t>(size)});
  *column = refusal.column;
  *found = refusal.found;
  return static_cast<int>(refusal.fault);
}

// Adds Examples that stand one after the other, their ends in `ends`. 0, or a number of Fault;
// then also which of them it was, from 0, and those before it are added.
PAISQL_EXPORT int paisql_examples_add_all(Decoder* decoder, const char* bytes, const int64_t* ends,
                                          int64_t count, int64_t* row, int* column, int* found) {
  int64_t begin = 0;
  for (*row = 0; *row < count; ++*row) {
    const int64_t end = ends[*row];
    const int fault = paisql_examples_add(decoder, bytes + begin, end - begin, column, found);
    if (fault != 0) return fault;
    begin = end;
  }
  return 0;
}

// The same for whole TFRecords (paisql_examples_whole).
PAISQL_EXPORT int paisql_examples_add_records(Decoder* decoder, const char* bytes, int64_t size,
                                              int64_t* row, int* column, int* found) {
  paisql::examples::RecordReader records({bytes, static_cast<size_t>(size)});
  std::string_view record;
  for (*row = 0; records.Next(&record); ++*row) {
    const auto length = static_cast<int64_t>(record.size());
    const int fault = paisql_examples_add(decoder, record.data(), length, column, found);
    if (fault != 0) return fault;
  }
  return 0;
}

// How many bytes of `bytes` are whole TFRecords, and how many of these there are; -1 where the next
// one is damaged: its checksums are not its own.
PAISQL_EXPORT int64_t paisql_examples_whole(const char* bytes, int64_t size, int64_t* count) {
  paisql::examples::RecordReader records({bytes, static_cast<size_t>(size)});
  std::string_view record;
  *count = 0;
  while (records.Next(&record)) ++*count;
  return records.damaged() && *count == 0 ? -1 : static_cast<int64_t>(records.read());
}

PAISQL_EXPORT int64_t paisql_examples_rows(const Decoder* decoder) { return decoder->rows(); }

PAISQL_EXPORT int64_t paisql_examples_bytes(const Decoder* decoder) {
  return decoder->byte_count();
}

PAISQL_EXPORT const int64_t* paisql_examples_integers(const Decoder* decoder, int column) {
  return decoder->integers(static_cast<size_t>(column));
}

PAISQL_EXPORT const float* paisql_examples_floats(const Decoder* decoder, int column) {
  return decoder->floats(static_cast<size_t>(column));
}

PAISQL_EXPORT const int64_t* paisql_examples_offsets(const Decoder* decoder, int column) {
  return decoder->offsets(static_cast<size_t>(column));
}

PAISQL_EXPORT const char* paisql_examples_texts(const Decoder* decoder, int column) {
  return decoder->bytes(static_cast<size_t>(column)).data();
}

PAISQL_EXPORT void paisql_examples_clear(Decoder* decoder) { decoder->Clear(); }

PAISQL_EXPORT void paisql_examples_end_decoder(Decoder* decoder) {
  const std::unique_ptr<Decoder> owned(decoder);
}

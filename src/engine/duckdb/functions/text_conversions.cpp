#include "engine/duckdb/functions/text_conversions.h"

#include <cmath>
#include <string>

#include "engine/duckdb/values/timestamp_form.h"
#include "engine/text/result_text.h"
#include "store/files/partition_value.h"
#include "types/conversion.h"
#include "types/data_type.h"
#include "types/number/number_text.h"
#include "types/time/time_text.h"

namespace paisql::engine {

namespace {

constexpr int64_t kMicrosPerDay = 86'400'000'000;
constexpr int64_t kNanosPerMicro = 1000;

template <bool kMonthsOnly>
void TextFromInterval(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    const auto& interval = call.Get<duckdb_interval>(0, row);
    if constexpr (kMonthsOnly) {
      AppendMonths(interval.months, text);
    } else {
      AppendDayTime(interval.days + interval.micros / kMicrosPerDay,
                    interval.micros % kMicrosPerDay * kNanosPerMicro, text);
    }
    call.SetText(row, text);
    return true;
  });
}

EvaluationMode ModeOf(const NativeCall& call, size_t column, idx_t row) {
  return static_cast<EvaluationMode>(call.Get<int32_t>(column, row));
}

// Judges a dirty text: its numeric prefix counts in normal mode, NULL without one; in strict mode
// it is an error, in Hive-compatible mode NULL.
bool Keep(NativeCall& call, idx_t row, TextFit fit, EvaluationMode mode, const char* type) {
  if (fit == TextFit::kWhole) return true;
  if (mode != EvaluationMode::kStrict) {
    if (fit == TextFit::kNone || mode == EvaluationMode::kHive) call.SetNull(row);
    return true;
  }
  call.Fail(ErrorCode::kIllegalCast, "in function cast, value '" + std::string(call.Text(0, row)) +
                                         "' cannot be casted from String to " + type);
  return false;
}

// A text that is not a time is NULL, or an error in strict mode.
bool RefuseTime(NativeCall& call, idx_t row, const char* what, const char* form) {
  if (ModeOf(call, 1, row) != EvaluationMode::kStrict) {
    call.SetNull(row);
    return true;
  }
  call.Fail(ErrorCode::kRuntimeArguments,
            std::string("in function cast, string ") + what + "'s format must be " + form +
                ",  input string is:" + std::string(call.Text(0, row)));
  return false;
}

// Days of 0001-01-01 and 9999-12-31.
constexpr int32_t kFirstDay = -719162;
constexpr int32_t kLastDay = 2932896;

// A result outside of the calendar: an error in strict mode, else NULL.
bool KeepInRange(NativeCall& call, idx_t row, bool fits, std::string_view mode, const char* range) {
  if (fits) return true;
  if (mode != "error") {
    call.SetNull(row);
    return true;
  }
  call.Fail(ErrorCode::kDataOverflow, std::string("the result lies outside of ") + range);
  return false;
}

}  // namespace

void TextFromDouble(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    AppendDouble(call.Get<double>(0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void TextFromFloat(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    AppendFloat(call.Get<float>(0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void TextFromDatetime(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    AppendDatetime(call.Get<int64_t>(0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void TextFromTimestamp(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    const TimestampParts time = PartsOfTimestamp(call.Get<duckdb_hugeint>(0, row));
    text.clear();
    AppendTimestamp(time.seconds, time.nanos, text);
    call.SetText(row, text);
    return true;
  });
}

void BigintFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    int64_t value = 0;
    const TextFit fit = ReadBigint(call.Text(0, row), value);
    call.Set(row, value);
    return Keep(call, row, fit, ModeOf(call, 1, row), "Bigint");
  });
}

void DoubleFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    double value = 0;
    const std::string_view text = call.Text(0, row);
    const TextFit fit = ReadDouble(text, value);
    call.Set(row, value);
    // A number without bounds that was written with digits has none by accident.
    const bool overflow =
        std::isinf(value) && text.find_first_of("123456789") != std::string_view::npos;
    const EvaluationMode mode = ModeOf(call, 1, row);
    if (overflow && mode == EvaluationMode::kNormal) call.SetNull(row);
    if (overflow && mode == EvaluationMode::kStrict) {
      call.Fail(ErrorCode::kDataOverflow, "in function cast, value '" + std::string(text) +
                                              "' is out of the range of DOUBLE");
      return false;
    }
    return Keep(call, row, fit, mode, "Double");
  });
}

void DecimalFromText(NativeCall& call) {
  std::string value;
  call.ForEach([&](idx_t row) {
    const auto precision = call.Get<int32_t>(1, row);
    const auto scale = call.Get<int32_t>(2, row);
    const TextFit fit = ReadDecimal(call.Text(0, row), scale, value);
    const size_t first = value.find_first_of("123456789.");
    const size_t end = std::min(value.find('.'), value.size());
    const size_t digits = fit == TextFit::kNone || first == std::string::npos ? 0 : end - first;
    const EvaluationMode mode = ModeOf(call, 3, row);
    if (digits > static_cast<size_t>(precision - scale)) {
      if (mode != EvaluationMode::kStrict) {
        call.SetNull(row);
        return true;
      }
      call.Fail(ErrorCode::kDataOverflow,
                "in function cast, value '" + std::string(call.Text(0, row)) +
                    "' does not fit into " + DataType::Decimal(precision, scale).ToString());
      return false;
    }
    if (fit != TextFit::kNone) call.SetText(row, value);
    return Keep(call, row, fit, mode, "Decimal");
  });
}

void DatetimeFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    // Not even a fraction may follow, though a DATETIME has milliseconds.
    const auto time = ReadTime(call.Text(0, row), kDatetimeForm);
    if (!time) return RefuseTime(call, row, "datetime", "yyyy-mm-dd hh:mi:ss");
    call.Set<int64_t>(row, time->seconds * 1'000'000);
    return true;
  });
}

void TimestampFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto time = ReadTime(call.Text(0, row), kTimestampCastForm);
    if (!time) return RefuseTime(call, row, "timestamp", "yyyy-mm-dd hh:mi:ss.ffffff");
    call.Set(row, TimestampOfParts(time->seconds, time->nanos));
    return true;
  });
}

void DateFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::string_view text = call.Text(0, row);
    const auto day = call.Get<bool>(2, row) ? ReadDateOfTime(text) : ReadDate(text);
    if (!day) return RefuseTime(call, row, "date", "yyyy-mm-dd");
    call.Set(row, *day);
    return true;
  });
}

void DateInRange(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto day = call.Get<int32_t>(0, row);
    call.Set(row, day);
    return KeepInRange(call, row, day >= kFirstDay && day <= kLastDay, call.Text(1, row),
                       "0001-01-01 to 9999-12-31");
  });
}

void DatetimeInRange(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto time = call.Get<int64_t>(0, row);
    call.Set(row, time);
    const bool fits = time >= call.Get<int64_t>(1, row) && time <= call.Get<int64_t>(2, row);
    return KeepInRange(call, row, fits, call.Text(3, row),
                       "0001-01-01 00:00:00 to 9999-12-31 23:59:59");
  });
}

// Dynamic partition values: no NULL, and what store/files/partition_value.h allows.
void PartitionValue(NativeCall& call) {
  for (idx_t row = 0; row < call.rows(); ++row) {
    const bool null = call.IsNull(1, row);
    const std::string_view value = null ? std::string_view() : call.Text(1, row);
    if (null || !store::IsPartitionValue(value)) {
      call.Fail(ErrorCode::kPartition,
                "invalid dynamic partition value: " + std::string(call.Text(0, row)) + "=" +
                    (null ? "NULL" : std::string(value)));
      return;
    }
    call.SetText(row, value);
  }
}

void TextFromMonths(NativeCall& call) { TextFromInterval<true>(call); }
void TextFromDayTime(NativeCall& call) { TextFromInterval<false>(call); }

}  // namespace paisql::engine

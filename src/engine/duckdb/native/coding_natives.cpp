// Digests, compression, ciphers and character sets over columns. BINARY is read and written like
// text, because both are bytes to DuckDB.

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "engine/coding/charset.h"
#include "engine/coding/cipher.h"
#include "engine/coding/digest.h"
#include "engine/coding/gzip.h"
#include "engine/duckdb/native/native_row.h"

namespace paisql::engine {
namespace {

void Sha2Of(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::optional<std::string> digest = Sha2(call.Text(0, row), call.Get<int64_t>(1, row));
    if (digest) {
      call.SetText(row, *digest);
    } else {
      call.SetNull(row);
    }
    return true;
  });
}

void Crc32Of(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    call.Set<int64_t>(row, Crc32(call.Text(0, row)));
    return true;
  });
}

void Compress(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    call.SetText(row, Gzip(call.Text(0, row)));
    return true;
  });
}

void Decompress(NativeCall& call) {
  // DuckDB keeps no longer value.
  constexpr size_t kLongest = size_t{4} << 30;
  call.ForEach([&](idx_t row) {
    const std::optional<std::string> bytes = Gunzip(call.Text(0, row), kLongest - 1);
    if (!bytes) {
      return call.Refuse(row, 1, "in function decompress, the argument is not what COMPRESS gives");
    }
    call.SetText(row, *bytes);
    return true;
  });
}

// (value, key, method, bound data, mode): why these cannot be taken, "" where they can.
std::string CipherFault(const NativeCall& call, idx_t row, const std::string& function) {
  if (!EqualsIgnoreCase(call.Text(2, row), "AES-GCM-256")) {
    return "in function " + function + ", the only method is AES-GCM-256, not " +
           std::string(call.Text(2, row));
  }
  if (call.Text(1, row).size() == kCipherKeyBytes) return "";
  return "in function " + function + ", the key has " +
         std::to_string(call.Text(1, row).size() * 8) + " bits instead of 256";
}

void SymEncrypt(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::string fault = CipherFault(call, row, "sym_encrypt");
    if (!fault.empty()) return call.Refuse(row, 4, fault);
    call.SetText(row, Encrypt(call.Text(0, row), call.Text(1, row), call.Text(3, row)));
    return true;
  });
}

void SymDecrypt(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::string fault = CipherFault(call, row, "sym_decrypt");
    if (!fault.empty()) return call.Refuse(row, 4, fault);
    const std::optional<std::string> plain =
        Decrypt(call.Text(0, row), call.Text(1, row), call.Text(3, row));
    if (!plain) {
      return call.Refuse(
          row, 4, "in function sym_decrypt, the value was not encrypted with this key and data");
    }
    call.SetText(row, *plain);
    return true;
  });
}

// The conversions of a statement by the names of the sets.
class Charsets {
 public:
  // nullptr where there is no such conversion.
  Charset* Of(std::string_view from, std::string_view to) {
    std::pair<std::string, std::string> key(from, to);
    auto known = kept_.find(key);
    if (known == kept_.end()) {
      std::unique_ptr<Charset> charset = Charset::Between(from, to);
      if (charset == nullptr) return nullptr;
      known = kept_.emplace(std::move(key), std::move(charset)).first;
    }
    return known->second.get();
  }

 private:
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Charset>> kept_;
};

constexpr std::string_view kUtf8 = "UTF-8";

std::string NoConversion(std::string_view from, std::string_view to) {
  return "no conversion from the character set " + std::string(from) + " to " + std::string(to);
}

// A text in UTF-8 as bytes of another set.
void Encode(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    Charset* charset = call.State<Charsets>().Of(kUtf8, call.Text(1, row));
    if (charset == nullptr) return call.Refuse(row, 2, NoConversion(kUtf8, call.Text(1, row)));
    call.SetText(row, charset->ConvertAll(call.Text(0, row)));
    return true;
  });
}

void Decode(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    Charset* charset = call.State<Charsets>().Of(call.Text(1, row), kUtf8);
    if (charset == nullptr) return call.Refuse(row, 2, NoConversion(call.Text(1, row), kUtf8));
    const std::optional<std::string> text = charset->Convert(call.Text(0, row));
    if (text && IsValidUtf8(*text)) {
      call.SetText(row, *text);
      return true;
    }
    return call.Refuse(
        row, 2, "the BINARY is not a text in the character set " + std::string(call.Text(1, row)));
  });
}

bool StaysInForm(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
         c == '-' || c == '*' || c == '_';
}

// Encodes as a browser sends a form: a blank is +, other signs than letters and digits are the %XX
// of their bytes.
void UrlEncode(NativeCall& call) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  call.ForEach([&](idx_t row) {
    Charset* charset = call.State<Charsets>().Of(kUtf8, call.Text(1, row));
    if (charset == nullptr) return call.Refuse(row, 2, NoConversion(kUtf8, call.Text(1, row)));
    const std::string_view text = call.Text(0, row);
    std::string out;
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() && !StaysInForm(text[end]) && text[end] != ' ') ++end;
      if (end > at) {
        for (const char c : charset->ConvertAll(text.substr(at, end - at))) {
          out += '%';
          out += kHex[static_cast<unsigned char>(c) >> 4];
          out += kHex[static_cast<unsigned char>(c) & 15];
        }
      } else {
        out += text[at] == ' ' ? '+' : text[at];
        ++end;
      }
      at = end;
    }
    call.SetText(row, out);
    return true;
  });
}

void UrlDecode(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    Charset* charset = call.State<Charsets>().Of(call.Text(1, row), kUtf8);
    if (charset == nullptr) return call.Refuse(row, 2, NoConversion(call.Text(1, row), kUtf8));
    std::string bytes(call.Text(0, row));
    std::replace(bytes.begin(), bytes.end(), '+', ' ');
    call.SetText(row, charset->ConvertAll(PercentDecode(bytes)));
    return true;
  });
}

// Whether a text that was in the one set can be had in the other.
void IsEncoding(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    Charsets& charsets = call.State<Charsets>();
    Charset* charset = charsets.Of(call.Text(1, row), call.Text(2, row));
    Charset* source = charsets.Of(kUtf8, call.Text(1, row));
    if (charset == nullptr || source == nullptr) {
      return call.Refuse(row, 3, NoConversion(call.Text(1, row), call.Text(2, row)));
    }
    const std::optional<std::string> bytes = source->Convert(call.Text(0, row));
    call.Set(row, bytes.has_value() && charset->Convert(*bytes).has_value());
    return true;
  });
}

constexpr duckdb_scalar_function_init_t kCharsets = MakeState<Charsets>;

constexpr NativeRow kCodingNativeRows[] = {
    {"paisql_sha2", "(BINARY, BIGINT) -> STRING", RunNative<Sha2Of>},
    {"paisql_crc32", "(BINARY) -> BIGINT", RunNative<Crc32Of>},
    {"paisql_compress", "(BINARY) -> BINARY", RunNative<Compress>},
    {"paisql_decompress", "(BINARY, STRING) -> BINARY", RunNative<Decompress>},
    {"paisql_sym_encrypt", "(BINARY, BINARY, STRING, STRING, STRING) -> BINARY",
     RunNative<SymEncrypt>, false, true},
    {"paisql_sym_decrypt", "(BINARY, BINARY, STRING, STRING, STRING) -> BINARY",
     RunNative<SymDecrypt>},
    {"paisql_encode", "(STRING, STRING, STRING) -> BINARY", RunNative<Encode>, false, false,
     kCharsets},
    {"paisql_decode", "(BINARY, STRING, STRING) -> STRING", RunNative<Decode>, false, false,
     kCharsets},
    {"paisql_url_encode", "(STRING, STRING, STRING) -> STRING", RunNative<UrlEncode>, false, false,
     kCharsets},
    {"paisql_url_decode", "(STRING, STRING, STRING) -> STRING", RunNative<UrlDecode>, false, false,
     kCharsets},
    {"paisql_is_encoding", "(STRING, STRING, STRING, STRING) -> BOOLEAN", RunNative<IsEncoding>,
     false, false, kCharsets},
};

}  // namespace

const std::span<const NativeRow> kCodingNatives = kCodingNativeRows;

}  // namespace paisql::engine

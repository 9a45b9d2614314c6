// Addresses of networks as texts and as bytes, 4 of IPv4 or 16 of IPv6; hosts of URLs; Base32.

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <string>

#include "engine/duckdb/native/native_row.h"

namespace paisql::engine {
namespace {

constexpr size_t kBytesOfIpv4 = 4;
constexpr size_t kBytesOfIpv6 = 16;

// "" for a text that is not an address.
std::string AddressBytes(std::string_view text) {
  // A zero byte would end the text early.
  if (text.find(char{0}) != std::string_view::npos) return "";
  const std::string name(text);
  std::array<char, kBytesOfIpv6> bytes{};
  if (inet_pton(AF_INET, name.c_str(), bytes.data()) == 1) return {bytes.data(), kBytesOfIpv4};
  if (inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1) return {bytes.data(), kBytesOfIpv6};
  return "";
}

// (text, mode)
void IpFromString(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::string bytes = AddressBytes(call.Text(0, row));
    if (bytes.empty()) {
      return call.Refuse(row, 1, "in function net_ip_from_string, the text is not an address");
    }
    call.SetText(row, bytes);
    return true;
  });
}

// (bytes, mode)
void IpToString(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::string_view bytes = call.Text(0, row);
    if (bytes.size() != kBytesOfIpv4 && bytes.size() != kBytesOfIpv6) {
      return call.Refuse(row, 1, "in function net_ip_to_string, an address has 4 or 16 bytes");
    }
    std::array<char, INET6_ADDRSTRLEN> text{};
    inet_ntop(bytes.size() == kBytesOfIpv4 ? AF_INET : AF_INET6, bytes.data(), text.data(),
              text.size());
    call.SetText(row, text.data());
    return true;
  });
}

// (number of bytes, number of bits that are 1, mode)
void IpNetMask(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto size = call.Get<int64_t>(0, row);
    const auto ones = call.Get<int64_t>(1, row);
    if ((size != kBytesOfIpv4 && size != kBytesOfIpv6) || ones < 0 || ones > size * 8) {
      return call.Refuse(row, 2,
                         "in function net_ip_net_mask, the number of bytes is not 4 or 16, or the "
                         "prefix is longer");
    }
    std::string mask;
    for (int64_t i = 0; i < size; ++i) {
      const int64_t bits = std::min<int64_t>(std::max<int64_t>(ones - i * 8, 0), 8);
      mask += static_cast<char>((0xff00 >> bits) & 0xff);
    }
    call.SetText(row, mask);
    return true;
  });
}

// (bytes, mode)
void Ipv4ToInt64(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::string_view bytes = call.Text(0, row);
    if (bytes.size() != kBytesOfIpv4) {
      return call.Refuse(row, 1, "in function net_ipv4_to_int64, an IPv4 address has 4 bytes");
    }
    int64_t number = 0;
    for (const char byte : bytes) number = number * 256 + static_cast<unsigned char>(byte);
    call.Set(row, number);
    return true;
  });
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// What stands between "//" and the path, without the user and the port; without "//" what the text
// begins with. "" without a host.
std::string_view HostOf(std::string_view url) {
  url = Trimmed(url);
  const size_t slashes = url.find("//");
  // "//" after a path or a query is a part of it.
  if (slashes != std::string_view::npos && url.find_first_of("/?#") == slashes) {
    url.remove_prefix(slashes + 2);
  }
  std::string_view authority = url.substr(0, url.find_first_of("/?#\\"));
  if (const size_t user = authority.rfind('@'); user != std::string_view::npos) {
    authority.remove_prefix(user + 1);
  }
  if (authority.starts_with('[')) return authority.substr(0, authority.find(']') + 1);
  return authority.substr(0, authority.find(':'));
}

void HostOfUrl(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::string_view host = HostOf(call.Text(0, row));
    if (host.empty()) {
      call.SetNull(row);
    } else {
      call.SetText(row, host);
    }
    return true;
  });
}

// RFC 4648: 5 bytes are 8 digits, missing ones are "=".
void Base32(NativeCall& call) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  call.ForEach([&](idx_t row) {
    std::string text;
    uint32_t bits = 0;
    int count = 0;
    for (const char byte : call.Text(0, row)) {
      bits = (bits << 8) | static_cast<unsigned char>(byte);
      for (count += 8; count >= 5; count -= 5) text += kDigits[(bits >> (count - 5)) & 31];
      bits &= 31;
    }
    if (count > 0) text += kDigits[(bits << (5 - count)) & 31];
    text.append((8 - text.size() % 8) % 8, '=');
    call.SetText(row, text);
    return true;
  });
}

constexpr NativeRow kNetNativeRows[] = {
    {"paisql_ip_from_string", "(STRING, STRING) -> BINARY", RunNative<IpFromString>},
    {"paisql_ip_to_string", "(BINARY, STRING) -> STRING", RunNative<IpToString>},
    {"paisql_ip_net_mask", "(BIGINT, BIGINT, STRING) -> BINARY", RunNative<IpNetMask>},
    {"paisql_ipv4_to_int64", "(BINARY, STRING) -> BIGINT", RunNative<Ipv4ToInt64>},
    {"paisql_host_of_url", "(STRING) -> STRING", RunNative<HostOfUrl>},
    {"paisql_base32", "(BINARY) -> STRING", RunNative<Base32>},
};

}  // namespace

const std::span<const NativeRow> kNetNatives = kNetNativeRows;

}  // namespace paisql::engine

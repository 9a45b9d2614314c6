#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// Arguments that are not addresses give NULL, in strict mode an error.
constexpr Overload kNetHost[] = {{"(STRING) -> STRING"}};
constexpr Overload kNetIpFromString[] = {{"(STRING) -> BINARY"}};
constexpr Overload kNetSafeIpFromString[] = {{"(STRING) -> BINARY"}};
constexpr Overload kNetIpNetMask[] = {{"(BIGINT, BIGINT) -> BINARY"}};
constexpr Overload kNetIpToString[] = {{"(BINARY) -> STRING"}};
constexpr Overload kNetIpv4ToInt64[] = {{"(BINARY) -> BIGINT"}};

constexpr Function kNetworkFunctions[] = {
    {"net_host", kScalar, kNetHost, "NET_HOST(url): the host, without user and port, or NULL"},
    {"net_ip_from_string", kScalar, kNetIpFromString,
     "NET_IP_FROM_STRING(text): the 4 or 16 bytes of an address"},
    {"net_safe_ip_from_string", kScalar, kNetSafeIpFromString,
     "NET_SAFE_IP_FROM_STRING(text): NET_IP_FROM_STRING, but NULL in strict mode, too"},
    {"net_ip_net_mask", kScalar, kNetIpNetMask,
     "NET_IP_NET_MASK(4 | 16, length): a mask of this many bytes and bits"},
    {"net_ip_to_string", kScalar, kNetIpToString,
     "NET_IP_TO_STRING(binary): the text of an address"},
    {"net_ipv4_to_int64", kScalar, kNetIpv4ToInt64,
     "NET_IPV4_TO_INT64(binary): the number of an IPv4 address"},
};

}  // namespace

std::span<const Function> NetworkFunctions() { return kNetworkFunctions; }

}  // namespace paisql::functions

#pragma once

// The description of a bucket that lies at an S3-compatible endpoint, as it stands in the file
// <home>/oss/<bucket> (docs/internals/formats.md). It may hold keys, so the file is its owner's
// alone and its text is never shown. The program writes it (oss/endpoints.h), and the library that
// talks to endpoints reads it (libraries/oss_remote/). Pure functions.

#include <optional>
#include <string>
#include <string_view>

namespace paisql::oss {

struct Endpoint {
  std::string scheme;  // "s3" or "oss", of its location
  std::string bucket;  // there
  std::string prefix;  // of all keys there, without slashes at its ends; "" for the whole bucket
  std::string host;    // "oss-cn-beijing.aliyuncs.com", "127.0.0.1:9000"; "" for Amazon's own
  bool plain_http = false;
  std::string region;
  // Both "": what the environment and the user's settings have, at each use.
  std::string access_key_id;
  std::string access_key_secret;
  std::string security_token;
  bool anonymous = false;     // no keys at all
  bool virtual_host = false;  // the bucket is part of the host's name, not of the path
  double connect_timeout_sec = 10;
  double request_timeout_sec = 30;  // without a byte
  int attempts = 3;                 // of each request
  std::string ca_file;              // "" for the machine's certificates

  // "s3://bucket/prefix", and "https://host" for messages.
  std::string Location() const;
  std::string Url() const;
};

std::string EndpointText(const Endpoint& endpoint);
// nullopt for a text of another form.
std::optional<Endpoint> ParseEndpoint(std::string_view text);
// The problem of such a text, to follow the file's name: "has format 2, and this version reads
// format 1". The problem quotes nothing of the text.
std::string WhyNoEndpoint(std::string_view text);

}  // namespace paisql::oss

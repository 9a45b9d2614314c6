#pragma once

// Buckets that lie at an endpoint, as statements make them: which places and properties there can
// be, and the file <home>/oss/<bucket> that keeps them (oss/endpoint.h), which is its owner's
// alone.

#include <string>
#include <string_view>

#include "base/result.h"
#include "oss/endpoint.h"
#include "store/home/home.h"

namespace paisql::oss {

// "s3://…" or "oss://…", in any letter case.
bool IsEndpointLocation(std::string_view location);

// s3://bucket[/prefix], oss://bucket[.host][/prefix]. kInvalidCommand for other forms, and for keys
// in it. The host of the platform says the region, and that the bucket is part of the host's name.
Result<Endpoint> EndpointAt(std::string_view location);

// Sets one of PROPERTIES; letter case of the name does not matter. kInvalidCommand names the known
// properties, or the form of the value, but never the value itself.
Status SetProperty(Endpoint* endpoint, std::string_view name, std::string_view value);

// Checks the properties together: both keys or neither, and an address.
Status CheckProperties(const Endpoint& endpoint);

// The description of a new bucket. Before Publish its file does not count as a bucket, and the
// destructor removes it.
class NewDescription {
 public:
  static Result<NewDescription> Write(const store::Home& home, const std::string& name,
                                      const Endpoint& endpoint);
  NewDescription(NewDescription&& other) noexcept;
  NewDescription& operator=(NewDescription&&) = delete;
  ~NewDescription();

  const std::string& path() const { return path_; }
  // Makes the bucket, in one step. kInvalidMetaOperation when there is one of the name.
  Status Publish();

 private:
  NewDescription() = default;

  std::string name_;
  std::string path_;  // "" when it was moved away
  std::string target_;
};

}  // namespace paisql::oss

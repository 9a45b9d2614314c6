#include "oss/endpoints.h"

#include <gtest/gtest.h>

namespace paisql::oss {
namespace {

struct Place {
  std::string_view location;
  std::string_view bucket;
  std::string_view prefix;
  std::string_view host;
  std::string_view region;
  bool virtual_host;
};

constexpr Place kPlaces[] = {
    {"s3://b", "b", "", "", "", false},
    {"S3://b.with.dots/a//b/", "b.with.dots", "a/b", "", "", false},
    {"oss://b/a", "b", "a", "", "", false},
    {"oss://b.oss-cn-beijing.aliyuncs.com/a", "b", "a", "s3.oss-cn-beijing.aliyuncs.com",
     "cn-beijing", true},
    {"oss://b.oss-cn-hangzhou-internal.aliyuncs.com", "b", "",
     "s3.oss-cn-hangzhou-internal.aliyuncs.com", "cn-hangzhou", true},
    {"oss://b.minio.example.com:9000/a", "b", "a", "minio.example.com:9000", "", false},
};

TEST(Endpoints, LocationsSayWhereABucketLies) {
  for (const Place& place : kPlaces) {
    const auto endpoint = EndpointAt(place.location);
    ASSERT_TRUE(endpoint.ok()) << place.location;
    EXPECT_EQ(endpoint->bucket, place.bucket) << place.location;
    EXPECT_EQ(endpoint->prefix, place.prefix) << place.location;
    EXPECT_EQ(endpoint->host, place.host) << place.location;
    EXPECT_EQ(endpoint->region, place.region) << place.location;
    EXPECT_EQ(endpoint->virtual_host, place.virtual_host) << place.location;
  }
  for (const char* wrong :
       {"s3://", "s3:///a", "s3://k:s@b", "s3://b?x=y", "s3://b/../c", "oss://b\x01k/"}) {
    EXPECT_FALSE(EndpointAt(wrong).ok()) << wrong;
  }
}

TEST(Endpoints, PropertiesAreCheckedAndNeverTold) {
  Endpoint endpoint;
  EXPECT_TRUE(SetProperty(&endpoint, "ENDPOINT", "http://h:1/").ok());
  EXPECT_EQ(endpoint.Url(), "http://h:1");
  EXPECT_TRUE(SetProperty(&endpoint, "endpoint", "https://oss-cn-x.aliyuncs.com").ok());
  EXPECT_EQ(endpoint.region + "," + endpoint.Url(), "cn-x,https://oss-cn-x.aliyuncs.com");
  EXPECT_TRUE(SetProperty(&endpoint, "addressing", "path").ok());
  EXPECT_FALSE(endpoint.virtual_host);
  for (const auto& [name, value] : {std::pair{"endpoint", "http://u:pw@h"},
                                    {"endpoint", "ftp://pw"},
                                    {"addressing", "pw"},
                                    {"attempts", "pw"},
                                    {"attempts", "21"},
                                    {"request_timeout", "0"},
                                    {"connect_timeout", "1pw"},
                                    {"anonymous", "pw"},
                                    {"region", ""},
                                    {"access_key", "pw"}}) {
    const Status status = SetProperty(&endpoint, name, value);
    ASSERT_FALSE(status.ok()) << name << value;
    EXPECT_EQ(status.error().ToString().find("pw"), std::string::npos);
  }
}

TEST(Endpoints, ADescriptionIsReadAsItWasWritten) {
  Endpoint endpoint = *EndpointAt("s3://b/p");
  endpoint.access_key_id = "id";
  endpoint.access_key_secret = "s\"ecret";
  endpoint.request_timeout_sec = 1.5;
  endpoint.attempts = 7;
  const auto read = ParseEndpoint(EndpointText(endpoint));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(EndpointText(*read), EndpointText(endpoint));
  EXPECT_EQ(read->request_timeout_sec, 1.5);
  for (const char* wrong :
       {"", "{}", "[1]", "{\"format\":1}", "{\"format\":2,\"scheme\":\"s3\",\"bucket\":\"b\"}",
        "{\"format\":1,\"scheme\":\"s3\",\"bucket\":5}"}) {
    EXPECT_FALSE(ParseEndpoint(wrong).has_value()) << wrong;
  }
  EXPECT_TRUE(ParseEndpoint("{\"format\":1,\"scheme\":\"s3\",\"bucket\":\"b\"}").has_value());
}

}  // namespace
}  // namespace paisql::oss

#pragma once

// A client that sends bytes of any form, and reads what comes back.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string>

#include "base/files/files.h"

namespace paisql::http {

inline Descriptor Connected(int port) {
  Descriptor client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(client.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return client;
}

// What comes until the other side closes the connection.
inline std::string ReadToTheEnd(const Descriptor& client) {
  std::string answer;
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t count = read(client.get(), buffer.data(), buffer.size());
    if (count <= 0) return answer;
    answer.append(buffer.data(), static_cast<size_t>(count));
  }
}

// What a server answers to the bytes until it closes the connection.
inline std::string Ask(int port, const std::string& bytes) {
  const Descriptor client = Connected(port);
  EXPECT_TRUE(WriteAll(client.get(), bytes));
  return ReadToTheEnd(client);
}

inline std::string Post(const std::string& target, const std::string& body, bool last = true) {
  return "POST " + target +
         " HTTP/1.1\r\nHost: here\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         (last ? "Connection: close\r\n" : "") + "\r\n" + body;
}

}  // namespace paisql::http

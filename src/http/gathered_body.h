#pragma once

// How the parser gathers the body of a request: in a string, which it does not make as large as the
// head promises, since clients promise more than they send. Private to this folder.

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional/optional.hpp>
#include <cstdint>
#include <string>

namespace paisql::http {

struct GatheredBody {
  using value_type = std::string;

  static constexpr uint64_t kReservedBytes = uint64_t{1} << 20;

  static uint64_t size(const value_type& body) { return body.size(); }

  class reader {
   public:
    template <bool is_request, class Fields>
    reader(boost::beast::http::header<is_request, Fields>& /*head*/, value_type& body)
        : body_(body) {}

    void init(const boost::optional<uint64_t>& length, boost::beast::error_code& error) {
      if (length) body_.reserve(static_cast<size_t>(std::min(*length, kReservedBytes)));
      error = {};
    }
    template <class Buffers>
    size_t put(const Buffers& buffers, boost::beast::error_code& error) {
      error = {};
      size_t taken = 0;
      for (auto one = boost::asio::buffer_sequence_begin(buffers);
           one != boost::asio::buffer_sequence_end(buffers); ++one) {
        const boost::asio::const_buffer bytes(*one);
        body_.append(static_cast<const char*>(bytes.data()), bytes.size());
        taken += bytes.size();
      }
      return taken;
    }
    void finish(boost::beast::error_code& error) { error = {}; }

   private:
    value_type& body_;
  };
};

}  // namespace paisql::http

// Pages in Chinese describe every component that a canvas can hold in Chinese.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "designer/catalog/node_type.h"
#include "messages/messages.h"

namespace paisql::console {
namespace {

using designer::Field;
using designer::NodeType;
using designer::OfferedTypes;

void ExpectChinese(std::string_view english, const std::string& of) {
  if (english.empty()) return;
  EXPECT_NE(messages::Translate(messages::Language::kChinese, english), english) << of;
}

TEST(CatalogChineseTest, WhatComponentsAndFieldsAreForIsTold) {
  for (const NodeType& type : OfferedTypes().types()) {
    ExpectChinese(type.doc, type.id);
    for (const Field& field : type.fields) {
      ExpectChinese(field.doc, type.id + "." + field.name);
      ExpectChinese(field.no_effect, type.id + "." + field.name);
    }
  }
}

}  // namespace
}  // namespace paisql::console

#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kBirthday[] = {{"(STRING) -> DATETIME"}};
constexpr Overload kSex[] = {{"(STRING) -> STRING"}};
constexpr Overload kAge[] = {{"(STRING) -> BIGINT"}};

constexpr Function kIdentityCardFunctions[] = {
    {"get_idcard_age", kScalar, kAge, "GET_IDCARD_AGE(number): this year less that of the birth"},
    {"get_idcard_birthday", kScalar, kBirthday,
     "GET_IDCARD_BIRTHDAY(number): NULL for a number that is not valid"},
    {"get_idcard_sex", kScalar, kSex, "GET_IDCARD_SEX(number): M or F"},
};

}  // namespace

std::span<const Function> IdentityCardFunctions() { return kIdentityCardFunctions; }

}  // namespace paisql::functions

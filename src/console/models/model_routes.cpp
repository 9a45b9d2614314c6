// /console/api/models: the models of a project, what is known of each, and statements about them.

#include <array>

#include "console/models/model_answers.h"
#include "console/route.h"

namespace paisql::console {

namespace {

constexpr std::array kModelRows = {
    Route{"GET", "/models", ListModelsOfProject}, Route{"GET", "/models/one", TellModel},
    Route{"GET", "/models/text", TellModelText},  Route{"POST", "/models/deploy", DeployModel},
    Route{"POST", "/models/change", ChangeModel},
};

}  // namespace

std::span<const Route> ModelRoutes() { return kModelRows; }

}  // namespace paisql::console

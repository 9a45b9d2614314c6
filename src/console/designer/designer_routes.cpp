#include <array>

#include "console/designer/handlers.h"
#include "console/route.h"

namespace paisql::console {

namespace {

constexpr uint64_t kPipelineBytes = uint64_t{32} << 20;

constexpr std::array kRoutes = {
    Route{"GET", "/designer/components", ListComponents},
    Route{"GET", "/designer/pipelines", ListPipelines},
    Route{"POST", "/designer/pipelines", CreatePipeline, kPipelineBytes},
    Route{"GET", "/designer/pipelines/{}", GetPipeline},
    Route{"PUT", "/designer/pipelines/{}", PutPipeline, kPipelineBytes},
    Route{"DELETE", "/designer/pipelines/{}", DeletePipeline},
    Route{"GET", "/designer/pipelines/{}/version", GetPipelineVersion},
    Route{"POST", "/designer/pipelines/{}/rename", RenamePipeline},
    Route{"POST", "/designer/pipelines/{}/copy", CopyPipeline},
    Route{"GET", "/designer/pipelines/{}/export", ExportDesign},
    Route{"GET", "/designer/pipelines/{}/runs", ListPipelineRuns},
    Route{"GET", "/designer/pipelines/{}/nodes/{}/outputs", GetNodeOutputs},
    Route{"POST", "/designer/check", CheckDesign, kPipelineBytes},
    Route{"POST", "/designer/statement", GetStatement, kPipelineBytes},
    Route{"POST", "/designer/import", ImportDesign, kPipelineBytes},
    Route{"GET", "/designer/runs/{}", GetPipelineRun},
    Route{"GET", "/designer/runs/{}/nodes/{}/log", GetNodeLog},
};

}  // namespace

std::span<const Route> DesignerRoutes() { return kRoutes; }

}  // namespace paisql::console

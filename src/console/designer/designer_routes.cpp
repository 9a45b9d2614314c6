#include <array>

#include "console/designer/handlers.h"
#include "console/route.h"

namespace paisql::console {

namespace {

constexpr uint64_t kPipelineBytes = uint64_t{32} << 20;

constexpr std::array kRoutes = {
    Route{"GET", "/designer/components", canvas::ListComponents},
    Route{"GET", "/designer/pipelines", canvas::ListPipelines},
    Route{"POST", "/designer/pipelines", canvas::CreatePipeline, kPipelineBytes},
    Route{"GET", "/designer/pipelines/{}", canvas::GetPipeline},
    Route{"PUT", "/designer/pipelines/{}", canvas::PutPipeline, kPipelineBytes},
    Route{"DELETE", "/designer/pipelines/{}", canvas::DeletePipeline},
    Route{"GET", "/designer/pipelines/{}/version", canvas::GetPipelineVersion},
    Route{"POST", "/designer/pipelines/{}/rename", canvas::RenamePipeline},
    Route{"POST", "/designer/pipelines/{}/copy", canvas::CopyPipeline},
    Route{"GET", "/designer/pipelines/{}/export", canvas::ExportDesign},
    Route{"GET", "/designer/pipelines/{}/runs", canvas::ListPipelineRuns},
    Route{"GET", "/designer/pipelines/{}/states", canvas::GetNodeStates},
    Route{"GET", "/designer/pipelines/{}/nodes/{}/outputs", canvas::GetNodeOutputs},
    Route{"POST", "/designer/check", canvas::CheckDesign, kPipelineBytes},
    Route{"POST", "/designer/statement", canvas::GetStatement, kPipelineBytes},
    Route{"POST", "/designer/import", canvas::ImportDesign, kPipelineBytes},
    Route{"POST", "/designer/pipelines/{}/runs", canvas::StartPipeline},
    Route{"GET", "/designer/runs/{}", canvas::GetPipelineRun},
    Route{"POST", "/designer/runs/{}/cancel", canvas::CancelPipelineRun},
    Route{"GET", "/designer/runs/{}/nodes/{}/log", canvas::GetNodeLog},
};

}  // namespace

std::span<const Route> DesignerRoutes() { return kRoutes; }

}  // namespace paisql::console

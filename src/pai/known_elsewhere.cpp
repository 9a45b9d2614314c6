// Names of the platform that are not offered here, each with what it is and what to do instead.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "pai/components.h"

namespace paisql::pai {

namespace {

// All names that begin with the prefix.
struct OtherFamily {
  std::string_view prefix;
  Elsewhere elsewhere;
};

constexpr std::string_view kNoCure = "TensorFlow scripts run here; HELP PAI; lists the algorithms";

constexpr std::array kOtherFamilies = {
    OtherFamily{"pytorch", {"PyTorch", kNoCure}},
    OtherFamily{"easy_rec",
                {"EasyRec, models for recommendations",
                 "run EasyRec's own archive: PAI -name tensorflow1120_cpu_ext "
                 "-Dscript=<easy_rec_ext_..._res.tar.gz> -DentryFile=run.py "
                 "-DuserDefinedParameters=\"--cmd=train --config=oss://...\" (docs/pai-scripts.md, "
                 "\"EasyRec\")"}},
    OtherFamily{"easytransfer", {"EasyTransfer, transfer learning on texts", kNoCure}},
    OtherFamily{"easynlp", {"EasyNLP, models of language on PyTorch", kNoCure}},
    OtherFamily{"jupyter", {"a Jupyter notebook", kNoCure}},
};

// One name of a component, in any letter case.
struct OtherComponent {
  std::string_view name;
  Elsewhere elsewhere;
};

constexpr std::string_view kUnpublished =
    "its rules are not published; HELP PAI; lists the algorithms that run here";

constexpr std::array kOtherComponents = {
    OtherComponent{"linear_model",
                   {"training of a scorecard",
                    "put columns into bins with binning and data_transform, then train "
                    "logisticregression_binary on them"}},
    OtherComponent{"lm_predict",
                   {"prediction with a scorecard",
                    "train logisticregression_binary, and predict with prediction"}},
    OtherComponent{"psi",
                   {"the population stability index",
                    "compute it in SQL: SUM((a - b) * LN(a / b)) over the shares of each bin"}},
    OtherComponent{"etrec",
                   {"items that are like each other",
                    "count pairs in SQL: join the table with itself on the user, and group by both "
                    "items"}},
    OtherComponent{"pai_etrec",
                   {"items that are like each other",
                    "count pairs in SQL: join the table with itself on the user, and group by both "
                    "items"}},
    OtherComponent{"swing_rec_ext", {"items that are like each other, by Swing", kUnpublished}},
    OtherComponent{"fe_meta_runner",
                   {"codes of features for training",
                    "find bins with binning, and put codes in their place with data_transform"}},
    OtherComponent{
        "Declustering",
        {"a split of a table by shares", "split it with PAI -name split -Dfraction=0.5"}},
    OtherComponent{"ps_lr",
                   {"a logistic regression on parameter servers",
                    "train logisticregression_binary or logisticregression_multi: the memory of "
                    "one machine holds the weights"}},
    OtherComponent{"ps_linearregression",
                   {"a linear regression on parameter servers",
                    "train linearregression: the memory of one machine holds the weights"}},
    OtherComponent{"fm_train",
                   {"training of factorization machines",
                    "train gbdt_lr or xgboost: their trees find features that count together"}},
    OtherComponent{"fm_predict",
                   {"prediction with factorization machines",
                    "train gbdt_lr or xgboost, and predict with prediction"}},
    OtherComponent{"als", {"matrix factorization of ratings", kUnpublished}},
    OtherComponent{"TextClassificationTrain",
                   {"a neural network that classifies texts",
                    "weigh words with doc_word_stat, tfidf and triple_to_kv, then train "
                    "logisticregression_multi with enableSparse=true"}},
    OtherComponent{"cnn_feature_train",
                   {"a neural network that reads images",
                    "train it as a script: PAI -name tensorflow1120_ext (docs/pai-scripts.md)"}},
    OtherComponent{
        "PAIR", {"a script in R", "write it in Python: CREATE FUNCTION, or a TensorFlow script"}},
    OtherComponent{"xgboost_predict",
                   {"prediction with a model of xgboost", "predict with PAI -name prediction"}},
};

}  // namespace

Elsewhere KnownElsewhere(std::string_view name) {
  const auto component = std::ranges::find_if(kOtherComponents, [&](const OtherComponent& one) {
    return EqualsIgnoreCase(name, one.name);
  });
  if (component != kOtherComponents.end()) return component->elsewhere;
  for (const OtherFamily& family : kOtherFamilies) {
    if (EqualsIgnoreCase(name.substr(0, family.prefix.size()), family.prefix))
      return family.elsewhere;
  }
  return {};
}

}  // namespace paisql::pai

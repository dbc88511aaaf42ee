// gbrank itself, and the definition that it is measured against.

#include <memory>

#include "contender.h"
#include "predict/reference.h"

namespace gbrank::bench {

std::vector<Contender> gbrank_contenders(const Task& task) {
  const Ensemble& ensemble = task.ensemble;
  const Documents& documents = task.documents;
  const auto predictor = std::make_shared<const Predictor>(ensemble);
  return {{"gbrank", "Predictor::score of one document, or of DenseRows where there are more", 0,
           [=, &documents, threads = task.threads](std::size_t first, std::span<double> scores) {
             if (scores.size() == 1) {
               scores[0] = predictor->score(documents.row(first));
             } else {
               predictor->score(documents.dense(first, scores.size()), scores, threads);
             }
           }},
          {"gbrank-sparse", "Predictor::score of SparseRows: the values that are not absent", 0,
           [=, &documents, threads = task.threads](std::size_t first, std::span<double> scores) {
             predictor->score(documents.sparse(first, scores.size()), scores, threads);
           }},
          {"reference", "tree after tree, node after node, as the model file defines it", 0,
           [&ensemble, &documents](std::size_t first, std::span<double> scores) {
             for (std::size_t i = 0; i < scores.size(); ++i) {
               scores[i] = reference_score(ensemble, documents.row(first + i));
             }
           }}};
}

}  // namespace gbrank::bench

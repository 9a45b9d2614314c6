#pragma once

// The rows of the slice, by the file that makes them. Private to pai/classic/texts.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> WordCountRows();    // doc_word_stat, tfidf, triple_to_kv
std::span<const Component> NoiseFilterRows();  // FilterNoise
std::span<const Component> NgramRows();        // ngram_count
std::span<const Component> SimilarityRows();   // string_similarity, string_similarity_topn
std::span<const Component> SplitWordRows();    // split_word
std::span<const Component> TextRankRows();     // KeywordsExtraction, TextSummarization
std::span<const Component> TopicRows();        // PLDA
std::span<const Component> WordVectorRows();   // Word2Vec, pai_doc2vec, SemanticVectorDistance

}  // namespace paisql::pai

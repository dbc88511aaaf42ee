#pragma once

#include <cstdint>

/// The numbers of fields in ONNX's messages (onnx.proto), as far as a model of trees has them.
namespace gbrank::onnx {

namespace model {
inline constexpr std::uint32_t kIrVersion = 1, kProducer = 2, kProducerVersion = 3, kDoc = 6,
                               kGraph = 7, kOperators = 8, kMetadata = 14;
}
namespace operators {
inline constexpr std::uint32_t kDomain = 1, kVersion = 2;
}
namespace metadata {
inline constexpr std::uint32_t kKey = 1, kValue = 2;
}
namespace graph {
inline constexpr std::uint32_t kNode = 1, kName = 2, kInput = 11, kOutput = 12;
}
namespace node {
inline constexpr std::uint32_t kInput = 1, kOutput = 2, kName = 3, kOperator = 4, kAttribute = 5,
                               kDomain = 7;
}
namespace attribute {
inline constexpr std::uint32_t kName = 1, kInt = 3, kString = 4, kFloats = 7, kInts = 8,
                               kStrings = 9, kType = 20;
enum Type : std::uint32_t {
  kIsInt = 2,
  kIsString = 3,
  kAreFloats = 6,
  kAreInts = 7,
  kAreStrings = 8
};
}  // namespace attribute
namespace value {
inline constexpr std::uint32_t kName = 1, kType = 2;
}
namespace type {
inline constexpr std::uint32_t kTensor = 1;
}
namespace tensor {
inline constexpr std::uint32_t kElement = 1, kShape = 2;
inline constexpr std::uint64_t kFloat32 = 1;
}  // namespace tensor
namespace shape {
inline constexpr std::uint32_t kDimension = 1;
}
namespace dimension {
inline constexpr std::uint32_t kSize = 1, kName = 2;
}

inline constexpr const char* kTreeDomain = "ai.onnx.ml";
inline constexpr const char* kTreeOperator = "TreeEnsembleRegressor";

}  // namespace gbrank::onnx

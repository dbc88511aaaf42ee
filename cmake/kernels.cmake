# Loops compiled once for each instruction set: FOLDER has portable.cpp, avx2.cpp and avx512.cpp. Which
# ones run is decided when the program runs. They pass vectors between inlined functions only, so
# what -Wpsabi warns of cannot happen.
function(add_kernels folder)
  # A loop that begins in the middle of a cache line of code costs up to a fifth more: measured with
  # the same instructions, 0.31 ns for a cell of a histogram from the start of a line, 0.38 ns from
  # 24 bytes behind it.
  set(options -Wno-psabi -falign-loops=64)
  if(GBRANK_SANITIZE)
    # Checks of every vector operation would take minutes to compile. Addresses stay checked, and
    # exact.cpp, which has the same functions, is checked for everything.
    list(APPEND options -fno-sanitize=undefined -g0)
  endif()
  target_sources(gbrank PRIVATE ${folder}/portable.cpp)
  set_source_files_properties(${folder}/portable.cpp TARGET_DIRECTORY gbrank
    PROPERTIES COMPILE_OPTIONS "${options}")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_sources(gbrank PRIVATE ${folder}/avx2.cpp ${folder}/avx512.cpp)
    set_source_files_properties(${folder}/avx2.cpp TARGET_DIRECTORY gbrank
      PROPERTIES COMPILE_OPTIONS "${options};-mavx2")
    set_source_files_properties(${folder}/avx512.cpp TARGET_DIRECTORY gbrank
      PROPERTIES COMPILE_OPTIONS "${options};-mavx512f;-mavx512dq;-mavx512bw;-mprefer-vector-width=512")
  endif()
endfunction()

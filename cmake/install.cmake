# cmake --install: program, libraries, headers, CMake package, pkg-config file, man page, completion.
include(CMakePackageConfigHelpers)

install(TARGETS gbrank EXPORT gbrank-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS gbrank_c EXPORT gbrank_c-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS gbrank_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/gbrank DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gbrank)
foreach(library gbrank gbrank_c)
  install(EXPORT ${library}-targets NAMESPACE gbrank:: DESTINATION ${package_dir})
endforeach()
configure_package_config_file(cmake/gbrank-config.cmake.in gbrank-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(gbrank-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gbrank-config.cmake
              ${PROJECT_BINARY_DIR}/gbrank-config-version.cmake DESTINATION ${package_dir})

# Relative to where the file itself stands, so that any --prefix is right.
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(library gbrank gbrank_c)
  configure_file(cmake/${library}.pc.in ${library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

install(FILES ${PROJECT_BINARY_DIR}/share/gbrank.man
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME gbrank.1)
install(FILES ${PROJECT_BINARY_DIR}/share/gbrank.completion
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME gbrank)

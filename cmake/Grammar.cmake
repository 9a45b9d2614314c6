# grammar/*.g4 -> C++ in the build folder -> the static library paisql_grammar.

file(GLOB lexer CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/grammar/PaisqlLexer.g4")
file(GLOB parser CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/grammar/PaisqlParser.g4")

if(lexer AND parser)
  set(antlr_jar "${PAISQL_DEPS}/antlr/antlr-4.9-complete.jar")
  if(NOT EXISTS "${antlr_jar}")
    message(FATAL_ERROR "${antlr_jar} is missing: run scripts/setup.")
  endif()
  find_program(JAVA_PROGRAM java)
  paisql_require(JAVA_PROGRAM default-jre-headless "Java, which runs the ANTLR tool,")

  set(generated "${CMAKE_BINARY_DIR}/grammar")
  set(sources)
  set(headers)
  foreach(stem IN ITEMS PaisqlLexer PaisqlParser PaisqlParserVisitor PaisqlParserBaseVisitor)
    list(APPEND sources "${generated}/${stem}.cpp")
    list(APPEND headers "${generated}/${stem}.h")
  endforeach()

  add_custom_command(
    OUTPUT ${sources} ${headers}
    COMMAND "${JAVA_PROGRAM}" -XX:TieredStopAtLevel=1 -jar "${antlr_jar}" -Dlanguage=Cpp -visitor
            -no-listener -Werror -package paisql_grammar -o "${generated}" PaisqlLexer.g4
            PaisqlParser.g4
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${generated}" -P "${CMAKE_SOURCE_DIR}/cmake/LazyAutomaton.cmake"
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}/grammar"
    DEPENDS "${lexer}" "${parser}" "${antlr_jar}" "${CMAKE_SOURCE_DIR}/cmake/LazyAutomaton.cmake"
    COMMENT "Generating the lexer and the parser"
    VERBATIM)

  # ANTLR 4.9 writes u8"" literals into std::string, which C++20 refuses without -fno-char8_t.
  add_library(paisql_grammar STATIC ${sources})
  target_compile_options(paisql_grammar PRIVATE -w -fno-char8_t $<$<BOOL:${PAISQL_FUZZ}>:-O1>)
  target_include_directories(paisql_grammar SYSTEM PUBLIC "${generated}")
  target_link_libraries(paisql_grammar PUBLIC paisql::antlr4)
endif()

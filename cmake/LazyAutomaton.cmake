# Makes the automata of ANTLR's generated lexer and parser when the first one of each is constructed,
# not before main, and without the runtime's verification of them: syntax_test verifies them once.
# Most tools of the program parse nothing, and a thread may load the engine meanwhile.
#
# cmake -DFOLDER=<of the generated files> -P LazyAutomaton.cmake

function(replace_once text old new file)
  string(FIND "${${text}}" "${old}" first)
  string(FIND "${${text}}" "${old}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "${file} does not have this once, as ANTLR 4.9 writes it: ${old}")
  endif()
  string(REPLACE "${old}" "${new}" changed "${${text}}")
  set(${text} "${changed}" PARENT_SCOPE)
endfunction()

foreach(stem IN ITEMS PaisqlLexer PaisqlParser)
  set(file "${FOLDER}/${stem}.cpp")
  file(READ "${file}" content)
  replace_once(content "${stem}::Initializer ${stem}::_init;" "" "${file}")
  replace_once(content "  _interpreter = new" "  static const Initializer made;\n  _interpreter = new" "${file}")
  replace_once(
    content "  atn::ATNDeserializer deserializer;"
    "  atn::ATNDeserializationOptions options;\n  options.setVerifyATN(false);\n  atn::ATNDeserializer deserializer(options);"
    "${file}")
  file(WRITE "${file}" "${content}")
endforeach()

"""tensorflow.contrib for the face "tensorflow1".

A name of tf.contrib is found in this order: what TensorFlow 2.15 or tf-slim has of it under another
name (renamed.py), what stands here because neither has it (global_input.py, beam_search.py, ...),
and the Python sources of tf.contrib itself, which scripts/setup takes out of the last package of
TensorFlow 1.15 (kept.py). Their operators in C++ and their protocol buffers are given anew
(operators.py, protocols.py). What cannot be had is an error that names what took its place
(replacements.py). Nothing is loaded before it is asked for.
"""

"""What processes of Alink's jobs run: a user's main(task_config) on a table or a stream, and the Keras components."""

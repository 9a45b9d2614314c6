"""Operations on oss:// names by roles: the rules are in $PAISQL_OSS_ACCESS, which the test sets.

Buckets p, g, l and d are those of a role with one permission (put, get, list, delete), `full` has all
four, `nobody` has no role; `unnamed` is not named by the statement.
"""

import os

import tensorflow as tf
from cases import case, main

ROOT = os.environ["PAISQL_OSS_ROOT"]

# What each operation wants, by the letters of the buckets.
OPERATIONS = {
    "read": ("g", lambda name: tf.gfile.GFile(name).read()),
    "read a dataset": (
        "g",
        lambda name: list(tf.compat.v1.io.tf_record_iterator(name)),
    ),
    "write": ("p", lambda name: write(name + ".new", "w")),
    "append": ("p", lambda name: write(name, "a")),
    "make a folder": ("p", lambda name: tf.gfile.MakeDirs(name + ".folder/inner")),
    "list": ("l", lambda name: tf.gfile.ListDirectory(os.path.dirname(name))),
    "look": ("gl", tf.gfile.Stat),
    "remove": ("d", tf.gfile.Remove),
}


def write(name, mode):
    with tf.gfile.GFile(name, mode) as stream:
        stream.write("x")


def lay(bucket):
    """An object of the bucket, made without TensorFlow's knowledge."""
    folder = os.path.join(ROOT, bucket, "dir")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "k"), "w", encoding="ascii"):
        pass
    return "oss://%s/dir/k" % bucket


def denial(operation, name):
    """The message with which it is denied, "" when it is not."""
    try:
        operation(name)
    except tf.errors.PermissionDeniedError as error:
        return str(error)
    return ""


@case
def each_operation_wants_its_permission():
    for what, (letters, operation) in OPERATIONS.items():
        for bucket in "pgld":
            message = denial(operation, lay(bucket))
            assert (message == "") == (bucket in letters), (what, bucket, message)
        assert denial(operation, lay("full")) == "", what


@case
def a_denial_names_the_permission_and_what_gives_it():
    message = denial(OPERATIONS["read"][1], lay("p"))
    assert "role p has not the permission oss:GetObject for the bucket p" in message, message
    assert "GRANT oss:GetObject ON BUCKET p TO ROLE p;" in message, message
    message = denial(OPERATIONS["write"][1], lay("g"))
    assert "GRANT oss:PutObject ON BUCKET g TO ROLE g;" in message, message


@case
def every_form_of_a_name_is_held_to_the_same_rule():
    lay("p")
    for form in (
        "oss://p.host/dir/k",
        "oss://p//dir/k",
        "oss://p/x/../dir/k",
        "oss://p\x01id=i\x02key=secretkey\x02host=h/dir/k",
        "oss://p/dir/k?access_key_id=i&access_key_secret=secretkey",
    ):
        message = denial(OPERATIONS["read"][1], form)
        assert "GRANT oss:GetObject ON BUCKET p TO ROLE p;" in message, (form, message)
        assert "secretkey" not in message, message


@case
def a_name_may_bring_its_role():
    lay("g")
    name = "oss://g/dir/k?role_arn=acs:ram::9:role/"
    assert denial(tf.gfile.Stat, name + "G") == ""
    message = denial(OPERATIONS["read"][1], name + "p&host=h")
    assert "role p has not the permission oss:GetObject for the bucket g" in message, message
    message = denial(OPERATIONS["read"][1], name + "nobody_is_it")
    assert "role nobody_is_it has not the permission" in message, message


@case
def a_bucket_wants_to_be_named_and_a_role():
    message = denial(OPERATIONS["read"][1], lay("unnamed"))
    assert "the statement does not name the bucket unnamed" in message, message
    assert 'write -Dbuckets="oss://unnamed/"' in message, message
    for call in (tf.gfile.ListDirectory, tf.gfile.DeleteRecursively):
        assert "does not name the bucket unnamed" in denial(call, "oss://unnamed/dir"), call
    # TensorFlow passes over folders that it may not list.
    assert tf.gfile.Glob("oss://unnamed/dir/*") == []
    name = lay("full")
    assert name in tf.gfile.Glob("oss://full/dir/*")
    message = denial(OPERATIONS["read"][1], lay("nobody"))
    assert "CREATE ROLE AliyunODPSPAIDefaultRole;" in message, message


@case
def renaming_reads_removes_and_writes():
    name = lay("full")
    for target in ("oss://g/dir/new", "oss://l/dir/new", "oss://d/dir/new"):
        message = denial(lambda source, to=target: tf.gfile.Rename(source, to), name)
        assert "oss:PutObject" in message, message
    for bucket in "pgld":
        source = lay(bucket)
        message = denial(lambda source: tf.gfile.Rename(source, "oss://full/dir/new"), source)
        wanted = "oss:DeleteObjects" if bucket == "g" else "oss:GetObject"
        assert wanted in message, (bucket, message)
    assert denial(lambda source: tf.gfile.Rename(source, "oss://p/dir/moved"), name) == ""


@case
def checkpoints_of_a_full_role_are_written_and_read():
    with tf.Graph().as_default():
        tf.get_variable("v", initializer=3.0)
        saver = tf.train.Saver(max_to_keep=1)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for step in range(2):
                saver.save(session, "oss://full/model/m", global_step=step)
            saver.restore(session, tf.train.latest_checkpoint("oss://full/model"))


main()

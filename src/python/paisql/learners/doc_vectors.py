"""The component pai_doc2vec: vectors of documents and their words, by gensim's Doc2Vec."""

import pyarrow as pa

from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings
from paisql.learners.word_vectors import learn, options_of, write_vectors, write_vocabulary


def predict(task):
    """See the head of this file. Documents with one id have one vector."""
    from gensim.models.doc2vec import Doc2Vec, TaggedDocument

    settings = Settings(task.parameters)
    if not task.outputs:
        raise LearnerError("pai_doc2vec writes no table: name one, such as outputDocTableName")
    source = task.inputs["inputTableName"]
    name = settings.column("docIdColName", source.columns)
    content = settings.column("docColName", source.columns)
    documents = []
    for rows in source.chunks(list(dict.fromkeys([name, content]))):
        ids = rows[name].cast(pa.string()).to_pylist()
        for key, text in zip(ids, rows[content].to_pylist()):
            if key is not None and text is not None and text.strip():
                documents.append(TaggedDocument(text.split(), [key]))
    # Skip-gram: documents and words are learned in turn, so that both have vectors.
    kind = {"dm": 1} if settings.integer("cbow", 0) else {"dm": 0, "dbow_words": 1}
    model = Doc2Vec(**kind, **options_of(settings))
    learn(model, documents, settings)
    if "outputWordTableName" in task.outputs:
        write_vectors(task.outputs["outputWordTableName"], model.wv.index_to_key, model.wv.vectors)
    if "outputDocTableName" in task.outputs:
        write_vectors(task.outputs["outputDocTableName"], model.dv.index_to_key, model.dv.vectors)
    write_vocabulary(task.outputs.get("outVocabularyTableName"), model)

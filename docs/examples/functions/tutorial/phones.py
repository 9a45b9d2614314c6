from odps.udf import annotate


@annotate("string->string")
class Mask(object):
    def evaluate(self, phone):
        if phone is None:
            return None
        return phone[:3] + "****" + phone[-4:]

from odps.udf import BaseUDTF, annotate


@annotate("string->string,bigint")
class Tags(BaseUDTF):
    def process(self, text):
        for tag in (text or "").split(";"):
            if tag:
                name, number = tag.split(":")
                self.forward(name, int(number))

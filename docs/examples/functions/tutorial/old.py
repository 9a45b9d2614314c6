#coding:utf-8
from odps.udf import annotate


@annotate("bigint,bigint->string")
class Share(object):
    def evaluate(self, sweets, children):
        print "sharing", sweets
        return "%d each, %d left" % (sweets / children, sweets % children)

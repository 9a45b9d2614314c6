"""Requests that no client makes, and answers as they are."""

import json
import urllib.error
import urllib.request


def ask(server, path, method="GET", body=None, headers=()):
    """Status, headers and text of an answer; anybody is the owner."""
    request = urllib.request.Request(
        server.endpoint + path, method=method, data=body and body.encode(), headers=dict(headers)
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def submit(server, query, extra="", settings=None, task="SQL"):
    config = "<Property><Name>settings</Name><Value>%s</Value></Property>" % json.dumps(settings or {})
    body = (
        "<Instance><Job>%s<Tasks><%s><Name>T</Name><Config>%s</Config><Query><![CDATA[%s]]></Query></%s></Tasks>"
        "</Job></Instance>" % (extra, task, config, query, task)
    )
    return ask(server, "/projects/default_project/instances", "POST", body)

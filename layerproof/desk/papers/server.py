"""``layerproof lsp``: a language server, which judges a paper in its author's editor.

It speaks the Language Server Protocol over stdin and stdout: diagnostics where lines are wrong or open, a hover that
shows how a line was read, and mends as quick fixes.  A paper is judged when it is opened and saved, and when its author
has stopped typing for a moment.  There is one thread: what comes while a paper is judged waits.
"""

from __future__ import annotations

import json
import os
import select
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from ...tools.latex_lines.files.source import Refused, admitted
from ...tools.latex_lines.findings.report import Findings
from ...tools.latex_lines.judging.questions import Limiting, Line
from ...tools.latex_lines.run import read_text, run
from .messages import Kind, Message, messages
from .places import Sources, Span

PAUSE = 0.6
"""Seconds without a message after which what was typed is judged."""
LARGEST = 16_000_000
"""Bytes of a message."""
_SEVERITY = {Kind.ERROR: 1, Kind.WARNING: 2, Kind.NOTE: 3}
_PARSE, _NO_METHOD, _INTERNAL = -32700, -32601, -32603

Json = dict[str, Any]


class Channel:
    """Messages in both directions, each after a header with its length.

    Args:
        source, sink: file descriptors.
    """

    def __init__(self, source: int, sink: int) -> None:
        self._source, self._sink, self._buffer = source, sink, b""

    def receive(self, seconds: float | None) -> bytes | None:
        """The next message; None if none comes within `seconds`.

        Raises:
            EOFError: if nobody speaks any more, or not in this protocol.
        """
        while (message := self._whole()) is None:
            if seconds is not None and not select.select([self._source], [], [], seconds)[0]:
                return None
            data = os.read(self._source, 1 << 16)
            if not data:
                raise EOFError
            self._buffer += data
        return message

    def send(self, message: Json) -> None:
        """Send a message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        data = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        while data:
            data = data[os.write(self._sink, data) :]

    def _whole(self) -> bytes | None:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            if len(head) > 10_000:
                raise EOFError
            return None
        fields = dict(row.lower().split(b":", 1) for row in head.split(b"\r\n") if b":" in row)
        length = fields.get(b"content-length", b"").strip()
        if not length.isdigit() or int(length) > LARGEST:
            raise EOFError
        if len(rest) < int(length):
            return None
        self._buffer = rest[int(length) :]
        return rest[: int(length)]


@dataclass
class Paper:
    """A paper that is open, and what was found about it as it was judged last.

    Attributes:
        uri, text: as the editor has it.
        judged: the text that was judged; None if none was.
        told: the files that diagnostics were published for.
    """

    uri: str
    text: str
    judged: str | None = None
    lines: list[tuple[Line, Span]] = field(default_factory=list)
    said: list[Message] = field(default_factory=list)
    told: set[str] = field(default_factory=set)

    @property
    def path(self) -> str:
        """Its file; its address, if it is none."""
        parts = urlsplit(self.uri)
        return unquote(parts.path) if parts.scheme == "file" else self.uri

    def judge(self, limiting: Limiting) -> Sources:
        """Judge it; the files that it is made of."""
        self.judged, path = self.text, Path(self.path)
        try:
            text = admitted(self.text.encode("utf-8", "replace"))
            derivations = read_text(text, self.path, plain=path.suffix == ".txt", root=path)
            findings = run(derivations, limiting=limiting)
        except Refused as refusal:
            text, findings = self.text, Findings(self.path, troubles=[refusal.trouble])
        sources = Sources(findings, {self.path: text})
        self.said = messages(findings, sources=sources)
        self.lines = [
            (line, place.whole if place else Span(line.line, line.column or 1, line.line, line.column or 1))
            for line, place in zip(findings.lines, sources.places(), strict=True)
            if findings.path(line.file) == self.path
        ]
        return sources


class Server:
    """Answers what an editor asks."""

    def __init__(self, channel: Channel, limiting: Callable[[], Limiting]) -> None:
        self.channel, self.limiting = channel, limiting
        self.papers: dict[str, Paper] = {}
        self.waiting: set[str] = set()
        self.code: int | None = None
        self.is_shut = False
        self._requests: dict[str, Callable[[Json], Any]] = {
            "initialize": self._initialize,
            "shutdown": self._shutdown,
            "textDocument/hover": self._hover,
            "textDocument/codeAction": self._actions,
        }
        self._notifications: dict[str, Callable[[Json], None]] = {
            "exit": self._exit,
            "textDocument/didOpen": self._opened,
            "textDocument/didChange": self._changed,
            "textDocument/didSave": self._saved,
            "textDocument/didClose": self._closed,
        }

    def serve(self) -> int:
        """Serve until the editor has enough; the exit code."""
        while self.code is None:
            try:
                body = self.channel.receive(PAUSE if self.waiting else None)
            except EOFError:
                return 0 if self.is_shut else 1
            if body is None:
                self._logged("judging", self._judge, self.waiting.pop())
            else:
                self._message(body)
        return self.code

    def _message(self, body: bytes) -> None:
        try:
            message = json.loads(body)
        except ValueError:
            self.channel.send({"id": None, "error": {"code": _PARSE, "message": "the message is no JSON"}})
            return
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            return  # an answer: nothing is asked of the editor
        method, number, parameters = message["method"], message.get("id"), message.get("params") or {}
        if number is None:
            if method in self._notifications:
                self._logged(method, self._notifications[method], parameters)
            return
        if method not in self._requests:
            error = {"code": _NO_METHOD, "message": f"{method} is not known"}
            self.channel.send({"id": number, "error": error})
            return
        try:
            answer = {"result": self._requests[method](parameters)}
        except Exception as problem:
            answer = {"error": {"code": _INTERNAL, "message": f"{type(problem).__name__}: {problem}"}}
        self.channel.send({"id": number, **answer})

    def _logged(self, what: str, act: Callable[[Any], None], of: Any) -> None:
        """Do what has no answer: what goes wrong with it is said in the editor's log."""
        try:
            act(of)
        except Exception as problem:
            words = f"layerproof: {what}: {type(problem).__name__}: {problem}"
            self.channel.send({"method": "window/logMessage", "params": {"type": 1, "message": words}})

    def _initialize(self, _: Json) -> Json:
        from ... import __version__

        return {
            "capabilities": {
                "textDocumentSync": {"openClose": True, "change": 1, "save": True},
                "hoverProvider": True,
                "codeActionProvider": {"codeActionKinds": ["quickfix"]},
            },
            "serverInfo": {"name": "layerproof", "version": __version__},
        }

    def _shutdown(self, _: Json) -> None:
        self.is_shut = True
        self.waiting.clear()

    def _exit(self, _: Json) -> None:
        self.code = 0 if self.is_shut else 1

    def _opened(self, parameters: Json) -> None:
        document = parameters["textDocument"]
        self.papers[document["uri"]] = Paper(document["uri"], document["text"])
        self.waiting.add(document["uri"])

    def _changed(self, parameters: Json) -> None:
        uri = parameters["textDocument"]["uri"]
        self.papers[uri].text = parameters["contentChanges"][-1]["text"]
        self.waiting.add(uri)

    def _saved(self, parameters: Json) -> None:
        """Another file of the same paper may have changed what this one says."""
        self.waiting |= {parameters["textDocument"]["uri"]} & self.papers.keys()

    def _closed(self, parameters: Json) -> None:
        uri = parameters["textDocument"]["uri"]
        self.waiting.discard(uri)
        for told in self.papers.pop(uri).told:
            self._publish(told, [])

    def _judge(self, uri: str) -> None:
        paper = self.papers[uri]
        sources = paper.judge(self.limiting())
        found: dict[str, list[Json]] = {told: [] for told in {*paper.told, uri}}
        for message in paper.said:
            there = uri if message.file == paper.path else Path(os.path.abspath(message.file)).as_uri()
            found.setdefault(there, []).append(_diagnostic(message, sources.text(message.file)))
        for there, diagnostics in found.items():
            self._publish(there, diagnostics)
        paper.told = {there for there, diagnostics in found.items() if diagnostics}

    def _publish(self, uri: str, diagnostics: list[Json]) -> None:
        parameters = {"uri": uri, "diagnostics": diagnostics}
        self.channel.send({"method": "textDocument/publishDiagnostics", "params": parameters})

    def _hover(self, parameters: Json) -> Json | None:
        paper = self.papers[parameters["textDocument"]["uri"]]
        if paper.judged != paper.text:
            return None
        at = parameters["position"]["line"], parameters["position"]["character"]
        for line, span in paper.lines:
            ends = _range(span, paper.text)
            if _point(ends["start"]) <= at <= _point(ends["end"]):
                contents = {"kind": "markdown", "value": "\n\n".join(_told_of(line))}
                return {"contents": contents, "range": ends}
        return None

    def _actions(self, parameters: Json) -> list[Json]:
        paper = self.papers[parameters["textDocument"]["uri"]]
        if paper.judged != paper.text:  # the places are those of another text
            return []
        first, last = _point(parameters["range"]["start"]), _point(parameters["range"]["end"])
        found = []
        for message in paper.said:
            if message.span is None or message.file != paper.path:
                continue
            ends = _range(message.span, paper.text)
            if last < _point(ends["start"]) or _point(ends["end"]) < first:
                continue
            for change in message.changes:
                edit = {"range": _range(change.span, paper.text), "newText": change.text}
                found.append(
                    {
                        "title": f"Mend: {change.text} ({change.what})",
                        "kind": "quickfix",
                        "diagnostics": [_diagnostic(message, paper.text)],
                        "isPreferred": len(message.changes) == 1,
                        "edit": {"changes": {paper.uri: [edit]}},
                    }
                )
        return found


def _told_of(line: Line) -> Iterator[str]:
    """What a hover says of a line."""
    yield f"**{line.status.value}** `{line.relation} {line.text}`"
    if line.read_as:
        yield f"read as `{line.read_as}`"
    for words in (line.how, line.reason, line.note, *(f"if, as is guessed, {guess}" for guess in line.guessed)):
        if words:
            yield words


def _diagnostic(message: Message, text: str) -> Json:
    return {
        "range": _range(message.span or Span(1, 1, 1, 1), text),
        "severity": _SEVERITY[message.kind],
        "code": message.rule,
        "source": "layerproof",
        "message": message.words,
    }


def _range(span: Span, text: str) -> Json:
    """A span as editors count: from 0, in units of UTF-16."""
    rows = text.split("\n")

    def point(line: int, column: int) -> Json:
        before = rows[line - 1][: column - 1] if line <= len(rows) else ""
        return {"line": line - 1, "character": len(before.encode("utf-16-le")) // 2}

    return {"start": point(span.line, span.column), "end": point(span.end_line, span.end_column)}


def _point(point: Json) -> tuple[int, int]:
    return point["line"], point["character"]


def serve(budget: float, jobs: int) -> int:
    """Serve on stdin and stdout; what else would be printed goes to stderr."""
    sink = os.dup(1)
    os.dup2(2, 1)
    return Server(Channel(0, sink), lambda: Limiting(budget=budget, jobs=jobs)).serve()

"""One request: its headers, its retries, its errors and its lists."""

from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar, Union

MAX_BACK_OFF_SECONDS = 30
RETRIED_STATUSES = {429, 500, 502, 503, 504}
RETRIED_CONFLICTS = {"EDIT_CONFLICT", "IDEMPOTENCY_IN_PROGRESS"}

Page = TypeVar("Page")
Entry = TypeVar("Entry")


class ApiError(Exception):
    """The API refused the request, or could not process it. Its text has the place, title and detail of each error, and the request id."""

    def __init__(self, status: int, text: bytes, request_id: Optional[str], retry_after: Optional[int]) -> None:
        problem = _parse(text)
        self.status = status
        #: None if the response is not from the app, but from the platform or a proxy.
        self.code: Optional[str] = problem.get("code")
        self.title: Optional[str] = problem.get("title")
        self.detail: Optional[str] = problem.get("detail")
        #: One entry for each error, with its `pointer` (such as `#/items/3/levelId`), `parameter` or `header`.
        self.errors: List[Dict[str, Any]] = problem.get("errors", [])
        #: The id of the request in the log of the app.
        self.request_id: Optional[str] = problem.get("requestId", request_id)
        #: The number of seconds to wait before a retry, if the response has one.
        self.retry_after = retry_after
        #: All members of the response, such as `requiredScope`.
        self.problem = problem
        reasons = [_text_of(error) for error in self.errors or [problem]]
        head = " ".join(str(part) for part in (status, self.code) if part)
        tail = [f"request {self.request_id}"] if self.request_id else []
        super().__init__("\n  ".join(part for part in [head, *reasons, *tail] if part))


class ConnectionFailed(Exception):
    """No response arrived. The request may have taken effect."""


class ResponseInfo:
    """The parts of a response besides its body."""

    def __init__(self, status: int, headers: Mapping[str, str]) -> None:
        self.status = status
        self.headers = headers
        self.request_id = headers.get("X-Request-Id")
        self.etag = headers.get("ETag")
        self.retry_after = _retry_after(headers)
        #: True for the stored response of an earlier request with the same Idempotency-Key.
        self.is_replayed = headers.get("Idempotent-Replayed") == "true"


class _Result(dict):  # type: ignore[type-arg]
    info: ResponseInfo


def response_of(result: Any) -> ResponseInfo:
    """Returns what the response of a call had besides its body, such as the ETag.

    :param result: what the call returned, such as a page level or a page of a list
    """
    return getattr(result, "info", None) or ResponseInfo(0, {})


class Paged(Generic[Page, Entry]):
    """A list. Iterating reads every entry, one response after another. `pages()` has every response."""

    def __init__(self, read: Callable[[Optional[str]], Any]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[Entry]:
        for page in self.pages():
            yield from page["results"]  # type: ignore[index]

    def pages(self) -> Iterator[Page]:
        """Has no entry if `if_none_match` is the current version."""
        page = self._read(None)
        while page is not None:
            yield page
            following = page["_links"].get("next")
            page = None if following is None else self._read(following)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is only for the host of the API."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Sender:
    """Sends requests, and retries. No attribute has the key, so that no log or inspection shows it."""

    def __init__(
        self,
        base_url: str,
        key: Union[str, Callable[[], str]],
        *,
        retries: int = 4,
        max_wait_seconds: float = 3600,
        timeout_seconds: float = 60,
    ) -> None:
        if not base_url or not key:
            raise ValueError("The client needs a base_url and a key.")
        self.base_url = base_url.rstrip("/")
        self.retries = retries
        self.max_wait_seconds = max_wait_seconds
        self.timeout_seconds = timeout_seconds
        self._key = key if callable(key) else lambda: key
        self._opener = urllib.request.build_opener(_NoRedirect())

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r})"

    def _list(self, method: str, path: str, **request: Any) -> Any:
        conditions = {"headers": request["headers"]} if "headers" in request else {}
        return Paged(
            lambda following: self._send(method, path, **request)
            if following is None
            else self._send(method, following, **conditions)
        )

    def _send(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, Optional[str]]] = None,
    ) -> Any:
        """Returns the JSON of the response, or None if it has no body: 204, or 304 after `if_none_match`."""
        sent = {name: value for name, value in (headers or {}).items() if value is not None}
        if "Idempotency-Key" in (headers or {}):
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        url = self._address_of(path, query or {})
        is_safe = method == "GET" or "Idempotency-Key" in sent
        retry = 0
        while True:
            try:
                return self._attempt(method, url, body, sent)
            except ApiError as error:
                is_retried = error.code in RETRIED_CONFLICTS if error.status == 409 else error.status in RETRIED_STATUSES
                failure: Exception = error
            except ConnectionFailed as error:
                is_retried, failure = is_safe, error
            back_off = min(2**retry, MAX_BACK_OFF_SECONDS) * random.uniform(0.7, 1.3)
            seconds = max(back_off, getattr(failure, "retry_after", None) or 0)
            if not is_retried or retry >= self.retries or seconds > self.max_wait_seconds:
                raise failure
            time.sleep(seconds)
            retry += 1

    def _attempt(self, method: str, url: str, body: Any, headers: Mapping[str, str]) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, dict(headers), method=method)
        request.add_header("Accept", "application/json, text/csv;q=0.9")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        request.add_header("x-api-key", _checked(self._key()))
        try:
            with self._open(request) as response:
                status, received, text = response.code, response.headers, response.read()
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(f"{method} {urllib.parse.urlsplit(url).path}: no response") from error
        if status < 300 or status == 304:
            return _result_of(status, received, text)
        wait = _retry_after(received, time.time() if status == 429 else None)
        raise ApiError(status, text, received.get("X-Request-Id"), wait)

    def _open(self, request: urllib.request.Request) -> Any:
        try:
            return self._opener.open(request, timeout=self.timeout_seconds)
        except urllib.error.HTTPError as error:
            return error

    def _address_of(self, path: str, query: Mapping[str, Any]) -> str:
        # Links of responses are absolute paths from the root of the host.
        url = self.base_url + path if path.startswith("/v1/") else urllib.parse.urljoin(self.base_url, path)
        if urllib.parse.urlsplit(url)[:2] != urllib.parse.urlsplit(self.base_url)[:2]:
            raise ValueError("The address is on another host.")
        texts = {
            name: ("true" if value else "false") if isinstance(value, bool) else value
            for name, value in query.items()
            if value is not None
        }
        return f"{url}?{urllib.parse.urlencode(texts, doseq=True)}" if texts else url


def quote(part: str) -> str:
    return urllib.parse.quote(part, safe="")


def _checked(key: str) -> str:
    # http.client would raise an error that contains the key.
    if not re.fullmatch(r"[!-~]+", key):
        raise ValueError("The key is empty, or has characters that no key has.")
    return key


def _result_of(status: int, headers: Any, text: bytes) -> Any:
    """A part of a CSV file becomes a list with one text, because its next part is in the header `Link`."""
    if not text:
        return None
    if headers.get("Content-Type", "").startswith("text/csv"):
        following = re.search(r'<([^>]+)>; rel="next"', headers.get("Link", ""))
        links = {"next": following.group(1)} if following else {}
        result = _Result(results=[text.decode()], _links=links)
    else:
        result = _Result(json.loads(text))
    result.info = ResponseInfo(status, headers)
    return result


def _retry_after(headers: Any, now: Optional[float] = None) -> Optional[int]:
    """A 429 of the platform has the end of its window instead, in seconds since 1970."""
    seconds, reset = headers.get("Retry-After", ""), headers.get("X-Ratelimit-Reset", "")
    if seconds.isdigit():
        return int(seconds)
    return max(0, int(reset) - int(now)) if now is not None and reset.isdigit() else None


def _text_of(error: Mapping[str, Any]) -> str:
    place = error.get("pointer") or error.get("parameter") or error.get("header")
    parts = [place, error.get("title"), error.get("detail")]
    return ": ".join(part for part in parts if isinstance(part, str))


def _parse(text: bytes) -> Dict[str, Any]:
    """Responses of the platform and of proxies may not be JSON."""
    try:
        problem = json.loads(text)
        return problem if isinstance(problem, dict) else {}
    except ValueError:
        return {}

"""The client: every operation, the change feed, levels of many pages, and waiting for work in the background."""

from __future__ import annotations

import itertools
import os
import time
from typing import Any, Callable, Iterable, Iterator, List, Optional, TypeVar

from . import types
from ._operations import Operations
from ._request import response_of

OPEN_STATES = {"queued", "waiting", "running"}
MAX_BULK_PAGES = 25
#: If a response has no `Retry-After`.
POLL_SECONDS = 5

Run = TypeVar("Run", types.Job, types.Scan, types.Redaction)


class CursorStore:
    """Where a consumer of the change feed keeps its position. `FileCursorStore` is one for a file."""

    def load(self) -> Optional[str]:
        """None at the first start."""
        raise NotImplementedError

    def save(self, cursor: str) -> None:
        raise NotImplementedError


class FileCursorStore(CursorStore):
    """Keeps the position in a file. A crash leaves the old or the new position, never a part of one."""

    def __init__(self, path: str) -> None:
        self.path = path

    def load(self) -> Optional[str]:
        try:
            with open(self.path, encoding="utf-8") as file:
                return file.read().strip() or None
        except FileNotFoundError:
            return None

    def save(self, cursor: str) -> None:
        with open(f"{self.path}.new", "w", encoding="utf-8") as file:
            file.write(cursor)
        os.replace(f"{self.path}.new", self.path)


class PageClassification(Operations):
    """A client of the API, with a method for each operation.

    Calls retry, and send an Idempotency-Key where the operation accepts one: by default a random one, the same for all attempts of a
    call. They raise an ApiError if the API refuses a request, and ConnectionFailed if no response arrives.

    :param base_url: the address of the API, which the admin area shows
    :param key: the API key, or a function that returns it. Each attempt calls the function, so a rotated key needs no new client
    :param retries: the maximum number of retries of a call
    :param max_wait_seconds: the maximum wait before a retry. If `Retry-After` is longer, the call fails
    :param timeout_seconds: the timeout of each attempt
    """

    def change_page_levels(self, items: Iterable[types.SetPageLevelItem]) -> Iterator[types.PageLevelItemResult]:
        """Sets, clears or resets the levels of any number of pages, 25 in a request. Yields the result of each page, in order."""
        rest = iter(items)
        while True:
            part = list(itertools.islice(rest, MAX_BULK_PAGES))
            if not part:
                return
            yield from self.set_page_levels({"items": part})["results"]

    def wait_for(self, run: Run, *, timeout_seconds: Optional[float] = None) -> Run:
        """Reads a job, scan or redaction until it ends, and returns it. Raises TimeoutError if that takes longer.

        :param run: the response that started it, or one that lists it
        """
        latest: Any = run
        end = None if timeout_seconds is None else time.monotonic() + timeout_seconds
        while latest["state"] in OPEN_STATES:
            wait = response_of(latest).retry_after or POLL_SECONDS
            if end is not None and time.monotonic() + wait > end:
                raise TimeoutError(f"It is still {latest['state']} after {timeout_seconds} seconds.")
            time.sleep(wait)
            latest = self._send("GET", latest["_links"]["self"])
        return latest  # type: ignore[no-any-return]

    def follow_changes(
        self,
        store: CursorStore,
        handle: Callable[[List[types.FeedEntry]], Any],
        *,
        from_: Optional[str] = None,
        until_end: bool = False,
        poll_seconds: float = 60,
    ) -> None:
        """Passes every change to `handle`, oldest first.

        The cursor is saved after `handle` returns. After a crash or an error, the next call therefore repeats the changes of one
        response: ignore each `changeId` that was handled before.

        :param from_: the time of the first change, if the store is empty. Default: the first change of the site
        :param until_end: returns at the current end of the feed. Default: waits for more changes
        """
        after = store.load()
        while True:
            start = {"from_": from_} if after is None else {"after": after}
            for page in self.list_changes(**start).pages():  # type: ignore[arg-type]
                if page["results"]:
                    handle(page["results"])
                if page["cursor"] != after:
                    store.save(page["cursor"])
                after = page["cursor"]
            if until_end:
                return
            time.sleep(poll_seconds)


"""A client of the Page Classification REST API for Confluence Cloud."""

from . import types
from ._request import ApiError, ConnectionFailed, Paged, ResponseInfo, response_of
from .client import CursorStore, FileCursorStore, PageClassification

__all__ = [
    "ApiError",
    "ConnectionFailed",
    "CursorStore",
    "FileCursorStore",
    "PageClassification",
    "Paged",
    "ResponseInfo",
    "response_of",
    "types",
]

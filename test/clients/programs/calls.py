# calls.py KEY PAGE_ID: one line of JSON for each result
import json
import os
import sys
import traceback

from page_classification import ApiError, ConnectionFailed, PageClassification, response_of

key, page_id = sys.argv[1:]
client = PageClassification(os.environ["BASE_URL"], key)
shown = []


def show(name, value):
    print(json.dumps({"name": name, "value": value}))


def show_error(name, call):
    try:
        show(name, call())
    except ApiError as error:
        names = ["status", "code", "title", "detail", "errors"]
        values = {one: getattr(error, one) for one in names}
        show(name, {**values, "requestId": error.request_id, "retryAfter": error.retry_after, "message": str(error)})
        shown.extend([repr(error), repr(vars(error)), "".join(traceback.format_exception(type(error), error, error.__traceback__))])
    except (ConnectionFailed, ValueError) as error:
        show(name, str(error))
        shown.extend([repr(error), "".join(traceback.format_exception(type(error), error, error.__traceback__))])


settings = client.get_settings()
etag = response_of(settings).etag
show("unchanged", client.get_settings(if_none_match=etag) is None)
body = {"pageId": page_id, "levelId": "internal"}
first = client.set_page_level(body, if_none_match="*", idempotency_key="one")
again = client.set_page_level(body, if_none_match="*", idempotency_key="one")
replayed = [response_of(first).is_replayed, response_of(again).is_replayed]
show("replayed", [first["changed"], again["changed"], *replayed])
show_error("condition", lambda: client.set_page_level(body, if_match='"other"'))
show_error("pointer", lambda: client.set_page_level({"pageId": "Home", "levelId": "internal"}))
show_error("parameter", lambda: list(client.list_page_levels(limit=1000)))

ids = [entry["pageId"] for entry in client.list_page_levels(unclassified=True, limit=3)]
sizes = [len(page["results"]) for page in client.list_page_levels(unclassified=True, limit=3).pages()]
show("list", {"ids": ids, "sizes": sizes, "first": len(next(client.list_page_levels(unclassified=True, limit=3).pages())["results"])})
show("csv", "".join(client.export_detections()).split("\r\n")[0])

job = client.create_job({"levelId": "public", "pages": [{"pageId": page_id}]})
ended = client.wait_for(job)
show("job", [job["state"], ended["state"], ended["done"]])
show("cleared", client.clear_page_level(page_id))

show_error("lost read", lambda: client.get_own_key()["name"])
show_error("lost write", lambda: client.create_level({"name": "New", "color": "grey"}))
impatient = PageClassification(os.environ["BASE_URL"], key, max_wait_seconds=5)
show_error("long wait", lambda: impatient.get_page_level(page_id))
show_error("redirected", lambda: client.get_health())
elsewhere = {"state": "running", "_links": {"self": "http://localhost/x1/v1/job/1"}}
show_error("other host", lambda: client.wait_for(elsewhere))
show_error("wrong key", lambda: PageClassification(os.environ["BASE_URL"], f"{key}x").get_own_key())
show_error("bad key", lambda: PageClassification(os.environ["BASE_URL"], f"{key}\n").get_own_key())
show("inspected", [repr(client), str(client), repr(vars(client)), *shown])

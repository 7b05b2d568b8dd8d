# follow.py KEY CURSOR_FILE FROM [RESPONSES_UNTIL_CRASH]
import json
import os
import sys

from page_classification import FileCursorStore, PageClassification

key, cursor_file, start, *crash = sys.argv[1:]
client = PageClassification(os.environ["BASE_URL"], key)
handled = 0


def handle(changes):
    global handled
    for change in changes:
        print(json.dumps(change), flush=True)
    handled += 1
    if crash and handled >= int(crash[0]):
        os._exit(9)


client.follow_changes(FileCursorStore(cursor_file), handle, from_=start, until_end=True)

# bulk.py KEY_FILE PAGES_FILE LEVEL_ID
import json
import os
import pathlib
import sys

from page_classification import PageClassification

key_file, pages_file, level_id = sys.argv[1:]
client = PageClassification(os.environ["BASE_URL"], lambda: pathlib.Path(key_file).read_text())
pages = json.loads(pathlib.Path(pages_file).read_text())
for result in client.change_page_levels({"pageId": page_id, "levelId": level_id} for page_id in pages):
    print(json.dumps(result))

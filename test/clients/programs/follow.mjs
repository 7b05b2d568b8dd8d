// follow.mjs KEY CURSOR_FILE FROM [RESPONSES_UNTIL_CRASH]
import { PageClassification } from 'page-classification-client';
import { FileCursorStore } from 'page-classification-client/file-cursor-store';

const [, , key, cursorFile, from, responses = Infinity] = process.argv;
const client = new PageClassification({ baseUrl: process.env.BASE_URL, key });
let handled = 0;
await client.followChanges(
  new FileCursorStore(cursorFile),
  (changes) => {
    for (const change of changes) console.log(JSON.stringify(change));
    handled += 1;
    if (handled >= responses) process.exit(9);
  },
  { from, untilEnd: true },
);

// bulk.mjs KEY_FILE PAGES_FILE LEVEL_ID
import { readFileSync } from 'node:fs';
import { PageClassification } from 'page-classification-client';

const [, , keyFile, pagesFile, levelId] = process.argv;
const client = new PageClassification({ baseUrl: process.env.BASE_URL, key: () => readFileSync(keyFile, 'utf8') });
const items = JSON.parse(readFileSync(pagesFile, 'utf8')).map((pageId) => ({ pageId, levelId }));
for await (const result of client.changePageLevels(items)) console.log(JSON.stringify(result));

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readFile } from '../../src/files/read-file';

/** Reads the files of the arguments one after the other. Prints the reasons of each, and the largest memory of the process so far. */
async function readAll(): Promise<void> {
  for (const path of process.argv.slice(2)) {
    const { reasons } = await readFile({ name: basename(path), mediaType: '', bytes: readFileSync(path) });
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(JSON.stringify({ name: basename(path), reasons, megabytes }));
  }
}

void readAll();

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

/** Forge's encrypted environment variables: on a site `forge variables set --encrypt`, here a file in the data folder. */

const variables = z.record(z.string().regex(/^[A-Z_][A-Z0-9_]*$/), z.string());

/** Sets the variables of the file in the environment; where there is no file, makes one with a pepper of its own. */
export function loadVariables(path: string): void {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ PEPPER_V1: newPepper() }, undefined, 2), { mode: 0o600 });
  }
  Object.assign(process.env, readVariables(path));
}

/** @throws with the file's name, and without its text: it holds the pepper */
function readVariables(path: string): Record<string, string> {
  try {
    return variables.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new Error(`${path} is not a JSON object of names and texts. Mend it, or remove it: all keys are then lost.`);
  }
}

export function newPepper(): string {
  return randomBytes(32).toString('hex');
}

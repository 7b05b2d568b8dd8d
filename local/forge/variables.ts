import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

/**
 * Forge's encrypted environment variables: `forge variables set --encrypt` on a real site, a file in the data folder
 * here.
 */

const variables = z.record(z.string().regex(/^[A-Z_][A-Z0-9_]*$/), z.string());

/** Loads the file's variables into the environment. Creates the file with its own pepper if it does not exist. */
export function loadVariables(path: string): void {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ PEPPER_V1: newPepper() }, undefined, 2), { mode: 0o600 });
  }
  Object.assign(process.env, readVariables(path));
}

/** @throws with the file's name but without its text, which contains the pepper */
function readVariables(path: string): Record<string, string> {
  try {
    return variables.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new Error(
      `${path} is not a JSON object of names and texts. Fix it, or delete it: all keys then stop working.`,
    );
  }
}

export function newPepper(): string {
  return randomBytes(32).toString('hex');
}

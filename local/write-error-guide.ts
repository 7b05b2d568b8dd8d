import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEMS } from '../src/rest/problem';
import { PROBLEM_GUIDE } from '../src/rest/problem-guide';

/**
 * `npm run errors`: writes every error of the API into docs/errors.md. The text before the first section, the
 * introductions of sections and the examples are written by hand in the page itself, and stay.
 */

const file = join(__dirname, '../docs/errors.md');

const RETRY_AFTER = [409, 429, 502, 503, 504];

/** @param current the page as it is now; an error without an example in it gets none */
export function errorGuide(current: string): string {
  const entries = Object.entries(PROBLEM_GUIDE);
  const sections = [...new Set(entries.map(([, { section }]) => section))];
  const [head = ''] = current.split(`\n## ${sections[0] ?? ''}\n`);
  const parts = sections.flatMap((section) => [
    `## ${section}`,
    ...introductionOf(current, section),
    ...entries.flatMap(([code, guide]) => (guide.section === section ? entryOf(current, code, guide) : [])),
  ]);
  return `${head}\n${parts.join('\n\n')}\n`;
}

function introductionOf(current: string, section: string): readonly string[] {
  const [, body = ''] = current.split(`\n## ${section}\n`);
  const [introduction = ''] = body.split('\n### ');
  return introduction.trim() === '' ? [] : [introduction.trim()];
}

function entryOf(
  current: string,
  code: string,
  { cause, cure, note }: (typeof PROBLEM_GUIDE)[keyof typeof PROBLEM_GUIDE],
): readonly string[] {
  const kind = Object.entries(PROBLEMS).find(([known]) => known === code)?.[1];
  if (kind === undefined) return [];
  // The command, and the errors of its response if they are shown.
  const example = new RegExp(
    `^### ${code}\\n(?:(?!^#)[\\s\\S])*?(^\`\`\`sh\\n[\\s\\S]*?^\`\`\`$(?:\\n\\n\`\`\`json\\n[\\s\\S]*?^\`\`\`$)?)`,
    'm',
  ).exec(current)?.[1];
  return [
    `### ${code}`,
    `${kind.status} · ${kind.title} · ${adviceFor(kind.status)}`,
    `**Cause.** ${cause}\n**Cure.** ${cure}`,
    ...(note === undefined ? [] : [note]),
    ...(example === undefined ? [] : [example]),
  ];
}

function adviceFor(status: number): string {
  if (RETRY_AFTER.includes(status)) return 'retry after Retry-After';
  return status === 500 ? 'retry a few times' : 'do not retry';
}

if (require.main === module) writeFileSync(file, errorGuide(readFileSync(file, 'utf8')));

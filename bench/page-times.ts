import { estimateChanges } from '../src/quota/estimate';
import { DEFAULT_QUOTAS } from '../src/quota/policies';

/** Prints the table of docs/limits.md and docs/jobs.md: how long changes of many pages take with the default quotas. */

const SIZES = [1_000, 10_000, 100_000] as const;

function hours(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

export function pageTimes(): readonly string[] {
  const rows = [
    ['one by one', 'requests'],
    ['in bulk', 'requests'],
    ['by job', 'work'],
  ] as const;
  return [
    '| Changed pages | 1,000 | 10,000 | 100,000 |',
    '| --- | --- | --- | --- |',
    ...rows.map(([name, kind]) => {
      const cells = SIZES.map((pages) => {
        const { seconds, limitedBy } = estimateChanges(pages, DEFAULT_QUOTAS, kind);
        return `${hours(seconds)} (\`${limitedBy}\`)`;
      });
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ];
}

if (require.main === module) console.log(pageTimes().join('\n'));

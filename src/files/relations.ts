import { type Budget, isolate } from './budget';
import { readXml } from './xml';
import type { ZipEntry } from './zip';

/** The paths that a part refers to, by the ids of the references. */
export async function readRelations(
  budget: Budget,
  files: ReadonlyMap<string, ZipEntry>,
  name: string,
): Promise<ReadonlyMap<string, string>> {
  const slash = name.lastIndexOf('/') + 1;
  const relations = files.get(`${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`);
  const targets = new Map<string, string>();
  if (relations === undefined) return targets;
  await isolate(budget, () =>
    readXml(budget, relations.read(), {
      open(_name, attributes) {
        const path = new URL(attributes.get('Target') ?? '', `file:///${name}`).pathname.slice(1);
        targets.set(attributes.get('Id') ?? '', decodeURIComponent(path));
      },
    }),
  );
  return targets;
}

/** The start of a cell over some columns. */
export function cellTag(name: string, columns: string | undefined): string {
  const count = countOf(columns);
  return count === 1 ? `<${name}>` : `<${name} colspan="${count}">`;
}

/** How many columns, rows or blanks an attribute says. The document may say anything, so there is a limit. */
export function countOf(text: string | undefined): number {
  return Math.min(500, Math.max(1, Math.trunc(Number(text ?? 1)) || 1));
}

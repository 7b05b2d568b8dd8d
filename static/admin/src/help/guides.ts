/** The guides of the repository, as the build renders them (vite-guides.mjs). */

interface Guide {
  readonly title: string;
  readonly html: string;
}

const MODULES = import.meta.glob<Guide>(
  [
    '../../../../docs/*.md',
    // For people who work on the app.
    '!../../../../docs/{architecture,benchmarks,releases,tests,api-changes}.md',
  ],
  { query: '?guide' },
);

const nameIn = (path: string) => /([a-z-]+)\.md$/.exec(path)?.[1] ?? path;

/** Each guide by the name of its file. It is loaded when it opens. */
export const GUIDES: ReadonlyMap<string, () => Promise<Guide>> = new Map(
  Object.entries(MODULES).map(([path, load]) => [nameIn(path), load]),
);

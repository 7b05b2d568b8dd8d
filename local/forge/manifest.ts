import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** What the local host needs to know of manifest.yml. Whether Forge would accept the file is asked in test/deploy/. */
export interface Manifest {
  readonly appId: string;
  readonly runtimeName: string;
  /** The scopes the app may use, by name. */
  readonly scopes: Readonly<Record<string, { readonly allowImpersonation: boolean }>>;
  readonly webtriggers: readonly { readonly key: string; readonly function: string }[];
  /** `handler` is a file and an export of src: `index.rest`. */
  readonly functions: readonly { readonly key: string; readonly handler: string }[];
  /** Where the administration of the app is, in Confluence's settings. */
  readonly globalSettings: readonly GlobalSettings[];
  /** Folders with an index.html. */
  readonly resources: readonly { readonly key: string; readonly path: string }[];
  /** The whole document, for whoever reads another part of it. */
  readonly raw: unknown;
}

export type GlobalSettings = z.infer<typeof globalSettings>;

const globalSettings = z.object({
  key: z.string(),
  title: z.string(),
  resource: z.string(),
  resolver: z.object({ function: z.string() }),
});

const scope = z.object({ allowImpersonation: z.boolean().default(false) });

const schema = z.object({
  app: z.object({ id: z.string(), runtime: z.object({ name: z.string() }) }),
  permissions: z.object({ scopes: z.record(z.string(), scope) }),
  modules: z.object({
    webtrigger: z.array(z.object({ key: z.string(), function: z.string() })).default([]),
    function: z.array(z.object({ key: z.string(), handler: z.string() })).default([]),
    'confluence:globalSettings': z.array(globalSettings).default([]),
  }),
  resources: z.array(z.object({ key: z.string(), path: z.string() })).default([]),
});

const ownManifest = join(__dirname, '../../manifest.yml');

/** @throws when the file cannot be read, is not YAML, or has not the parts that the local host needs */
export function readManifest(path = ownManifest): Manifest {
  const raw: unknown = parse(readFileSync(path, 'utf8'));
  const { app, permissions, modules, resources } = schema.parse(raw);
  return {
    appId: app.id,
    runtimeName: app.runtime.name,
    scopes: permissions.scopes,
    webtriggers: modules.webtrigger,
    functions: modules.function,
    globalSettings: modules['confluence:globalSettings'],
    resources,
    raw,
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** The parts of manifest.yml that the local host needs. test/deploy/ checks whether Forge accepts the file. */
export interface Manifest {
  readonly appId: string;
  readonly runtimeName: string;
  /** The scopes the app may use, by name. */
  readonly scopes: Readonly<Record<string, { readonly allowImpersonation: boolean }>>;
  readonly webtriggers: readonly { readonly key: string; readonly function: string }[];
  /** `handler` is a file and an export of src: `index.rest`. */
  readonly functions: readonly ManifestFunction[];
  /** The consumer of each queue. */
  readonly consumers: readonly { readonly key: string; readonly queue: string; readonly function: string }[];
  /** The Confluence events that the app subscribes to. */
  readonly triggers: readonly {
    readonly key: string;
    readonly function: string;
    readonly events: readonly string[];
  }[];
  readonly scheduledTriggers: readonly ScheduledTrigger[];
  /** The app's admin page in Confluence's settings. */
  readonly globalSettings: readonly GlobalSettings[];
  /** Folders with an index.html. */
  readonly resources: readonly { readonly key: string; readonly path: string }[];
  /** The whole document, for readers of its other parts. */
  readonly raw: unknown;
}

export type ManifestFunction = z.infer<typeof manifestFunction>;
export type ScheduledTrigger = z.infer<typeof scheduledTrigger>;
export type GlobalSettings = z.infer<typeof globalSettings>;

const globalSettings = z.object({
  key: z.string(),
  title: z.string(),
  resource: z.string(),
  resolver: z.object({ function: z.string() }),
});

const manifestFunction = z.object({
  key: z.string(),
  handler: z.string(),
  timeoutSeconds: z.int().min(1).max(900).optional(),
});

/** Strict, because an unknown filter would let through events that a real site holds back. */
const consumer = z.strictObject({ key: z.string(), queue: z.string().max(36), function: z.string() });
const trigger = z.strictObject({ key: z.string(), function: z.string(), events: z.array(z.string()).min(1) });
const scheduledTrigger = z.strictObject({
  key: z.string(),
  function: z.string(),
  interval: z.enum(['fiveMinute', 'hour', 'day', 'week']),
});

const scope = z.object({ allowImpersonation: z.boolean().default(false) });

const schema = z.object({
  app: z.object({ id: z.string(), runtime: z.object({ name: z.string() }) }),
  permissions: z.object({ scopes: z.record(z.string(), scope) }),
  modules: z.object({
    webtrigger: z.array(z.object({ key: z.string(), function: z.string() })).default([]),
    function: z.array(manifestFunction).default([]),
    consumer: z.array(consumer).default([]),
    trigger: z.array(trigger).default([]),
    scheduledTrigger: z.array(scheduledTrigger).default([]),
    'confluence:globalSettings': z.array(globalSettings).default([]),
  }),
  resources: z.array(z.object({ key: z.string(), path: z.string() })).default([]),
});

const ownManifest = join(__dirname, '../../manifest.yml');

/** @throws if the file cannot be read, is not YAML, or lacks parts that the local host needs */
export function readManifest(path = ownManifest): Manifest {
  return parseManifest(parse(readFileSync(path, 'utf8')));
}

/** @param raw the document of a manifest.yml. @throws if it lacks parts that the local host needs */
export function parseManifest(raw: unknown): Manifest {
  const { app, permissions, modules, resources } = schema.parse(raw);
  return {
    appId: app.id,
    runtimeName: app.runtime.name,
    scopes: permissions.scopes,
    webtriggers: modules.webtrigger,
    functions: modules.function,
    consumers: modules.consumer,
    triggers: modules.trigger,
    scheduledTriggers: modules.scheduledTrigger,
    globalSettings: modules['confluence:globalSettings'],
    resources,
    raw,
  };
}

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
  readonly preUninstall: readonly { readonly key: string; readonly function: string }[];
  /** The app's admin page in Confluence's settings. */
  readonly globalSettings: readonly GlobalSettings[];
  /** The modules that are shown on pages, in spaces and in the Apps menu, and the forms of actions in rules. */
  readonly surfaces: readonly SurfaceModule[];
  /** The actions of rules, of Rovo's agent and of MCP. */
  readonly actions: readonly ActionModule[];
  /** The actions that Automation lists, by key. */
  readonly actionProviders: readonly { readonly key: string; readonly actions: readonly string[] }[];
  /** Rovo's agents. */
  readonly agents: readonly AgentModule[];
  /** The tools for MCP clients, which are actions, by key. */
  readonly mcpServers: readonly McpModule[];
  /** The content properties that Confluence's search indexes. */
  readonly contentProperties: readonly IndexedProperty[];
  /** Folders with an index.html, or with the HTML files of `entry`. */
  readonly resources: readonly Resource[];
  /** The whole document, for readers of its other parts. */
  readonly raw: unknown;
}

export type ManifestFunction = Omit<z.infer<typeof manifestFunction>, 'runtime'> & {
  /** The memory of its processes. */
  readonly memoryMb: number;
};
export type ScheduledTrigger = z.infer<typeof scheduledTrigger>;
export type GlobalSettings = z.infer<typeof globalSettings>;

export type SurfaceModule = z.infer<typeof surfaceModule> & { readonly type: SurfaceType | 'action' };
export type ActionModule = z.infer<typeof actionModule>;
export type AgentModule = z.infer<typeof agentModule>;
type McpModule = z.infer<typeof mcpModule>;
export type IndexedProperty = z.infer<typeof contentProperty>;
export type Resource = z.infer<typeof resource>;

/** The types of modules that are shown on a page. */
const PAGE_TYPES = [
  'confluence:contentBylineItem',
  'confluence:pageBanner',
  'confluence:contentAction',
  'confluence:contextMenu',
  'macro',
] as const;

/** The types of modules that are pages of a space. */
const SPACE_TYPES = ['confluence:spacePage', 'confluence:spaceSettings'] as const;

/** The types of modules that people who are no site admins see. `globalPage` is in the Apps menu. */
export const SURFACE_TYPES = [...PAGE_TYPES, ...SPACE_TYPES, 'confluence:globalPage'] as const;

export type SurfaceType = (typeof SURFACE_TYPES)[number];
export type PageSurfaceType = (typeof PAGE_TYPES)[number];

export function isOnPage(type: SurfaceModule['type']): type is PageSurfaceType {
  return PAGE_TYPES.some((one) => one === type);
}

export function isInSpace(type: SurfaceModule['type']): boolean {
  return SPACE_TYPES.some((one) => one === type);
}

const ofFunction = z.strictObject({ function: z.string() });

/** Strict, because a property that is not modeled would have no effect here and one on a real site. */
const surfaceModule = z.strictObject({
  key: z.string(),
  title: z.string().default(''),
  tooltip: z.string().optional(),
  description: z.string().optional(),
  icon: z.string().optional(),
  /** The key of a resource. */
  resource: z.string(),
  resolver: ofFunction,
  contentPropertyKey: z.string().optional(),
  dynamicProperties: ofFunction.optional(),
  viewportContainer: z.enum(['popup', 'modal']).optional(),
  viewportSize: z.enum(['small', 'medium', 'large', 'xlarge', 'max']).optional(),
  displayConditions: z.record(z.string(), z.unknown()).default({}),
  unlicensedAccess: z.array(z.enum(['unlicensed', 'anonymous'])).default([]),
  /** Macros. */
  category: z.string().optional(),
  layout: z.enum(['inline', 'block']).optional(),
  config: z.strictObject({ resource: z.string() }).optional(),
  adfExport: ofFunction.optional(),
  /** The last part of the address, for pages of a space and pages of the Apps menu. */
  route: z.string().optional(),
});

const ACTION_VALUES = ['string', 'integer', 'number', 'boolean'] as const;

/** Strict for the same reason. */
const actionModule = z.strictObject({
  key: z.string(),
  name: z.string(),
  function: z.string(),
  actionVerb: z.enum(['GET', 'CREATE', 'UPDATE', 'DELETE', 'TRIGGER']),
  description: z.string(),
  /** The form in a rule. */
  config: z.strictObject({ resource: z.string() }).optional(),
  inputs: z
    .record(
      z.string(),
      z.strictObject({
        title: z.string(),
        type: z.enum(ACTION_VALUES),
        required: z.boolean(),
        description: z.string().default(''),
      }),
    )
    .default({}),
  outputs: z
    .record(
      z.string(),
      z.strictObject({ type: z.enum(ACTION_VALUES), nullable: z.boolean(), description: z.string().default('') }),
    )
    .default({}),
  /** The name of its smart value in a rule, built from verb, domain and entity. */
  outputContext: z
    .strictObject({ entityName: z.string(), outputType: z.enum(['OBJECT', 'LIST']), outputDomain: z.string() })
    .optional(),
  resolver: ofFunction.optional(),
});

const actionProvider = z.strictObject({ key: z.string(), actions: z.array(z.string()) });
const agentModule = z.strictObject({
  key: z.string(),
  name: z.string(),
  icon: z.string().optional(),
  description: z.string().optional(),
  prompt: z.string(),
  conversationStarters: z.array(z.string()).default([]),
  actions: z.array(z.string()).default([]),
});
const mcpModule = z.strictObject({ key: z.string(), name: z.string(), tools: z.array(z.string()) });

const contentProperty = z.strictObject({
  key: z.string(),
  propertyKey: z.string(),
  values: z.array(
    z.strictObject({
      path: z.string(),
      type: z.enum(['number', 'text', 'string', 'user', 'date']),
      searchAlias: z.string().optional(),
      uiSupport: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

/** Without `entry`: the CLI adds the bridge only to `index.html`. */
const resource = z.strictObject({ key: z.string(), path: z.string() });

const globalSettings = z.object({
  key: z.string(),
  title: z.string(),
  resource: z.string(),
  resolver: z.object({ function: z.string() }),
});

const memory = z.int().min(128).max(1024);

const manifestFunction = z.object({
  key: z.string(),
  handler: z.string(),
  timeoutSeconds: z.int().min(1).max(900).optional(),
  runtime: z.strictObject({ memoryMB: memory }).optional(),
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

const variable = z.object({ key: z.string(), default: z.string() });

const schema = z.object({
  environment: z.object({ variables: z.array(variable) }).default({ variables: [] }),
  app: z.object({ id: z.string(), runtime: z.object({ name: z.string(), memoryMB: memory.default(512) }) }),
  permissions: z.object({ scopes: z.record(z.string(), scope) }),
  modules: z.object({
    webtrigger: z.array(z.object({ key: z.string(), function: z.string() })).default([]),
    function: z.array(manifestFunction).default([]),
    consumer: z.array(consumer).default([]),
    trigger: z.array(trigger).default([]),
    scheduledTrigger: z.array(scheduledTrigger).default([]),
    preUninstall: z.array(z.strictObject({ key: z.string(), function: z.string() })).default([]),
    'confluence:globalSettings': z.array(globalSettings).default([]),
    'confluence:contentBylineItem': z.array(surfaceModule).default([]),
    'confluence:pageBanner': z.array(surfaceModule).default([]),
    'confluence:contentAction': z.array(surfaceModule).default([]),
    'confluence:contextMenu': z.array(surfaceModule).default([]),
    macro: z.array(surfaceModule).default([]),
    'confluence:spacePage': z.array(surfaceModule).default([]),
    'confluence:spaceSettings': z.array(surfaceModule).default([]),
    'confluence:globalPage': z.array(surfaceModule).default([]),
    action: z.array(actionModule).default([]),
    'automation:actionProvider': z.array(actionProvider).default([]),
    'rovo:agent': z.array(agentModule).default([]),
    'rovo:mcp': z.array(mcpModule).default([]),
    'confluence:contentProperty': z.array(contentProperty).default([]),
  }),
  resources: z.array(resource).default([]),
});

/** The form of an action in Automation's editor. */
function formOf({ key, name, config, resolver }: ActionModule): readonly SurfaceModule[] {
  if (config === undefined || resolver === undefined) return [];
  const { resource } = config;
  return [{ key, title: name, resource, resolver, displayConditions: {}, unlicensedAccess: [], type: 'action' }];
}

const ownManifest = join(__dirname, '../../manifest.yml');

/** @throws if the file cannot be read, is not YAML, or lacks parts that the local host needs */
export function readManifest(path = ownManifest): Manifest {
  return parseManifest(parse(readFileSync(path, 'utf8')));
}

/** @param raw the document of a manifest.yml. @throws if it lacks parts that the local host needs */
export function parseManifest(raw: unknown): Manifest {
  const { environment, app, permissions, modules, resources } = schema.parse(raw);
  return {
    appId: withVariables(app.id, environment.variables),
    runtimeName: app.runtime.name,
    scopes: permissions.scopes,
    webtriggers: modules.webtrigger,
    functions: modules.function.map(({ runtime = app.runtime, ...rest }) => ({ ...rest, memoryMb: runtime.memoryMB })),
    consumers: modules.consumer,
    triggers: modules.trigger,
    scheduledTriggers: modules.scheduledTrigger,
    preUninstall: modules.preUninstall,
    globalSettings: modules['confluence:globalSettings'],
    surfaces: [
      ...SURFACE_TYPES.flatMap((type) => modules[type].map((module) => ({ ...module, type }))),
      ...modules.action.flatMap(formOf),
    ],
    actions: modules.action,
    actionProviders: modules['automation:actionProvider'],
    agents: modules['rovo:agent'],
    mcpServers: modules['rovo:mcp'],
    contentProperties: modules['confluence:contentProperty'],
    resources,
    raw,
  };
}

/** Replaces `${NAME}` as the CLI does, with the variable of the environment or its default. Only the id of the app has one here. */
function withVariables(text: string, variables: readonly z.infer<typeof variable>[]): string {
  return text.replace(/\$\{(\w+)\}/g, (original, name: string) => {
    const declared = variables.find(({ key }) => key === name);
    return declared === undefined ? original : (process.env[name] ?? declared.default);
  });
}

import * as z from 'zod';
import { readManifest } from '../../local/forge/manifest';

/**
 * The permissions that the app requests from a site, and what cannot be removed later, are fixed here, because each
 * change is a decision. More scopes or a dynamic web trigger are a major version, which every admin has to accept.
 * Entities and attributes cannot be removed once they are deployed.
 */
const { runtimeName, scopes, raw } = readManifest();

const document = z
  .object({
    app: z.object({ storage: z.object({ entities: z.array(z.unknown()) }) }),
    permissions: z.record(z.string(), z.unknown()),
    modules: z.record(z.string(), z.unknown()),
    resources: z.unknown(),
    remotes: z.unknown().optional(),
  })
  .parse(raw);

const entity = z.strictObject({
  name: z.string(),
  attributes: z.record(z.string(), z.strictObject({ type: z.string() })),
  indexes: z
    .array(
      z.strictObject({
        name: z.string(),
        partition: z.array(z.string()).optional(),
        range: z.array(z.string()).optional(),
      }),
    )
    .default([]),
});

it('the app runs on the Node version that Forge deploys', () => {
  expect(runtimeName).toBe('nodejs22.x');
});

it('requests exactly these scopes, and nine of them for impersonation', () => {
  expect(scopes).toMatchInlineSnapshot(`
    {
      "delete:content:confluence": {
        "allowImpersonation": true,
      },
      "read:app-data:confluence": {
        "allowImpersonation": false,
      },
      "read:attachment:confluence": {
        "allowImpersonation": false,
      },
      "read:comment:confluence": {
        "allowImpersonation": true,
      },
      "read:configuration:confluence": {
        "allowImpersonation": false,
      },
      "read:confluence-content.summary": {
        "allowImpersonation": false,
      },
      "read:confluence-space.summary": {
        "allowImpersonation": false,
      },
      "read:content-details:confluence": {
        "allowImpersonation": true,
      },
      "read:content.metadata:confluence": {
        "allowImpersonation": true,
      },
      "read:content.permission:confluence": {
        "allowImpersonation": false,
      },
      "read:group:confluence": {
        "allowImpersonation": false,
      },
      "read:hierarchical-content:confluence": {
        "allowImpersonation": true,
      },
      "read:page:confluence": {
        "allowImpersonation": true,
      },
      "read:space.permission:confluence": {
        "allowImpersonation": false,
      },
      "read:space:confluence": {
        "allowImpersonation": true,
      },
      "read:user:confluence": {
        "allowImpersonation": false,
      },
      "report:personal-data": {
        "allowImpersonation": false,
      },
      "storage:app": {
        "allowImpersonation": false,
      },
      "write:app-data:confluence": {
        "allowImpersonation": false,
      },
      "write:comment:confluence": {
        "allowImpersonation": true,
      },
      "write:confluence-content": {
        "allowImpersonation": false,
      },
      "write:confluence-space": {
        "allowImpersonation": false,
      },
      "write:page:confluence": {
        "allowImpersonation": true,
      },
    }
  `);
});

it('the app sends nothing anywhere: no egress, no remotes, no content permissions', () => {
  expect(Object.keys(document.permissions)).toEqual(['scopes']);
  expect(document.remotes).toBeUndefined();
});

it('the app has these modules', () => {
  expect(Object.keys(document.modules).sort()).toMatchInlineSnapshot(`
    [
      "action",
      "automation:actionProvider",
      "confluence:contentAction",
      "confluence:contentBylineItem",
      "confluence:contentProperty",
      "confluence:contextMenu",
      "confluence:globalPage",
      "confluence:globalSettings",
      "confluence:pageBanner",
      "confluence:spacePage",
      "confluence:spaceSettings",
      "consumer",
      "function",
      "macro",
      "preUninstall",
      "rovo:agent",
      "rovo:mcp",
      "scheduledTrigger",
      "trigger",
      "webtrigger",
    ]
  `);
});

it('the app has these web triggers', () => {
  expect(document.modules.webtrigger).toMatchInlineSnapshot(`
    [
      {
        "function": "rest",
        "key": "api",
        "response": {
          "type": "dynamic",
        },
        "urlFormat": "v2",
      },
    ]
  `);
});

it('the app has one page of its own, in the site settings, that makes every call through the admin resolver', () => {
  expect(document.modules['confluence:globalSettings']).toEqual([
    { key: 'administration', title: 'Page Classification', resource: 'admin', resolver: { function: 'admin' } },
  ]);
});

it('the app has these functions', () => {
  expect(document.modules.function).toMatchInlineSnapshot(`
    [
      {
        "handler": "index.rest",
        "key": "rest",
      },
      {
        "handler": "index.admin",
        "key": "admin",
      },
      {
        "handler": "index.pageEventTrigger",
        "key": "pageEventTrigger",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.pageQueueConsumer",
        "key": "pageQueueConsumer",
        "timeoutSeconds": 300,
      },
      {
        "handler": "index.dailyPageTrigger",
        "key": "dailyPageTrigger",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.scanEventTrigger",
        "key": "scanEventTrigger",
      },
      {
        "handler": "index.scanQueueConsumer",
        "key": "scanQueueConsumer",
        "runtime": {
          "memoryMB": 512,
        },
        "timeoutSeconds": 300,
      },
      {
        "handler": "index.hourlyScanTrigger",
        "key": "hourlyScanTrigger",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.redactionQueueConsumer",
        "key": "redactionQueueConsumer",
        "timeoutSeconds": 300,
      },
      {
        "handler": "index.surfaces",
        "key": "surfaces",
      },
      {
        "handler": "index.bylineProperties",
        "key": "bylineProperties",
      },
      {
        "handler": "index.exportLevelMacro",
        "key": "exportLevelMacro",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.exportReportMacro",
        "key": "exportReportMacro",
      },
      {
        "handler": "index.getLevelAction",
        "key": "getLevelAction",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.setLevelAction",
        "key": "setLevelAction",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.checkPageAction",
        "key": "checkPageAction",
      },
      {
        "handler": "index.scanPageAction",
        "key": "scanPageAction",
      },
      {
        "handler": "index.checkUseAction",
        "key": "checkUseAction",
      },
      {
        "handler": "index.explainLevelAction",
        "key": "explainLevelAction",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.findMyPagesAction",
        "key": "findMyPagesAction",
      },
      {
        "handler": "index.proposeLevelAction",
        "key": "proposeLevelAction",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.mirrorQueueConsumer",
        "key": "mirrorQueueConsumer",
        "runtime": {
          "memoryMB": 128,
        },
        "timeoutSeconds": 300,
      },
      {
        "handler": "index.lifecycleTrigger",
        "key": "lifecycleTrigger",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.preUninstall",
        "key": "preUninstall",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.probeQueueConsumer",
        "key": "probeQueueConsumer",
        "runtime": {
          "memoryMB": 128,
        },
      },
      {
        "handler": "index.walkQueueConsumer",
        "key": "walkQueueConsumer",
        "timeoutSeconds": 300,
      },
      {
        "handler": "index.jobQueueConsumer",
        "key": "jobQueueConsumer",
        "timeoutSeconds": 300,
      },
      {
        "handler": "index.fiveMinuteTrigger",
        "key": "fiveMinuteTrigger",
      },
      {
        "handler": "index.dailyTrigger",
        "key": "dailyTrigger",
        "runtime": {
          "memoryMB": 128,
        },
      },
    ]
  `);
});

it('the app has at most 20 entities, because Forge builds no more and its validator does not count them', () => {
  expect(document.app.storage.entities.length).toBeLessThanOrEqual(20);
});

it('the app stores these entities, with these attributes and indexes', () => {
  expect(document.app.storage.entities.map((each) => summarize(entity.parse(each)))).toMatchInlineSnapshot(`
    [
      [
        "api-key",
        "  v: integer",
        "  rev: integer",
        "  name: string",
        "  mac: string",
        "  macAlg: string",
        "  pepperVersion: string",
        "  createdBy: string",
        "  createdAt: string",
        "  expiresAt: string",
        "  classificationScope: string",
        "  detectionScope: string",
        "  levelLimit: any",
        "  spaceLimit: any",
        "  revokedAt: string",
        "  revokedBy: string",
        "  revokeReason: string",
        "  graceUntil: string",
        "  rotatedTo: string",
        "  rotatedFrom: string",
        "  lineId: string",
        "  index by-created: [] [createdAt]",
        "  index by-creator: [createdBy] [createdAt]",
        "  index by-expiry: [] [expiresAt]",
      ],
      [
        "page-level",
        "  v: integer",
        "  rev: integer",
        "  pageId: string",
        "  contentType: string",
        "  changeId: string",
        "  spaceId: string",
        "  levelId: string",
        "  subLevelId: string",
        "  classifierId: string",
        "  classificationDate: string",
        "  method: string",
        "  apiKeyId: string",
        "  pageVersion: integer",
        "  index by-id: [] [pageId]",
        "  index by-level: [levelId] [pageId]",
        "  index by-space: [spaceId] [pageId]",
        "  index by-classifier: [classifierId] [pageId]",
        "  index by-method: [method] [pageId]",
        "  index by-date: [] [classificationDate]",
        "  index by-space-date: [spaceId] [classificationDate]",
      ],
      [
        "level-change",
        "  v: integer",
        "  pageId: string",
        "  contentType: string",
        "  pageRev: integer",
        "  spaceId: string",
        "  previousLevelId: string",
        "  previousSubLevelId: string",
        "  levelId: string",
        "  subLevelId: string",
        "  changedAt: string",
        "  classifierId: string",
        "  method: string",
        "  via: string",
        "  apiKeyId: string",
        "  pageVersion: integer",
        "  justification: string",
        "  index by-date: [] [changedAt]",
        "  index by-page: [pageId] [changedAt]",
        "  index by-api-key: [apiKeyId] [changedAt]",
        "  index by-classifier: [classifierId] [changedAt]",
      ],
      [
        "audit",
        "  v: integer",
        "  month: string",
        "  time: string",
        "  type: string",
        "  outcome: string",
        "  subject: string",
        "  actorType: string",
        "  actorAccountId: string",
        "  actorKeyId: string",
        "  requestId: string",
        "  details: any",
        "  index by-month: [month] [time]",
        "  index by-type: [type] [time]",
        "  index by-subject: [subject] [time]",
        "  index by-actor: [actorAccountId] [time]",
        "  index by-api-key: [actorKeyId] [time]",
      ],
      [
        "config",
        "  v: integer",
        "  rev: integer",
        "  value: any",
      ],
      [
        "rate-limit",
        "  v: integer",
        "  rev: integer",
        "  used: any",
      ],
      [
        "idempotency",
        "  v: integer",
        "  rev: integer",
        "  fingerprint: string",
        "  requestId: string",
        "  at: string",
        "  answer: string",
      ],
      [
        "job",
        "  v: integer",
        "  rev: integer",
        "  keyId: string",
        "  lineList: string",
        "  createdAt: string",
        "  state: string",
        "  data: any",
        "  index by-line: [lineList] [createdAt]",
      ],
      [
        "detection",
        "  v: integer",
        "  rev: integer",
        "  spaceId: string",
        "  pageId: string",
        "  detectorId: string",
        "  category: string",
        "  severity: string",
        "  band: string",
        "  status: string",
        "  fingerprint: string",
        "  foundAt: string",
        "  data: any",
        "  index by-date: [] [foundAt]",
        "  index by-space: [spaceId] [foundAt]",
        "  index by-page: [pageId] [foundAt]",
        "  index by-detector: [detectorId] [foundAt]",
        "  index by-severity: [severity] [foundAt]",
        "  index by-status: [status] [foundAt]",
        "  index by-fingerprint: [fingerprint] [foundAt]",
      ],
      [
        "page-scan",
        "  v: integer",
        "  rev: integer",
        "  pageId: string",
        "  spaceId: string",
        "  pageVersion: integer",
        "  scannedAt: string",
        "  configHash: string",
        "  state: string",
        "  data: any",
        "  index by-id: [] [pageId]",
        "  index by-space: [spaceId] [pageId]",
        "  index by-state: [state] [pageId]",
        "  index by-date: [] [scannedAt]",
      ],
      [
        "page-mirror",
        "  v: integer",
        "  rev: integer",
        "  spaceId: string",
        "  checkedAt: string",
        "  data: any",
        "  index by-date: [] [checkedAt]",
        "  index by-space: [spaceId] [checkedAt]",
      ],
      [
        "page-count",
        "  v: integer",
        "  rev: integer",
        "  spaceId: string",
        "  countedAt: string",
        "  data: any",
        "  index by-date: [] [countedAt]",
        "  index by-space: [spaceId] [countedAt]",
      ],
      [
        "count",
        "  v: integer",
        "  rev: integer",
        "  value: any",
      ],
      [
        "level-proposal",
        "  v: integer",
        "  rev: integer",
        "  accountId: string",
        "  pageId: string",
        "  proposedAt: string",
        "  data: any",
        "  index by-account: [accountId] [proposedAt]",
      ],
      [
        "mention",
        "  v: integer",
        "  rev: integer",
        "  data: any",
      ],
      [
        "person",
        "  v: integer",
        "  rev: integer",
        "  seenAt: string",
      ],
      [
        "erasure",
        "  v: integer",
        "  rev: integer",
        "  state: string",
        "  requestedAt: string",
        "  data: any",
        "  index by-date: [] [requestedAt]",
        "  index by-state: [state] [requestedAt]",
      ],
      [
        "probe",
        "  v: integer",
        "  rev: integer",
        "  state: string",
        "  at: string",
        "  data: any",
        "  index by-date: [] [at]",
      ],
      [
        "native-level",
        "  v: integer",
        "  rev: integer",
        "  pageId: string",
        "  spaceId: string",
        "  checkedAt: string",
        "  data: any",
        "  index by-id: [] [pageId]",
        "  index by-space: [spaceId] [checkedAt]",
      ],
      [
        "governance",
        "  v: integer",
        "  rev: integer",
        "  kind: string",
        "  list: string",
        "  spaceList: string",
        "  gateId: string",
        "  sort: string",
        "  dueAt: string",
        "  data: any",
        "  index by-list: [list] [sort]",
        "  index by-space: [spaceList] [sort]",
        "  index by-gate: [gateId] [sort]",
        "  index by-due: [kind] [dueAt]",
      ],
    ]
  `);
});

it.each(document.app.storage.entities.map((each) => entity.parse(each)))(
  'the app indexes existing attributes of $name',
  (each) => {
    for (const { partition = [], range = [] } of each.indexes) {
      for (const attribute of [...partition, ...range]) expect(Object.keys(each.attributes)).toContain(attribute);
    }
  },
);

/** One line for each attribute or index, so that a change is readable. */
function summarize({ name, attributes, indexes }: z.infer<typeof entity>): string[] {
  return [
    name,
    ...Object.entries(attributes).map(([attribute, { type }]) => `  ${attribute}: ${type}`),
    ...indexes.map(
      (index) => `  index ${index.name}: [${index.partition?.join(', ') ?? ''}] [${index.range?.join(', ') ?? ''}]`,
    ),
  ];
}

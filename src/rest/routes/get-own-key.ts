import * as z from 'zod';
import { includesScope, RANKS } from '../../access/scope';
import { findLevel } from '../../classification/level-store';
import { viewKey } from '../../keys/key-view';
import { rightsOf } from '../../keys/key-rights';
import { findActiveCreator } from '../active-creator';
import { etagOfBody } from '../response';
import { LEVEL_EXAMPLE } from './level-schemas';
import { ok, operation } from '../operation';

const rank = z.enum(RANKS);
const instant = z.iso.datetime({ precision: 3 });

const answer = z
  .strictObject({
    keyId: z.string().meta({ description: 'The public part of the key: `pclsk_<keyId>_…`.' }),
    name: z.string(),
    status: z.enum(['active', 'grace']).meta({ description: '`grace`: rotated, and valid until `graceUntil`.' }),
    createdBy: z
      .string()
      .meta({ description: "The accountId of the creator. The key acts with the creator's permissions." }),
    createdAt: instant,
    expiresOn: z.iso.date().meta({ description: 'The last day, in UTC, on which the key is valid.' }),
    expiresAt: instant.meta({ description: 'The instant from which the key is rejected.' }),
    graceUntil: instant.nullable(),
    rotatedTo: z.string().nullable().meta({ description: 'The id of the key that replaces it.' }),
    scopes: z.strictObject({ classification: rank, detection: rank }),
    limits: z.strictObject({
      levels: z
        .array(z.strictObject({ levelId: z.string(), levelKey: z.string().nullable(), name: z.string().nullable() }))
        .meta({ description: 'The page access limit. Empty = no limit. `unclassified` means pages without a level.' }),
      spaces: z.array(z.string()).meta({ description: 'The space limit, as space ids. Empty = no limit.' }),
    }),
    effective: z
      .strictObject({
        canReadPageLevels: z.boolean(),
        canSetPageLevels: z.boolean(),
        canListLevels: z.boolean(),
        creatorIsSiteAdmin: z
          .boolean()
          .meta({ description: 'Whether the creator is currently a site admin. Required to manage levels.' }),
      })
      .meta({
        description:
          "The resulting permissions, before the creator's permissions on a page. All false on a site that does not show the app what the creator may do.",
      }),
  })
  .meta({ id: 'OwnKey', description: 'The API key that the request was made with.' });

export const getOwnKey = operation({
  method: 'GET',
  path: '/v1/key',
  operationId: 'getOwnKey',
  summary: 'Read the current API key',
  description:
    'Returns the API key of the request: its status, expiry date, scopes and limits, and the resulting permissions.',
  success: ok(
    'The key.',
    answer,
    {
      keyId: '0123456789q4n2m5',
      name: 'Publish rule',
      status: 'active',
      createdBy: '712020:11111111-2222-4333-8444-555555555555',
      createdAt: '2026-11-21T09:30:00.000Z',
      expiresOn: '2027-02-19',
      expiresAt: '2027-02-20T00:00:00.000Z',
      graceUntil: null,
      rotatedTo: null,
      scopes: { classification: 'write', detection: 'none' },
      limits: {
        levels: [{ levelId: LEVEL_EXAMPLE.levelId, levelKey: LEVEL_EXAMPLE.levelKey, name: LEVEL_EXAMPLE.name }],
        spaces: ['98306'],
      },
      effective: {
        canReadPageLevels: true,
        canSetPageLevels: true,
        canListLevels: false,
        creatorIsSiteAdmin: true,
      },
    },
    { ETag: 'Changes whenever the response changes.' },
  ),
  problems: [],
  points: 'creator-check',
  run: async ({ confluence, key, levels, now }) => {
    const creator = await findActiveCreator({ confluence, key });
    const view = viewKey(key.keyId, key.record, now);
    const { scopes } = rightsOf(key.record);
    const body: z.infer<typeof answer> = {
      keyId: view.keyId,
      name: view.name,
      status: view.status === 'grace' ? 'grace' : 'active',
      createdBy: view.createdBy,
      createdAt: view.createdAt,
      expiresOn: view.expiresOn,
      expiresAt: view.expiresAt,
      graceUntil: view.graceUntil ?? null,
      rotatedTo: view.rotatedTo ?? null,
      scopes,
      limits: {
        levels: view.levelLimit.map((levelId) => {
          const level = findLevel(levels, levelId);
          return { levelId, levelKey: level?.levelKey ?? null, name: level?.name ?? null };
        }),
        spaces: [...view.spaceLimit],
      },
      effective: {
        canReadPageLevels: creator !== undefined && includesScope(scopes, 'classification::read'),
        canSetPageLevels: creator !== undefined && includesScope(scopes, 'classification::write'),
        canListLevels: creator !== undefined && includesScope(scopes, 'classification::manage'),
        creatorIsSiteAdmin: creator?.isSiteAdmin ?? false,
      },
    };
    return { status: 200, headers: { ETag: etagOfBody(body) }, body };
  },
});

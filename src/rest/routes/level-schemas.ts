import * as z from 'zod';
import type { Levels } from '../../classification/level-store';
import { LEVEL_COLORS, type Level, type SubLevel } from '../../classification/model';
import { ETAG_OF_LEVELS } from '../configuration-access';
import { ok } from '../operation';
import { pageOf } from '../paging';

/** Levels in responses. */

const ofSubLevel = { name: z.string().optional(), description: z.string().optional() };
const IN_OTHER_LANGUAGES = 'The texts in other languages, by language, for example `de` or `pt-BR`.';

export const subLevelBody = z
  .strictObject({
    subLevelId: z.uuid(),
    subLevelKey: z.string().meta({ description: 'An alternative to the UUID: `restricted/finance`.' }),
    name: z.string(),
    description: z.string(),
    status: z
      .enum(['PUBLISHED', 'ARCHIVED'])
      .meta({ description: 'An archived sub-level can no longer be set; pages that have it keep it.' }),
    translations: z.record(z.string(), z.strictObject(ofSubLevel)).meta({ description: IN_OTHER_LANGUAGES }),
  })
  .meta({ id: 'SubLevel', description: 'A subdivision of a level.' });

export const levelBody = z
  .strictObject({
    levelId: z.uuid(),
    levelKey: z.string().meta({
      description: 'An alternative to the UUID: `restricted`. It does not change with the name.',
    }),
    name: z.string(),
    description: z.string(),
    guideline: z.string().meta({ description: 'Instructions for people on how to handle pages of this level.' }),
    color: z.enum(LEVEL_COLORS),
    order: z.int().meta({ description: '1 is the most sensitive level.' }),
    status: z
      .enum(['PUBLISHED', 'ARCHIVED'])
      .meta({ description: 'An archived level can no longer be set; pages that have it keep it.' }),
    banner: z
      .strictObject({
        text: z.string().meta({ description: 'The message for readers of the page.' }),
        contact: z
          .string()
          .optional()
          .meta({ description: 'The team or person that readers can ask, for example an email address.' }),
      })
      .nullable()
      .meta({ description: 'The banner on pages of this level. null = none.' }),
    translations: z
      .record(
        z.string(),
        z.strictObject({ ...ofSubLevel, guideline: z.string().optional(), bannerText: z.string().optional() }),
      )
      .meta({ description: IN_OTHER_LANGUAGES }),
    nativeId: z.string().optional().meta({
      description:
        "The ID of the level of Confluence's own classification that this level is linked with. Omitted = none.",
    }),
    subLevels: z.array(subLevelBody),
  })
  .meta({ id: 'Level', description: 'A classification level, as the admins of the site defined it.' });

export const levelListBody = pageOf(levelBody).meta({ id: 'LevelList' });

/** All levels. A site has few, so the list has one page. */
export function toLevelListBody(levels: Pick<Levels, 'all'>): z.infer<typeof levelListBody> {
  return { results: levels.all.map(toLevelBody), _links: {} };
}

export function toLevelBody(level: Level): z.infer<typeof levelBody> {
  const { banner = null, translations = {} } = level;
  return {
    ...level,
    banner,
    translations,
    subLevels: level.subLevels.map((subLevel) => toSubLevelBody(level, subLevel)),
  };
}

export function toSubLevelBody({ levelKey }: Level, subLevel: SubLevel): z.infer<typeof subLevelBody> {
  const { translations = {} } = subLevel;
  return { ...subLevel, subLevelKey: `${levelKey}/${subLevel.subLevelKey}`, translations };
}

const SUB_LEVEL_EXAMPLE = {
  subLevelId: '0c8f2b34-7a9d-5b1e-8f60-3e5d4c2b1a09',
  subLevelKey: 'restricted/finance',
  name: 'Finance',
  description: 'Figures, forecasts, contracts and payment data.',
  status: 'PUBLISHED',
  translations: { de: { name: 'Finanzen' } },
};

export const LEVEL_EXAMPLE = {
  levelId: '4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81',
  levelKey: 'restricted',
  name: 'Restricted',
  description: 'Would cause harm if disclosed. Only for people who need it for their work.',
  guideline: 'Share the page with people, not with groups.',
  color: 'ORANGE',
  order: 2,
  status: 'PUBLISHED',
  banner: { text: 'Do not share this page outside the company.', contact: 'security@example.com' },
  translations: { de: { name: 'Eingeschränkt' } },
  subLevels: [SUB_LEVEL_EXAMPLE],
};

export const ONE_LEVEL = ok('The level.', levelBody, LEVEL_EXAMPLE, ETAG_OF_LEVELS);

export const ONE_SUB_LEVEL = ok('The sub-level.', subLevelBody, SUB_LEVEL_EXAMPLE, ETAG_OF_LEVELS);

export const ALL_LEVELS = ok('The levels.', levelListBody, { results: [LEVEL_EXAMPLE], _links: {} }, ETAG_OF_LEVELS);

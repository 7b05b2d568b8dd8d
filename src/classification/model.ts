import * as z from 'zod';
import { LOWERING_RULES } from '../access/decide';
import { LEVEL_KEY, MAX_LEVEL_KEY } from './level-key';

/** Levels, and which page has which. Shapes as stored; entity names in manifest.yml. */

/** The colours of Confluence's own classification levels. */
export const LEVEL_COLORS = [
  'RED',
  'RED_BOLD',
  'ORANGE',
  'YELLOW',
  'GREEN',
  'BLUE',
  'NAVY',
  'TEAL',
  'PURPLE',
  'GREY',
  'LIME',
] as const;

/** How a level came to be on a page. */
export const METHODS = ['MANUAL', 'DEFAULT', 'REST_API', 'AUTOMATION', 'ROVO', 'DETECTION'] as const;

/** An archived one can no longer be set; pages that have it keep it. */
const status = z.enum(['PUBLISHED', 'ARCHIVED']);

/** Characters. */
export const LEVEL_TEXT_LIMITS = { name: 100, description: 1_000, guideline: 2_000 } as const;

const name = z.string().min(1).max(LEVEL_TEXT_LIMITS.name);
const description = z.string().max(LEVEL_TEXT_LIMITS.description);

const key = z.string().max(MAX_LEVEL_KEY).regex(LEVEL_KEY);

const subLevel = z.strictObject({
  subLevelId: z.uuid(),
  /** Unique in its level; shown as `restricted/finance`. */
  subLevelKey: key,
  name,
  description,
  /** Left out by whoever stored sub-levels before they could be archived. */
  status: status.default('PUBLISHED'),
});

const level = z.strictObject({
  levelId: z.uuid(),
  /** Unique among all levels of the site. */
  levelKey: key,
  name,
  description,
  /** How to handle pages of this level, for people. */
  guideline: z.string().max(LEVEL_TEXT_LIMITS.guideline).default(''),
  color: z.enum(LEVEL_COLORS),
  /** 1 = the most sensitive. */
  order: z.int().min(1),
  status,
  subLevels: z.array(subLevel),
});

/** Keys are left out by whoever stored levels before they had any. */
const storedLevel = level.extend({
  levelKey: key.optional(),
  subLevels: z.array(subLevel.extend({ subLevelKey: key.optional() })),
});

/** A level, and one of its sub-levels. */
const levelOfPage = z.strictObject({ levelId: z.uuid(), subLevelId: z.uuid().optional() });

/** Some of the levels, for spaces that must use no others. */
const levelScheme = z.strictObject({ schemeId: z.uuid(), name, levelIds: z.array(z.uuid()).min(1) });

/** Of one space. What is left out is as for the site; `none` = no default, no scheme, whatever the site has. */
const spaceSettings = z.strictObject({
  defaultLevel: z.union([levelOfPage, z.literal('none')]).optional(),
  schemeId: z.union([z.uuid(), z.literal('none')]).optional(),
});

const settings = z.strictObject({
  /** What a change to a less sensitive level, or to none, takes. */
  lowering: z.enum(LOWERING_RULES),
  /** Left out = new pages get no level. */
  defaultLevel: levelOfPage.optional(),
  /** Of every space without one of its own. Left out = all levels. */
  schemeId: z.uuid().optional(),
  schemes: z.array(levelScheme),
  /** By the id of the space. */
  spaces: z.record(z.string().regex(/^[1-9][0-9]{0,18}$/), spaceSettings),
});

/** Entity `config`, row `levels`: all that is settled about classification, so that one condition holds it together. */
export const levelsRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  /** Settings are left out by whoever stored levels before there were any. */
  value: z.strictObject({ levels: z.array(storedLevel), settings: settings.optional() }),
});

const instant = z.iso.datetime({ precision: 3 });

/** Of a page: what is kept whether it has a level or not. */
const pageLevelBase = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  /** The change that made it so: row key in `level-change`. */
  changeId: z.uuid(),
  spaceId: z.string(),
  classifierId: z.string(),
  classificationDate: instant,
  method: z.enum(METHODS),
  apiKeyId: z.string().optional(),
  /** The version that the page had when it was classified. */
  pageVersion: z.int(),
});

/** Entity `page-level`, row key = the page's id. */
export const pageLevelRecord = pageLevelBase.extend({
  levelId: z.uuid(),
  subLevelId: z.uuid().optional(),
});

/** What stays where a level was taken away, so that revisions go on rising. It is in no index of levels. */
export const clearedPageRecord = pageLevelBase;

/** Entity `level-change`, row key = the change's id: one entry of a page's history. */
export const levelChangeRecord = z.strictObject({
  v: z.literal(1),
  pageId: z.string(),
  /** The revision of the page's record that this change made. */
  pageRev: z.int().min(1),
  spaceId: z.string(),
  previousLevelId: z.uuid().optional(),
  previousSubLevelId: z.uuid().optional(),
  /** Left out where the level was taken away. */
  levelId: z.uuid().optional(),
  subLevelId: z.uuid().optional(),
  changedAt: instant,
  classifierId: z.string(),
  method: z.enum(METHODS),
  apiKeyId: z.string().optional(),
  pageVersion: z.int(),
  /** In the words of whoever changed it. */
  justification: z.string().optional(),
});

export type Level = z.infer<typeof level>;
export type StoredLevel = z.infer<typeof storedLevel>;
export type SubLevel = z.infer<typeof subLevel>;
export type LevelOfPage = z.infer<typeof levelOfPage>;
export type LevelScheme = z.infer<typeof levelScheme>;
export type Settings = z.infer<typeof settings>;
/** The method that set it, as every way of setting a level is called. */
export type Method = (typeof METHODS)[number];
export type PageLevelRecord = z.infer<typeof pageLevelRecord>;
export type LevelChangeRecord = z.infer<typeof levelChangeRecord>;

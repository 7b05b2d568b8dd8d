import * as z from 'zod';

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

const subLevel = z.strictObject({
  subLevelId: z.uuid(),
  name,
  description,
  /** Left out by whoever stored sub-levels before they could be archived. */
  status: status.default('PUBLISHED'),
});

export const level = z.strictObject({
  levelId: z.uuid(),
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

/** Entity `config`, row `levels`. */
export const levelsRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  value: z.strictObject({ levels: z.array(level) }),
});

const instant = z.iso.datetime({ precision: 3 });

/** Entity `page-level`, row key = the page's id. */
export const pageLevelRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  /** The change that made it so: row key in `level-change`. */
  changeId: z.uuid(),
  spaceId: z.string(),
  levelId: z.uuid(),
  subLevelId: z.uuid().optional(),
  classifierId: z.string(),
  classificationDate: instant,
  method: z.enum(METHODS),
  apiKeyId: z.string().optional(),
  /** The version that the page had when it was classified. */
  pageVersion: z.int(),
});

/** Entity `level-change`, row key = the change's id: one entry of a page's history. */
export const levelChangeRecord = z.strictObject({
  v: z.literal(1),
  pageId: z.string(),
  /** The revision of the page's record that this change made. */
  pageRev: z.int().min(1),
  spaceId: z.string(),
  previousLevelId: z.uuid().optional(),
  previousSubLevelId: z.uuid().optional(),
  levelId: z.uuid(),
  subLevelId: z.uuid().optional(),
  changedAt: instant,
  classifierId: z.string(),
  method: z.enum(METHODS),
  apiKeyId: z.string().optional(),
  pageVersion: z.int(),
});

export type Level = z.infer<typeof level>;
export type SubLevel = z.infer<typeof subLevel>;
export type PageLevelRecord = z.infer<typeof pageLevelRecord>;
export type LevelChangeRecord = z.infer<typeof levelChangeRecord>;

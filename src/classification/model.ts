import * as z from 'zod';
import { LOWERING_RULES } from '../access/decide';
import { storedContentType } from './content-type';
import { confluenceId } from '../platform/confluence-id';
import { LEVEL_KEY, MAX_LEVEL_KEY } from './level-key';
import { storedRecord } from '../platform/stored-rows';
import { storedDocument } from '../platform/stored-document';
import { instant } from '../platform/instant';

/** The levels, and the level of each page. Shapes as stored; entity names in manifest.yml. */

/** The colors of Confluence's own classification levels. */
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

/** How a page got its level. */
export const METHODS = ['MANUAL', 'DEFAULT', 'REST_API', 'AUTOMATION', 'ROVO', 'DETECTION', 'NATIVE'] as const;

/** How a page got its level, where the method alone looks like one change of one person, or like a default level. */
export const VIAS = ['JOB', 'UNDO', 'IMPORT', 'COPY', 'MOVE'] as const;

/** An archived level can no longer be set; pages that have it keep it. */
const status = z.enum(['PUBLISHED', 'ARCHIVED']);

/** Maximum lengths in characters. */
export const LEVEL_TEXT_LIMITS = {
  name: 100,
  description: 1_000,
  guideline: 2_000,
  bannerText: 500,
  bannerContact: 200,
} as const;

/** The number of languages that the texts of a level can be translated into. */
export const MAX_TRANSLATIONS = 30;

const name = z.string().min(1).max(LEVEL_TEXT_LIMITS.name);
const description = z.string().max(LEVEL_TEXT_LIMITS.description);
const guideline = z.string().max(LEVEL_TEXT_LIMITS.guideline);

const key = z.string().max(MAX_LEVEL_KEY).regex(LEVEL_KEY);

/** The banner on pages of a level, with what readers must know, and whom they ask. */
const banner = z.strictObject({
  text: z.string().min(1).max(LEVEL_TEXT_LIMITS.bannerText),
  contact: z.string().min(1).max(LEVEL_TEXT_LIMITS.bannerContact).optional(),
});

/** A language, for example `de` or `pt-BR`. */
export const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;

/** The texts of a level in another language. */
const translatedTexts = z.strictObject({
  name: name.optional(),
  description: description.min(1).optional(),
  guideline: guideline.min(1).optional(),
  bannerText: banner.shape.text.optional(),
});

const language = z.string().regex(LANGUAGE);

const subLevel = z.strictObject({
  subLevelId: z.uuid(),
  /** Unique within its level; shown as `restricted/finance`. */
  subLevelKey: key,
  name,
  description,
  status,
  translations: z.record(language, translatedTexts.pick({ name: true, description: true })).optional(),
});

const level = z.strictObject({
  levelId: z.uuid(),
  /** Unique among all levels of the site. */
  levelKey: key,
  name,
  description,
  /** How people must handle pages of this level. */
  guideline,
  color: z.enum(LEVEL_COLORS),
  /** 1 = the most sensitive. */
  order: z.int().min(1),
  status,
  /** Omitted = pages of this level have no banner. */
  banner: banner.optional(),
  translations: z.record(language, translatedTexts).optional(),
  /** The id of the level of Confluence's own classification that is the same. Unique among all levels of the site. */
  nativeId: z.string().min(1).max(300).optional(),
  subLevels: z.array(subLevel),
});

/** A level, and one of its sub-levels. */
export const levelOfPage = z.strictObject({ levelId: z.uuid(), subLevelId: z.uuid().optional() });

/** A subset of the levels, for spaces that may use no others. */
const levelScheme = z.strictObject({ schemeId: z.uuid(), name, levelIds: z.array(z.uuid()).min(1) });

/**
 * The settings of one space. Omitted fields follow the site; `none` = no default or no scheme, whatever the site has.
 */
const spaceSettings = z.strictObject({
  defaultLevel: z.union([levelOfPage, z.literal('none')]).optional(),
  schemeId: z.union([z.uuid(), z.literal('none')]).optional(),
});

/** The settings for everything that people see and do on pages. */
const surfaces = z.strictObject({
  byline: z.boolean(),
  banner: z.boolean(),
  menus: z.boolean(),
  /**
   * `site`: all viewers see the texts that the admin entered, and a page view costs nothing. `viewer`: each viewer sees them in
   * their language, and the app runs for each byline.
   */
  bylineNames: z.enum(['site', 'viewer']),
  /** True if people who can edit a page can exclude its findings. */
  peopleMayExclude: z.boolean(),
  /** True if people who can edit a page can remove its detected values. */
  peopleMayRedact: z.boolean(),
  /** The ids of the spaces where classification is off on pages. */
  offSpaceIds: z.array(confluenceId),
});

/** The settings that a site admin can delegate to space admins. */
export const DELEGABLE = ['defaultLevel', 'levels', 'lowering', 'off'] as const;

/** The settings of the admins of a space. Omitted fields follow the site. Each applies only while it is delegated. */
const ownSettings = z.strictObject({
  defaultLevel: z.union([levelOfPage, z.literal('none')]).optional(),
  /** A part of the levels that the site lets the space use. */
  levelIds: z.array(z.uuid()).min(1).optional(),
  /** Only applies if it is stricter than that of the site. */
  lowering: z.enum(LOWERING_RULES).optional(),
  /** True: classification is off on the pages of the space. */
  isOff: z.literal(true).optional(),
});

const settings = z.strictObject({
  /** The rule for a change to a less sensitive level or to none. */
  lowering: z.enum(LOWERING_RULES),
  /** Omitted = new pages get no level. */
  defaultLevel: levelOfPage.optional(),
  /** For every space without a scheme of its own. Omitted = all levels. */
  schemeId: z.uuid().optional(),
  schemes: z.array(levelScheme),
  /** By space id. */
  spaces: z.record(confluenceId, spaceSettings),
  /** Omitted = `NO_SURFACE_SETTINGS`. */
  surfaces: surfaces.optional(),
  /** The settings that space admins may change. Omitted = none. */
  delegated: z.array(z.enum(DELEGABLE)).optional(),
  /**
   * The least sensitive default level that space admins may choose: the id of a level, or `none` = any, or none. Omitted = the
   * default of the site for the space.
   */
  defaultFloor: z.union([z.uuid(), z.literal('none')]).optional(),
  /** The settings of space admins, by space id. */
  ownSpaces: z.record(confluenceId, ownSettings).optional(),
  /** True: the app asks authors in a comment to classify a page. Omitted = false. */
  mentions: z.boolean().optional(),
  /** True: the level of a page and its level in Confluence's own classification follow each other. Omitted = false. */
  followsNativeLevels: z.boolean().optional(),
});

/** Entity `config`. The row `levels` has the whole configuration, so that one condition keeps it consistent. */
export const LEVELS_ROW = storedDocument(z.strictObject({ levels: z.array(level), settings: settings.optional() }), {
  key: 'levels',
  unreadable: 'refused',
});

/** The fields that are kept for a page with or without a level. */
const pageLevelBase = storedRecord({
  /** The row key again, because indexes sort by attributes. */
  pageId: z.string(),
  contentType: storedContentType,
  /** The change that created this revision, by its row key in `level-change`. */
  changeId: z.uuid(),
  spaceId: z.string(),
  classifierId: z.string(),
  classificationDate: instant,
  method: z.enum(METHODS),
  apiKeyId: z.string().optional(),
  /** The version of the page when it was classified. */
  pageVersion: z.int(),
});

/** Entity `page-level`, row key = the page's id. */
export const pageLevelRecord = pageLevelBase.extend({
  levelId: z.uuid(),
  subLevelId: z.uuid().optional(),
});

/** A row without a level remains after it was cleared, so that revisions keep rising. It is in no index of levels. */
export const storedLevelRecord = z.union([pageLevelRecord, pageLevelBase]);

/** Entity `level-change`, row key = the change's id. Each row is one entry of a page's history. */
export const levelChangeRecord = z.strictObject({
  v: z.literal(1),
  pageId: z.string(),
  contentType: storedContentType,
  /** The revision of the page's record after this change. */
  pageRev: z.int().min(1),
  spaceId: z.string(),
  previousLevelId: z.uuid().optional(),
  previousSubLevelId: z.uuid().optional(),
  /** Omitted if the level was cleared. */
  levelId: z.uuid().optional(),
  subLevelId: z.uuid().optional(),
  changedAt: instant,
  classifierId: z.string(),
  method: z.enum(METHODS),
  via: z.enum(VIAS).optional(),
  apiKeyId: z.string().optional(),
  pageVersion: z.int(),
  /** In the words of the author of the change. */
  justification: z.string().optional(),
});

/** For lists of changes. */
export const LEVEL_CHANGES = { entity: 'level-change', time: 'changedAt', schema: levelChangeRecord } as const;

export type Level = z.infer<typeof level>;
export type SubLevel = z.infer<typeof subLevel>;
export type LevelBanner = z.infer<typeof banner>;
export type LevelOfPage = z.infer<typeof levelOfPage>;
export type LevelScheme = z.infer<typeof levelScheme>;
export type Settings = z.infer<typeof settings>;
/** The settings that belong to the whole site and have no list of their own. The API and the admin area can set each. */
export type SiteSetting = Exclude<
  keyof Settings,
  'surfaces' | 'schemes' | 'spaces' | 'ownSpaces' | 'followsNativeLevels'
>;
export type Delegable = (typeof DELEGABLE)[number];
export type OwnSettings = z.infer<typeof ownSettings>;
export type SurfaceSettings = z.infer<typeof surfaces>;
/** The method that set the level, with the name that is used for all ways of setting a level. */
export type Method = (typeof METHODS)[number];
export type Via = (typeof VIAS)[number];
export type PageLevelRecord = z.infer<typeof pageLevelRecord>;
export type LevelChangeRecord = z.infer<typeof levelChangeRecord>;

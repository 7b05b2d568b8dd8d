import * as z from 'zod';
import { confluenceId } from '../../platform/confluence-id';
import { PATTERN_LIMITS } from '../custom/pattern-limits';
import { CATEGORIES, SEVERITIES } from '../detector';
import { FILE_KINDS, MAX_FILE_MEGABYTES } from '../../files/file-kinds';
import { storedDocument } from '../../platform/stored-document';

/** The detection configuration of a site, in entity `config`, row `detection`. Shapes as stored. */

/** Limits per site. */
export const DETECTION_LIMITS = {
  customDetectors: 100,
  nameCharacters: 100,
  patternCharacters: PATTERN_LIMITS.characters,
  keywords: 50,
  keywordCharacters: 100,
  /** The maximum distance between a keyword and the match, in characters. */
  proximity: 300,
  samples: 20,
  sampleCharacters: 500,
  spacesOfFiles: 200,
} as const;

export const SCHEDULES = ['off', 'daily', 'weekly'] as const;

/** The parts of a page that are scanned. */
export const TARGETS = ['title', 'body', 'comments', 'attachmentNames'] as const;

const confidence = z.number().min(0).max(1);
const name = z.string().min(1).max(DETECTION_LIMITS.nameCharacters);

/** Omitted members inherit: from the site, or else from the detector definition. */
const detectorSettings = z.strictObject({
  enabled: z.boolean().optional(),
  /** Findings below this confidence are ignored. */
  minConfidence: confidence.optional(),
  severity: z.enum(SEVERITIES).optional(),
});

/** By detector id, including custom detectors. */
const detectors = z.record(z.string(), detectorSettings);

/** ISO 3166-1 alpha-2; empty = detectors of every region. */
const regions = z.array(z.string().regex(/^[A-Z]{2}$/));

const customDetector = z.strictObject({
  detectorId: z.string().regex(/^custom:[0-9a-f-]{36}$/),
  name,
  category: z.enum(CATEGORIES),
  severity: z.enum(SEVERITIES),
  /** RE2 syntax. */
  pattern: z.string().min(1).max(DETECTION_LIMITS.patternCharacters),
  /** If there are any, one of them must be within `proximity` characters of the match. */
  keywords: z.array(z.string().min(1).max(DETECTION_LIMITS.keywordCharacters)).max(DETECTION_LIMITS.keywords),
  proximity: z.int().min(1).max(DETECTION_LIMITS.proximity),
  /** The confidence of each finding. */
  confidence,
  /**
   * Texts that must have a finding, and texts that must not. Everyone who may manage detection can read them, so they
   * must contain no real values.
   */
  samples: z.strictObject({ match: z.array(z.string()).min(1), noMatch: z.array(z.string()).min(1) }),
});

/** Overrides for the spaces that use the scheme. Omitted members inherit from the site. */
const scheme = z.strictObject({
  schemeId: z.uuid(),
  name,
  regions: regions.optional(),
  minConfidence: confidence.optional(),
  detectors,
});

/** A page with an open finding of this severity or a higher one gets at least this level. */
const rule = z.strictObject({
  severity: z.enum(SEVERITIES),
  levelId: z.uuid(),
  subLevelId: z.uuid().optional(),
});

/** Until an admin turns it on, because each file is downloaded. */
export const NO_ATTACHMENT_CONTENTS = {
  enabled: false,
  maxMegabytes: 10,
  kinds: [...FILE_KINDS],
  spaceIds: [],
};

const config = z.strictObject({
  regions,
  /** For detectors without a threshold of their own. */
  minConfidence: confidence,
  detectors,
  custom: z.array(customDetector),
  schemes: z.array(scheme),
  /** Scheme id by space id. Other spaces use the site configuration. */
  spaces: z.record(confluenceId, z.uuid()),
  targets: z.strictObject({
    title: z.boolean(),
    body: z.boolean(),
    comments: z.boolean(),
    attachmentNames: z.boolean(),
  }),
  triggers: z.strictObject({
    /** Scan a page when it is published. */
    onPublish: z.boolean(),
    /** How often all pages are scanned. */
    schedule: z.enum(SCHEDULES),
  }),
  /** At most one rule per severity. */
  rules: z.array(rule),
  /** The files of attachments to scan. */
  attachmentContents: z
    .strictObject({
      enabled: z.boolean(),
      maxMegabytes: z.int().min(1).max(MAX_FILE_MEGABYTES),
      kinds: z.array(z.enum(FILE_KINDS)),
      /** Empty: every space. */
      spaceIds: z.array(confluenceId).max(DETECTION_LIMITS.spacesOfFiles),
    })
    .default(NO_ATTACHMENT_CONTENTS),
  /** The detectors of updates that an admin has turned on. Omitted: none. */
  turnedOn: z.array(z.string()).optional(),
  redaction: z
    .strictObject({
      /** Redact with Atlassian Guard if the site has it and it supports the content. */
      guard: z.boolean(),
    })
    .default({ guard: false }),
});

export const DETECTION_ROW = storedDocument(config, { key: 'detection', unreadable: 'refused' });

export type DetectorSettings = z.infer<typeof detectorSettings>;
export type CustomDetector = z.infer<typeof customDetector>;
export type DetectorScheme = z.infer<typeof scheme>;
export type ClassificationRule = z.infer<typeof rule>;
export type DetectionConfig = z.infer<typeof config>;

/** The configuration of a site that was never edited. */
export const DEFAULT_CONFIG: DetectionConfig = {
  regions: [],
  minConfidence: 0.5,
  detectors: {},
  custom: [],
  schemes: [],
  spaces: {},
  targets: { title: true, body: true, comments: true, attachmentNames: true },
  triggers: { onPublish: true, schedule: 'off' },
  rules: [],
  attachmentContents: NO_ATTACHMENT_CONTENTS,
  redaction: { guard: false },
};

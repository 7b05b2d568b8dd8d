import * as z from 'zod';
import { PATTERN_LIMITS } from '../custom/pattern-limits';
import { CATEGORIES, SEVERITIES } from '../detector';

/** What a site has settled about detection: entity `config`, row `detection`. Shapes as stored. */

/** Of a site, each. */
export const DETECTION_LIMITS = {
  customDetectors: 100,
  schemes: 50,
  nameCharacters: 100,
  patternCharacters: PATTERN_LIMITS.characters,
  keywords: 50,
  keywordCharacters: 100,
  /** Characters between a keyword and the match. */
  proximity: 300,
  samples: 20,
  sampleCharacters: 500,
} as const;

export const SCHEDULES = ['off', 'daily', 'weekly'] as const;

/** What of a page is looked at. */
export const TARGETS = ['title', 'body', 'comments', 'attachmentNames'] as const;

const confidence = z.number().min(0).max(1);
const name = z.string().min(1).max(DETECTION_LIMITS.nameCharacters);

/** What is left out is as it comes: as the site has it, or else as the detector is defined. */
const detectorSettings = z.strictObject({
  enabled: z.boolean().optional(),
  /** Findings below it are none. */
  minConfidence: confidence.optional(),
  severity: z.enum(SEVERITIES).optional(),
});

/** By the id of the detector, custom ones too. */
const detectors = z.record(z.string(), detectorSettings);

/** ISO 3166-1 alpha-2; none = detectors of every region. */
const regions = z.array(z.string().regex(/^[A-Z]{2}$/));

const customDetector = z.strictObject({
  detectorId: z.string().regex(/^custom:[0-9a-f-]{36}$/),
  name,
  category: z.enum(CATEGORIES),
  severity: z.enum(SEVERITIES),
  /** In the language of RE2. */
  pattern: z.string().min(1).max(DETECTION_LIMITS.patternCharacters),
  /** Where there are any, one of them must be within `proximity` characters of the match. */
  keywords: z.array(z.string().min(1).max(DETECTION_LIMITS.keywordCharacters)).max(DETECTION_LIMITS.keywords),
  proximity: z.int().min(1).max(DETECTION_LIMITS.proximity),
  /** Of each of its findings. */
  confidence,
  /** What it must find something in, and what it must not. Whoever may manage detection reads them: nothing real. */
  samples: z.strictObject({ match: z.array(z.string()).min(1), noMatch: z.array(z.string()).min(1) }),
});

/** What is different in the spaces that use it; what it leaves out is as for the site. */
const scheme = z.strictObject({
  schemeId: z.uuid(),
  name,
  regions: regions.optional(),
  minConfidence: confidence.optional(),
  detectors,
});

/** A page with an open finding of this severity, or a greater one, has this level or a more sensitive one. */
const rule = z.strictObject({
  severity: z.enum(SEVERITIES),
  levelId: z.uuid(),
  subLevelId: z.uuid().optional(),
});

const config = z.strictObject({
  regions,
  /** Of detectors without one of their own. */
  minConfidence: confidence,
  detectors,
  custom: z.array(customDetector),
  schemes: z.array(scheme),
  /** The scheme of a space, by the space's id; the others are as the site. */
  spaces: z.record(z.string().regex(/^[1-9][0-9]{0,18}$/), z.uuid()),
  targets: z.strictObject({
    title: z.boolean(),
    body: z.boolean(),
    comments: z.boolean(),
    attachmentNames: z.boolean(),
  }),
  triggers: z.strictObject({
    /** Look at a page whenever it is published. */
    onPublish: z.boolean(),
    /** How often all pages are looked at. */
    schedule: z.enum(SCHEDULES),
  }),
  /** One for a severity at most. */
  rules: z.array(rule),
  redaction: z
    .strictObject({
      /** Atlassian Guard is asked to redact, where the site has it and it can. */
      guard: z.boolean(),
    })
    .default({ guard: false }),
});

export const detectionRecord = z.strictObject({ v: z.literal(1), rev: z.int().min(1), value: config });

export type DetectorSettings = z.infer<typeof detectorSettings>;
export type CustomDetector = z.infer<typeof customDetector>;
export type DetectorScheme = z.infer<typeof scheme>;
export type ClassificationRule = z.infer<typeof rule>;
export type DetectionConfig = z.infer<typeof config>;

/** Of a site that nobody has configured. */
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
  redaction: { guard: false },
};

import * as z from 'zod';
import { readDetection } from '../../detection/configuration/configuration-store';
import { confidence, regions } from '../../detection/configuration/detector-fields';
import { CATEGORIES, SEVERITIES } from '../../detection/detector';
import { BANDS } from '../../findings/model';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireActiveCreator } from '../active-creator';
import { awaitAll } from '../../platform/await-all';
import { ok, operation } from '../operation';

const MAX_CHARACTERS = 100_000;

/** Enough for `MAX_CHARACTERS` in any JSON escaping. */
const MAX_BYTES = 640 * 1024;

const body = z
  .strictObject({
    text: z
      .string({ error: 'must be text' })
      .max(MAX_CHARACTERS, { error: `must have at most ${MAX_CHARACTERS} characters` })
      .meta({ description: 'The text to search. It is neither stored nor logged.' }),
    regions: regions.optional().meta({ description: "Replaces the site's regions. An empty list means all regions." }),
    minConfidence: confidence.optional().meta({ description: "Replaces the site's value." }),
  })
  .meta({ id: 'AnalyzeText' });

const finding = z
  .strictObject({
    detectorId: z.string(),
    category: z.enum(CATEGORIES).meta({ description: 'More values may be added.' }),
    severity: z.enum(SEVERITIES),
    confidence: z.number().meta({ description: '0 to 1.' }),
    band: z.enum(BANDS).meta({ description: '`high`: 0.8 or more. `medium`: 0.5 or more.' }),
    evidence: z.array(z.string()).meta({
      description:
        'The evidence for the finding, such as `checksum:luhn`, and its properties, such as `tag:test-number`.',
    }),
    start: z.int().meta({ description: 'In UTF-16 code units.' }),
    end: z.int().meta({ description: 'Exclusive end, in UTF-16 code units.' }),
    maskedExcerpt: z.string().meta({
      description: 'The label that is evidence for the value, in the spelling of its detector, and a bar.',
    }),
  })
  .meta({ id: 'TextFinding', description: 'One occurrence of a sensitive value in a text.' });

const answer = z
  .strictObject({
    findings: z.array(finding).meta({ description: 'In the order of the text, without overlaps.' }),
    partial: z.boolean().meta({ description: 'Whether a custom detector timed out, so there may be more findings.' }),
  })
  .meta({ id: 'TextAnalysis' });

export const analyzeText = operation({
  method: 'POST',
  effect: 'read',
  path: '/v1/detection/analyze',
  operationId: 'analyzeText',
  summary: 'Detect sensitive values in text',
  description:
    "Runs the site's detectors, including custom ones, with their current configuration. Neither the text nor the findings are stored. Use it to test detectors, and for text outside of Confluence.",
  scope: 'detection::manage',
  body: {
    schema: body,
    example: { text: 'My card is 4539 1488 0343 6467.', regions: ['US', 'GB'] },
    maxBytes: MAX_BYTES,
  },
  success: ok('The findings.', answer, {
    findings: [
      {
        detectorId: 'card-pan',
        category: 'financial',
        severity: 'high',
        confidence: 0.95,
        band: 'high',
        evidence: ['checksum:luhn', 'iin:visa', 'context:"card"'],
        start: 11,
        end: 30,
        maskedExcerpt: 'card: ••••••••',
      },
    ],
    partial: false,
  }),
  problems: [],
  points: POINTS_OF_A_PERSON,
  run: async (request, { body: { text, ...chosen } }) => {
    const { storage, now } = request;
    const [{ config }] = await awaitAll([readDetection(storage), requireActiveCreator(request)] as const);
    const settings = {
      ...config,
      ...(chosen.regions === undefined ? {} : { regions: chosen.regions }),
      ...(chosen.minConfidence === undefined ? {} : { minConfidence: chosen.minConfidence }),
    };
    const { tryText } = await import('../../detection/custom/try-text');
    const { findings, overBudget } = tryText(text, settings, now);
    return { status: 200, body: { findings: [...findings], partial: overBudget.length > 0 } };
  },
});

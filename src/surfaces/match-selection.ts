import * as z from 'zod';
import { openForAction } from './act-on-findings';
import type { SelectionResult } from './contract';
import type { SurfaceRequest } from './operation';
import { shownFindings, viewPopupPage } from './show-popup-page';
import { readInput } from './result';

/**
 * The findings of the page whose values a selected text has. The text comes from the context of the platform. It is never
 * stored, logged or returned.
 */

const matchInput = z.strictObject({ action: z.enum(['exclude', 'redact']) });

/** The maximum length of a selection, in characters. */
const MAX_SELECTION = 10_000;

const selectionContext = z.object({ selectedText: z.string() });

export async function matchSelection(request: SurfaceRequest, payload: unknown): Promise<SelectionResult> {
  const { action } = readInput(matchInput, payload);
  const popup = await openForAction(request, action === 'exclude' ? 'peopleMayExclude' : 'peopleMayRedact');
  if (!('stored' in popup)) return popup;
  const page = viewPopupPage(popup);
  const text = selectionContext.safeParse(request.extension).data?.selectedText.trim() ?? '';
  if (text === '') return { outcome: 'no-selection', page };
  if (text.length > MAX_SELECTION) return { outcome: 'too-long', maxCharacters: MAX_SELECTION, page };
  const known = request.peppers();
  const { findings } = popup;
  const shown = shownFindings(popup);
  if (known === undefined || findings === undefined || shown.length === 0) return { outcome: 'no-match', page };
  const [{ openPageScanner }, { fingerprintsIn }] = await loadDetection();
  const { installationId, now } = request;
  const scanner = openPageScanner({
    installationId,
    peppers: known,
    config: findings.config,
    exclusions: findings.exclusions.all,
  });
  const detectorIds = new Set([...findings.stored.values()].map(({ detectorId }) => detectorId));
  const fingerprints = fingerprintsIn(text, detectorIds, scanner.scanOptions(popup.page.spaceId, now));
  const matched = shown.filter(({ fingerprint }) => fingerprints.has(fingerprint));
  if (matched.length === 0) return { outcome: 'no-match', page };
  return { outcome: 'matched', findings: matched.map(({ fingerprint: _fingerprint, ...finding }) => finding), page };
}

/** The detectors are a part of the bundle that only scans and selections need. */
function loadDetection() {
  return Promise.all([import('../findings/scan/scan-content'), import('../findings/lists/find-in-selection')] as const);
}

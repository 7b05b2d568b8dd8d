import type { ContentEdits, Edits } from './content-edits';
import { placesIn } from './redact-parts';
import { commentOf, type Targets } from './redaction-targets';
import type { FailedFinding, PageFacts, RemainingPlace } from '../run-model';
import { heldValues, type Survey, type SurveyedContent } from './survey-page';
import { joinPlaces, namePlaces, NO_PLACES } from './uncertain-places';

/** The facts about one page that a redaction notes before it removes the values. */

export const NO_FACTS: PageFacts = { comments: [], inlineSelections: [], uncertainPlaces: NO_PLACES, failed: [] };

/** The facts that are unknown after a crash. For values that are no longer known, the earlier note applies. */
export function factsOf(survey: Survey, edits: Edits): PageFacts {
  const { targets, facts } = survey;
  const remaining = remainingPlaces(survey, edits);
  const known = new Set(survey.valuesToRemove.known.map(({ fingerprint }) => fingerprint));
  const failed = [...targets].flatMap(([findingId, { fingerprint }]): readonly FailedFinding[] => {
    if (!known.has(fingerprint)) return facts.failed.filter((one) => one.findingId === findingId);
    const field = remaining.get(fingerprint);
    return field === undefined ? [] : [{ findingId, reason: 'cannot-redact', field }];
  });
  const found = joinPlaces(edits.map((one) => uncertainIn(one, survey)));
  return {
    comments: facts.comments,
    inlineSelections: [...new Set([...survey.inlineSelections, ...facts.inlineSelections])].slice(0, MAX_SELECTIONS),
    uncertainPlaces: found.count < facts.uncertainPlaces.count ? facts.uncertainPlaces : found,
    failed,
    isOfNewEditor: facts.isOfNewEditor,
  };
}

/** The maximum number of inline comments of a page in a result. */
const MAX_SELECTIONS = 100;

/**
 * The values that stay in a content without a finding there, each with a place. No finding in the content reports them.
 */
function remainingPlaces({ valuesToRemove, unread, targets }: Survey, edits: Edits) {
  const remaining = new Map<string, RemainingPlace>();
  const add = (fingerprint: string, field: RemainingPlace) => {
    if (!remaining.has(fingerprint)) remaining.set(fingerprint, field);
  };
  for (const { content, latest } of edits) {
    if (latest?.outcome === 'hidden') continue;
    const reported = reportedIn(content, targets);
    const held = heldValues(content);
    const isDone = latest === undefined || 'plan' in latest;
    const { remaining: planned } = latest !== undefined && 'plan' in latest ? latest.plan : content.plan;
    for (const [fingerprint, field] of held)
      if (!reported.has(fingerprint) && (!isDone || planned.has(fingerprint)))
        add(fingerprint, planned.get(fingerprint) ?? field);
    if (content.parts !== undefined) continue;
    for (const fingerprint of valuesToRemove.fingerprints)
      if (!reported.has(fingerprint)) add(fingerprint, content.comment?.field ?? 'body');
  }
  for (const field of unread) for (const fingerprint of valuesToRemove.fingerprints) add(fingerprint, field);
  return remaining;
}

/** The fingerprints of the findings in a content. */
function reportedIn({ comment }: SurveyedContent, targets: Targets): ReadonlySet<string> {
  const own = [...targets.values()].filter(({ data }) => commentOf(data.location)?.commentId === comment?.commentId);
  return new Set(own.map(({ fingerprint }) => fingerprint));
}

/** The places that stay in a content and that no finding reports. */
function uncertainIn({ content, latest }: ContentEdits, { valuesToRemove, options, targets }: Survey) {
  if (latest === undefined) return namePlaces(content.plan.uncertain);
  if ('plan' in latest) return namePlaces(latest.plan.uncertain);
  if (latest.outcome === 'hidden') return NO_PLACES;
  const reported = reportedIn(content, targets);
  return namePlaces(
    placesIn(content.parts ?? [], valuesToRemove.known, options, (fingerprint) => !reported.has(fingerprint)),
  );
}

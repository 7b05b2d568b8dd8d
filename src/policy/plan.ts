import { isTooLarge, type FollowingEvent } from '../configuration/change-configuration';
import { LEVELS } from '../classification/change-levels';
import type { RefusalText } from '../configuration/refusal-text';
import { loadCatalog, loadIsBuiltIn } from '../detection/configuration/detector-catalog';
import { DETECTION } from '../detection/configuration/change-detection';
import { checkCustomDetector } from '../detection/custom/check-custom-detector';
import { domainHashOf } from '../detection/report/fingerprint';
import { EXPOSURE } from '../exposure/change-rules';
import { EXCLUSIONS, toExclusion } from '../findings/exclusions/change-exclusions';
import { type Exclusion, keyedBy } from '../findings/exclusions/model';
import type { FingerprintKey } from '../findings/fingerprint-key';
import { awaitAll } from '../platform/await-all';
import { definedOf } from '../platform/defined-of';
import type { Random } from '../platform/random';
import { sortedJson } from '../platform/sorted-members';
import { findWrongQuotas, QUOTAS_CONFIGURATION } from '../quota/change-quotas';
import type { Quotas } from '../quota/policies';
import type { DocumentExclusion, PolicyDocument } from './document';
import { documentEdits, type EditOptions, toCustomDetector, toQuotas } from './document-edits';
import type { EditKind, Op, PolicyEdit } from './edits';
import { hashOf } from './hash';
import { loosens } from './loosens';
import { PARTS, type PolicyState, siteIdOf } from './state';
import { viewCustomDetector, type Viewer } from './views';

/** Plans what a document changes. Tries the edits one after another and changes nothing. */

export interface PlanEntry {
  readonly kind: EditKind;
  readonly op: Op;
  /** The place in the document: `/levels/restricted`. */
  readonly path: string;
  /** Only the members of an object that differ. Undefined: the place has no value. */
  readonly before: unknown;
  readonly after: unknown;
  readonly loosens: boolean;
}

export interface PlanRefusal {
  readonly path: string;
  readonly refusal: Pick<RefusalText, 'problem' | 'detail' | 'members'>;
  readonly where: readonly string[];
}

export interface Plan {
  readonly entries: readonly PlanEntry[];
  /** Changes whenever another plan would be applied. */
  readonly hash: string;
  /** Places of the document that only make sense on the site that it names. */
  readonly ignored: readonly string[];
  /** If there are any, nothing can be applied. */
  readonly refusals: readonly PlanRefusal[];
  readonly after: PolicyState;
  /** For work that follows. */
  readonly events: readonly FollowingEvent[];
}

export interface PlanRequest extends Viewer {
  readonly random: Random;
  readonly document: PolicyDocument;
  readonly prune: boolean;
  /** The account of the author. */
  readonly createdBy: string;
  readonly fingerprintKey: () => FingerprintKey;
  readonly maxQuotas: Quotas | 'off';
}

/** The passes in which an edit can wait for another. */
const MAX_PASSES = 20;

/** True if the document is one of another site. */
export function isOfOtherSite({ site }: PolicyDocument, installationId: string): boolean {
  return site !== siteIdOf(installationId);
}

export async function planDocument(origin: PolicyState, request: PlanRequest): Promise<Plan> {
  const isForeign = isOfOtherSite(request.document, request.installationId);
  const { document, ignored } = isForeign
    ? withoutPlaces(request.document)
    : { document: request.document, ignored: [] };
  const [isBuiltIn, catalog, checked] = await awaitAll([
    loadIsBuiltIn(),
    loadCatalog(),
    checkDocument(origin, document, request),
  ] as const);
  const options: EditOptions = {
    ...request,
    ...{ origin, isBuiltIn },
    toExclusion: (wanted, match, scope) => storedExclusion(request, wanted, match, scope),
    // Exclusions in spaces are as if hidden, because the document has none.
    ...(isForeign ? { sees: () => false } : {}),
  };
  const edits = checked.length > 0 ? [] : documentEdits(document, options);
  const entries = new Map<PolicyEdit, PlanEntry>();
  const events: FollowingEvent[] = [];
  let state = origin;
  let refusals: readonly PlanRefusal[] = checked;
  // An edit can need the result of a later one, such as the level that it names, so that all are tried until nothing changes.
  for (let pass = 1, isDone = edits.length === 0; !isDone && pass <= MAX_PASSES; pass += 1) {
    isDone = true;
    const refused: PlanRefusal[] = [];
    for (const edit of inTurn(edits, () => isDone)) {
      const done = edit.run(state);
      if (done.outcome === 'refused') refused.push({ path: edit.path, refusal: done.refusal, where: done.where });
      if (done.outcome !== 'changed') continue;
      isDone = false;
      const known = entries.get(edit);
      const change = { origin, before: state, after: done.state, catalog, path: edit.path };
      const isLooser = loosens(edit.kind, change) || known?.loosens === true;
      const [before, after] = differing(known?.before ?? edit.view(state), edit.view(done.state));
      entries.set(edit, { kind: edit.kind, op: opOf(edit.kind), path: edit.path, before, after, loosens: isLooser });
      if (done.event !== undefined) events.push(done.event);
      state = done.state;
    }
    refusals = refused;
  }
  const listed = edits.flatMap((edit) => entries.get(edit) ?? []);
  return {
    entries: listed,
    hash: hashOf(sortedJson([listed, request.prune, isForeign]), 43),
    ignored,
    refusals: [...refusals, ...tooLarge(origin, state)],
    after: state,
    events,
  };
}

/** A level is archived once nothing else can be done, because rules and names of the document may need it before. */
function* inTurn(edits: readonly PolicyEdit[], isNothingElseDone: () => boolean): Iterable<PolicyEdit> {
  const isArchive = ({ kind }: PolicyEdit) => opOf(kind) === 'archive';
  yield* edits.filter((edit) => !isArchive(edit));
  if (isNothingElseDone()) yield* edits.filter(isArchive);
}

const OPS: Readonly<Record<string, Op>> = {
  add: 'add',
  remove: 'remove',
  archive: 'archive',
  restore: 'restore',
  order: 'order',
};

function opOf(kind: EditKind): Op {
  return OPS[kind.slice(kind.indexOf('.') + 1)] ?? 'change';
}

/** Reduces two objects to the members that differ. */
function differing(before: unknown, after: unknown): readonly [unknown, unknown] {
  if (!isObject(before) || !isObject(after)) return [before, after];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const differ = [...names].filter((name) => sortedJson(old.get(name)) !== sortedJson(next.get(name)));
  const pick = (members: ReadonlyMap<string, unknown>) =>
    Object.fromEntries(differ.flatMap((name) => (members.has(name) ? [[name, members.get(name)] as const] : [])));
  return [pick(old), pick(next)];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Spaces have other ids on another site, and the same id can be another space. */
function withoutPlaces(document: PolicyDocument): {
  readonly document: PolicyDocument;
  readonly ignored: readonly string[];
} {
  const { spaces, settings, exclusions, ...others } = document;
  const { offSpaceIds, ...pages } = settings?.pages ?? {};
  const ofSpaces = exclusions?.filter(({ scope }) => scope.of === 'space') ?? [];
  return {
    document: {
      ...others,
      ...definedOf({ exclusions: exclusions?.filter((one) => !ofSpaces.includes(one)) }),
      ...(settings === undefined
        ? {}
        : { settings: { ...settings, ...(settings.pages === undefined ? {} : { pages }) } }),
    },
    ignored: [
      ...Object.keys(spaces ?? {}).map((spaceId) => `/spaces/${spaceId}`),
      ...(offSpaceIds === undefined || offSpaceIds.length === 0 ? [] : ['/settings/pages/offSpaceIds']),
      ...ofSpaces.map((one) => `/exclusions/${hashOf(sortedJson(one))}`),
    ],
  };
}

function storedExclusion(
  { random, now, createdBy, fingerprintKey }: PlanRequest,
  { reason, expiresAt }: DocumentExclusion,
  match: DocumentExclusion['match'],
  scope: Exclusion['scope'],
): Exclusion {
  const { bytes, version } = fingerprintKey();
  const stored = match.by === 'domain' ? { ...match, hash: domainHashOf(bytes, match.domain) } : match;
  const wanted = { match: stored, scope, reason, ...definedOf({ expiresAt }), ...keyedBy(stored, version) };
  return toExclusion(wanted, { random, now, createdBy });
}

/** Checks what no edit does: the samples of custom detectors, patterns, and the quotas of the vendor. */
async function checkDocument(
  origin: PolicyState,
  { customDetectors = [], exclusions = [], quotas = {} }: PolicyDocument,
  { maxQuotas }: PlanRequest,
): Promise<readonly PlanRefusal[]> {
  const known = origin.detection.config.custom.map((one) => sortedJson(viewCustomDetector(one)));
  const isNew = (one: (typeof customDetectors)[number]) => {
    const { detectorId: _id, ...detector } = toCustomDetector(one, '');
    return !known.includes(sortedJson(detector));
  };
  const faults = await awaitAll(
    customDetectors.filter(isNew).map(async (one) => {
      const found = await checkCustomDetector(toCustomDetector(one, ''));
      return found.map(({ field, message }) =>
        refusalAt(`/customDetectors/${one.name}`, 'INVALID_DETECTOR', `${field} ${message}`),
      );
    }),
  );
  const { compilePattern } = await import('../detection/custom/compile-pattern');
  const patterns = exclusions.flatMap((one) => {
    const compiled = one.match.by === 'pattern' ? compilePattern(one.match.pattern) : undefined;
    const path = `/exclusions/${hashOf(sortedJson(one))}`;
    return compiled?.outcome === 'refused' ? [refusalAt(path, 'INVALID_EXCLUSION', `pattern ${compiled.message}`)] : [];
  });
  const wrong = findWrongQuotas(toQuotas(quotas), maxQuotas);
  return [
    ...faults.flat(),
    ...patterns,
    ...wrong.map(({ name, message }) => refusalAt(`/quotas/${name}`, 'INVALID_SETTINGS', `${name} ${message}`)),
  ];
}

function refusalAt(path: string, problem: string, detail: string): PlanRefusal {
  return { path, refusal: { problem, detail: `${detail}.` }, where: [] };
}

/** The value of each part that its row stores, and the refusal if it is too large. */
const STORED: Readonly<Record<keyof PolicyState, StoredPart>> = {
  levels: { valueOf: ({ levels }) => LEVELS.valueOf(levels), refusal: LEVELS.refusals.CONFIGURATION_TOO_LARGE },
  detection: {
    valueOf: ({ detection }) => DETECTION.valueOf(detection),
    refusal: DETECTION.refusals.CONFIGURATION_TOO_LARGE,
  },
  exclusions: {
    valueOf: ({ exclusions }) => EXCLUSIONS.valueOf(exclusions),
    refusal: EXCLUSIONS.refusals.EXCLUSIONS_TOO_LARGE,
  },
  governance: { valueOf: ({ governance }) => governance.stored, refusal: EXPOSURE.refusals.CONFIGURATION_TOO_LARGE },
  quotas: {
    valueOf: ({ quotas }) => QUOTAS_CONFIGURATION.valueOf(quotas),
    refusal: QUOTAS_CONFIGURATION.refusals.CONFIGURATION_TOO_LARGE,
  },
};

interface StoredPart {
  readonly valueOf: (state: PolicyState) => unknown;
  readonly refusal: RefusalText;
}

/** The value of a part that its row stores. */
export function valueOf(state: PolicyState, part: keyof PolicyState): unknown {
  return STORED[part].valueOf(state);
}

function tooLarge(before: PolicyState, after: PolicyState): readonly PlanRefusal[] {
  return PARTS.flatMap((part) =>
    isTooLarge(valueOf(after, part), valueOf(before, part))
      ? [{ path: `/${part}`, refusal: STORED[part].refusal, where: [] }]
      : [],
  );
}

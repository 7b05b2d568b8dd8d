import type { LoweringRule } from '../access/decide';
import type { Rank } from '../access/scope';
import type { EntityName } from '../platform/storage';

/** The details of audit events: a closed set of members and of words, each with its text in the admin area. */

/** A value that can be stored. Never null, never a secret. */
type AuditValue = string | number | boolean | readonly string[];

/**
 * The members whose values are words of the app. The admin area has words for each value. A value that is not listed does not
 * compile. Never rename one.
 */
export interface AuditWords {
  readonly classificationScope: Rank;
  readonly detectionScope: Rank;
  readonly lowering: LoweringRule;
  readonly bylineNames: 'site' | 'viewer';
  readonly color:
    'RED' | 'RED_BOLD' | 'ORANGE' | 'YELLOW' | 'GREEN' | 'BLUE' | 'NAVY' | 'TEAL' | 'PURPLE' | 'GREY' | 'LIME';
  readonly delegated: 'defaultLevel' | 'levels' | 'lowering' | 'off';
  readonly severity: 'low' | 'medium' | 'high' | 'critical';
  readonly category: 'secret' | 'financial' | 'pii' | 'health' | 'network';
  readonly samples: 'changed';
  readonly reverts: 'lost-sub-levels';
  readonly level: 'default' | 'none';
  readonly pages: number | 'search';
  /** The content that `pages` counts. Omitted: pages. */
  readonly contentType: 'blogpost' | 'all';
  readonly endedKeys: number | 'forever';
  readonly endedRuns: number | 'forever';
  readonly resolvedFindings: number | 'forever';
  readonly deletedPages: number | 'forever';
  readonly levelHistory: number | 'forever';
  readonly auditEvents: number | 'forever';
  readonly targets: 'title' | 'body' | 'comments' | 'attachmentNames';
  readonly schedule: 'off' | 'daily' | 'weekly';
  readonly grace: 'none' | '1h' | '24h' | '7d';
  readonly by: 'fingerprint' | 'detector' | 'pattern' | 'domain' | 'location';
  readonly field:
    | 'title'
    | 'body'
    | 'footer-comment'
    | 'inline-comment'
    | 'attachment-name'
    | 'attachment-comment'
    | 'attachment-content';
  readonly kind:
    'text' | 'code' | 'link' | 'attribute' | 'macro-parameter' | 'title' | 'alternative-text' | 'status' | 'plain';
  readonly scan: 'pages' | 'space' | 'query' | 'site';
  readonly state: 'queued' | 'running' | 'succeeded' | 'partial' | 'finished' | 'failed' | 'cancelled' | 'unreadable';
  readonly method: 'edit' | 'guard';
  readonly reviewAnswer: 'still-right' | 'not-mine';
  readonly license: 'active' | 'inactive' | 'unknown';
  readonly alerts: AlertWord;
  readonly digests: AlertWord;
  readonly groupAccess: 'open' | 'closed';
  readonly verdict: 'over' | 'within';
  readonly reasons: 'anonymous' | 'unlicensed' | 'guests' | 'people' | 'groups';
}

/** The rules for alerts. */
type AlertWord =
  | ('critical' | 'leaked' | 'below-required' | 'weakened' | 'expiring' | 'late' | 'failed')
  | ('over-exposed' | 'open-to-anyone' | 'exception-ending');

/** The members of the details of events. The admin area has words for each. Never rename one. */
export type AuditField =
  | 'levelId'
  | 'levelKey'
  | 'subLevelKey'
  | 'levelIds'
  | 'subLevelIds'
  | 'created'
  | 'name'
  | 'description'
  | 'guideline'
  | 'bannerText'
  | 'bannerContact'
  | 'translations'
  | 'views'
  | 'byline'
  | 'banner'
  | 'menus'
  | 'peopleMayExclude'
  | 'peopleMayRedact'
  | 'offSpaceIds'
  | 'mentions'
  | 'expiresAt'
  | 'days'
  | 'levelLimit'
  | 'spaceLimit'
  | 'rotatedFrom'
  | 'rotatedTo'
  | 'defaultLevelId'
  | 'defaultSubLevelId'
  | 'defaultFloor'
  | 'allowedLevelIds'
  | 'isOff'
  | 'schemeId'
  | 'detectorSchemeId'
  | 'enabled'
  | 'observed'
  | 'minConfidence'
  | 'attachmentContents'
  | 'pattern'
  | 'keywords'
  | 'proximity'
  | 'confidence'
  | 'regions'
  | 'detectors'
  | 'onPublish'
  | 'rules'
  | 'guard'
  | 'belowPage'
  | 'pageId'
  | 'raises'
  | 'undoesJob'
  | 'spaces'
  | 'values'
  | 'detectorId'
  | 'domain'
  | 'scope'
  | 'exclusionIds'
  | 'graceUntil'
  | 'code'
  | 'complete'
  | 'partial'
  | 'notInspected'
  | 'upToDate'
  | 'found'
  | 'reopened'
  | 'resolved'
  | 'findings'
  | 'ownerId'
  | 'comment'
  | 'dueOn'
  | 'isInProgress'
  | 'failed'
  | 'done'
  | 'dryRun'
  | 'cleanHistory'
  | 'revertsKey'
  | 'subLevelId'
  | 'spaceId'
  | 'pageVersion'
  | 'comments'
  | 'commentId'
  | 'version'
  | 'versionCreatedAt'
  | 'checked'
  | 'written'
  | 'moved'
  | 'classified'
  | 'rescanned'
  | 'unreadable'
  | 'followsNativeLevels'
  | 'nativeId'
  | 'status'
  | 'levels'
  | 'linked'
  | 'rows'
  | 'repaired'
  | 'key'
  | 'key-write'
  | 'site'
  | 'host'
  | 'accountIds'
  | 'alertPages'
  | 'belowDays'
  | 'overDays'
  | 'exposureRules'
  | 'changes'
  | 'loosened'
  | 'peopleAtLeast'
  | 'peopleAtMost'
  | 'reviewRules'
  | 'useRules'
  | 'labelPrefix'
  | keyof AuditWords
  /** The kinds of rows that the upkeep removed. */
  | EntityName;

type Words<Field extends keyof AuditWords> = AuditWords[Field] | readonly AuditWords[Field][];

export type AuditFields = {
  readonly [Field in AuditField]?: Field extends keyof AuditWords ? Words<Field> | undefined : AuditValue | undefined;
};

/** Only this module creates one, so that a member that it does not know cannot hide in a variable. */
class Checked {
  declare private readonly isChecked: true;
}

export type AuditDetails = Checked & AuditFields;

/** A text that is not a word of the app. */
type Free<Value> = Value extends string
  ? string extends Value
    ? Value
    : never
  : Value extends readonly string[]
    ? string extends Value[number]
      ? Value
      : never
    : Value;

/** Maps a member without words, and a word without words, to `never`. */
export type InWords<Fields> = {
  readonly [Field in keyof Fields]: Field extends keyof AuditWords
    ? Words<Field> | undefined
    : Field extends AuditField
      ? Free<Fields[Field]> & (AuditValue | undefined)
      : never;
};

/** Undefined members are omitted. */
export function auditDetails<const Fields extends InWords<Fields>>(fields: Fields): AuditDetails {
  return checked(fields, () => true);
}

/**
 * The changed members of an edit, for its audit row.
 * @returns undefined if nothing differs
 */
export function difference<const Before extends InWords<Before>, const After extends InWords<After>>(
  before: Before,
  after: After,
): { readonly before: AuditDetails; readonly after: AuditDetails } | undefined {
  const texts = [before, after].map(
    (fields) => new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
  );
  const isChanged = (name: string) => texts[0]?.get(name) !== texts[1]?.get(name);
  if (![...Object.keys(before), ...Object.keys(after)].some(isChanged)) return undefined;
  return { before: checked(before, isChanged), after: checked(after, isChanged) };
}

function checked(fields: object, isWanted: (name: string) => boolean): AuditDetails {
  const wanted = Object.entries(fields).filter(([name, value]) => value !== undefined && isWanted(name));
  return Object.assign(new Checked(), Object.fromEntries(wanted));
}

/** The pages that a run names. A single one has its id, so that its title can be shown to people who see the page. */
export function scopeOf(pageIds: readonly string[]): { readonly pages: number; readonly pageId: string | undefined } {
  return { pages: pageIds.length, pageId: pageIds.length === 1 ? pageIds[0] : undefined };
}

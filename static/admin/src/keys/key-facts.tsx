import type { Rank } from '../../../../src/access/scope';
import type { KeyView } from '../../../../src/keys/key-view';
import { formatDay, formatInstant } from '../dates';
import { levelWithKey } from '../level-path';
import { accountName, levelName, type Names, UNCLASSIFIED } from '../names';
import { texts } from '../texts';
import { CopyButton } from '../ui/copy-button';
import { Fact } from '../ui/fact';
import { KeyLink } from './key-link';
import { StatusLozenge } from './status-lozenge';

interface KeyFactsProps {
  readonly value: KeyView;
  readonly names: Names;
  readonly onShow: (keyId: string) => void;
}

const RANKS = ['read', 'write', 'manage'] as const;

/** The settings and the status of a key. */
export function KeyFacts({ value, names, onShow }: KeyFactsProps) {
  const { details, form, keys } = texts;
  return (
    <dl className="facts">
      <Fact label={keys.columns.status}>
        <StatusLozenge value={value} /> {statusReason(value, names)}
        {value.rotatedTo !== undefined && <KeyLink label={keys.replacedBy} keyId={value.rotatedTo} onShow={onShow} />}
        {value.rotatedFrom !== undefined && <KeyLink label={keys.replaces} keyId={value.rotatedFrom} onShow={onShow} />}
      </Fact>
      <Fact label={details.keyId}>
        <code>{value.keyId}</code> <CopyButton label={details.copyId} text={value.keyId} />
        <span className="line subtle">{details.id(value.keyId)}</span>
      </Fact>
      <Fact label={form.classificationScope}>
        <ScopeInWords rank={value.classificationScope} sentences={texts.classificationRanks} />
      </Fact>
      <Fact label={form.detectionScope}>
        <ScopeInWords rank={value.detectionScope} sentences={texts.detectionRanks} />
      </Fact>
      <Fact label={form.levelLimit}>
        <Limit none={form.anyLevel} entries={value.levelLimit.map((entry) => levelInWords(names, entry))} />
      </Fact>
      <Fact label={form.spaceLimit}>
        <Limit none={form.anySpace} entries={value.spaceLimit.map((id) => spaceInWords(names, id))} />
      </Fact>
      <Fact label={details.created}>
        {details.createdBy(formatInstant(value.createdAt), accountName(names, value.createdBy))}
      </Fact>
      <Fact label={details.expires}>
        {details.expiresAt(formatDay(value.expiresOn), formatInstant(value.expiresAt))}
      </Fact>
    </dl>
  );
}

/** Each scope includes the lower ones, so their descriptions are shown, too. */
function ScopeInWords({
  rank,
  sentences,
}: {
  readonly rank: Rank;
  readonly sentences: Readonly<Record<Rank, string>>;
}) {
  const included = rank === 'none' ? (['none'] as const) : RANKS.slice(0, RANKS.indexOf(rank) + 1);
  return (
    <>
      {texts.ranks[rank]}
      <span className="line subtle">{included.map((each) => sentences[each]).join(' ')}</span>
    </>
  );
}

function Limit({ none, entries }: { readonly none: string; readonly entries: readonly string[] }) {
  if (entries.length === 0) return none;
  return (
    <ul className="plain-list">
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}

/** Includes the level key, which scripts and rules use. */
function levelInWords(names: Names, entry: string): string {
  return entry === UNCLASSIFIED ? levelName(names, entry) : levelWithKey({ levelId: entry }, names.levels);
}

function spaceInWords({ spaces }: Names, spaceId: string): string {
  const space = spaces.get(spaceId);
  return space === undefined ? spaceId : `${space.name} (${space.key})`;
}

/** Why the key works or no longer works. */
export function statusReason(value: KeyView, names: Names): string {
  const { because } = texts.details;
  switch (value.status) {
    case 'active':
      return because.active;
    case 'grace':
      return because.grace(formatInstant(value.graceUntil ?? value.expiresAt));
    case 'expired': {
      const isGrace = value.graceUntil !== undefined && value.graceUntil < value.expiresAt;
      return isGrace
        ? because.graceEnded(formatInstant(value.graceUntil))
        : because.expired(formatInstant(value.expiresAt));
    }
    case 'revoked': {
      const { revokedAt = value.createdAt, revokedBy = value.createdBy } = value;
      if (value.revokeReason === 'leak') return because.leaked(formatInstant(revokedAt));
      return because.revoked(formatInstant(revokedAt), accountName(names, revokedBy));
    }
  }
}

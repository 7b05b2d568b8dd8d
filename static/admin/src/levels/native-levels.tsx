import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { NativeLevelsView, NativeLevelView } from '../../../../src/admin/levels/native-levels';
import { formatInstant } from '../dates';
import { ask, type OperationError, type Outcome } from '../operations';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { LevelLozenge } from '../ui/level-lozenge';
import { Loaded } from '../ui/loaded';
import { Message } from '../ui/message';
import { RadioChoices } from '../ui/choices';
import { Section } from '../ui/section';
import { Select } from '../ui/select';
import { useLoad } from '../use-load';
import { usePolling } from '../use-polling';
import { useSending } from '../use-sending';
import { ShownComparison } from './shown-comparison';

interface NativeLevelsProps {
  readonly list: LevelList;
  /** The levels have changed in the app. */
  readonly onChanged: () => Promise<void>;
}

const REFRESH_EVERY_MS = 3_000;
const readView = () => ask('getNativeLevels', {});

/** Shows which levels are linked with Atlassian's own levels, and how the pages of both compare. */
export function NativeLevels({ list, onChanged }: NativeLevelsProps) {
  const { nativeLevels: t } = texts;
  const { load, reload, setValue } = useLoad(readView);
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: OperationError }>();
  const { isSending, send } = useSending();
  const view = load.state === 'ready' ? load.value : undefined;
  const put = useCallback(
    (title: string, answer: Outcome<NativeLevelsView>) => {
      if (answer.ok) setValue(answer.value);
      setFailure(answer.ok ? undefined : { title, error: answer.error });
    },
    [setValue],
  );
  const onAnswer = useCallback((answer: Outcome<NativeLevelsView>) => put(t.notUpdated, answer), [put, t]);
  const running = view?.running;
  const polled = running !== undefined && running.left > 0 && !running.isLost ? running.startedAt : undefined;
  usePolling(isSending ? undefined : polled, readView, onAnswer, REFRESH_EVERY_MS);
  const act = (title: string, action: () => Promise<Outcome<NativeLevelsView>>, changesLevels = false) =>
    void send(async () => {
      const answer = await action();
      put(title, answer);
      if (changesLevels && answer.ok) await onChanged();
    });
  const retry = () => void Promise.all([reload(), onChanged()]).then(() => setFailure(undefined));
  return (
    <Section
      id="native-levels"
      title={t.title}
      intro={t.intro}
      actions={
        <Button isDisabled={isSending} onClick={() => act(t.notRead, () => ask('refreshNativeLevels', {}))}>
          {t.refresh}
        </Button>
      }
    >
      {failure !== undefined && <Failure {...failure} onRetry={retry} />}
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={2}>
        {(value) =>
          value.levels.length === 0 && value.lostLevelIds.length === 0 && !value.follows ? (
            <p>{t.none(formatInstant(value.checkedAt))}</p>
          ) : (
            <>
              <Changes view={value} list={list} />
              <Links
                view={value}
                list={list}
                isSending={isSending}
                onLink={(links) =>
                  act(t.notLinked, () => ask('importNativeLevels', { rev: value.rev, links: [...links] }), true)
                }
              />
              <Following view={value} isSending={isSending} onAct={act} />
              <ShownComparison view={value} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

interface ViewProps {
  readonly view: NativeLevelsView;
}

/** The problems that the admin must handle, and when the levels were read. */
function Changes({ view, list }: ViewProps & Pick<NativeLevelsProps, 'list'>) {
  const { nativeLevels: t } = texts;
  const lost = list.levels.filter(({ levelId }) => view.lostLevelIds.includes(levelId)).map(({ name }) => name);
  return (
    <>
      {view.follows && view.levels.length === 0 && (
        <Message kind="warning" title={t.gone}>
          <p>{t.goneBody}</p>
        </Message>
      )}
      {view.levels.length > 0 && lost.length > 0 && (
        <Message kind="warning" title={t.lost(lost)}>
          <p>{t.lostBody}</p>
        </Message>
      )}
      {view.actsAsPeople === 'fails' && view.follows && (
        <Message kind="warning" title={t.mayNotAct}>
          <p>{t.mayNotActBody}</p>
        </Message>
      )}
      <p className="section-text subtle">
        {t.checked(formatInstant(view.checkedAt))}
        {view.changedAt !== undefined && ` ${t.changed(formatInstant(view.changedAt))}`}
      </p>
    </>
  );
}

interface LinksProps extends ViewProps, Pick<NativeLevelsProps, 'list'> {
  readonly isSending: boolean;
  readonly onLink: (links: readonly { readonly nativeId: string; readonly levelId: string }[]) => void;
}

/** One select for each of Atlassian's levels. A level with the same name is proposed. */
function Links({ view, list, isSending, onLink }: LinksProps) {
  const { nativeLevels: t } = texts;
  /** For one revision of the levels. */
  const [choices, setChoices] = useState<{ readonly rev: number; readonly of: Readonly<Record<string, string>> }>();
  const chosen = choices?.rev === view.rev ? choices.of : {};
  const proposed = ({ nativeId, name, levelId }: NativeLevelView) =>
    chosen[nativeId] ??
    levelId ??
    list.levels.find((level) => level.status === 'PUBLISHED' && isSameText(level.name, name))?.levelId ??
    'none';
  const links = view.levels
    .map((one) => ({ nativeId: one.nativeId, levelId: proposed(one), before: one.levelId ?? 'none' }))
    .filter(({ levelId, before }) => levelId !== before)
    .map(({ nativeId, levelId }) => ({ nativeId, levelId }));
  if (view.levels.length === 0) return null;
  return (
    <>
      <ul className="native-levels" aria-label={t.list}>
        {view.levels.map((one) => (
          <li key={one.nativeId}>
            <LevelLozenge name={one.name} color={one.color} />
            <Select
              label={t.linkOf(one.name)}
              value={proposed(one)}
              options={optionsFor(one, list)}
              disabled={isSending}
              onChange={(levelId) => setChoices({ rev: view.rev, of: { ...chosen, [one.nativeId]: levelId } })}
            />
            {one.differences.length > 0 && (
              <p className="subtle">{t.differs(one.differences.map((name) => t.members[name]))}</p>
            )}
          </li>
        ))}
      </ul>
      <div className="section-buttons">
        <Button isDisabled={isSending || links.length === 0} onClick={() => onLink(links)}>
          {t.save}
        </Button>
      </div>
    </>
  );
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function optionsFor({ name, levelId }: NativeLevelView, list: LevelList) {
  const { nativeLevels: t } = texts;
  const levels = list.levels.filter((level) => level.status === 'PUBLISHED' || level.levelId === levelId);
  const isTaken = levels.some((level) => isSameText(level.name, name));
  return [
    { value: 'none', label: t.notLinkedOption },
    ...levels.map((level) => ({ value: level.levelId, label: level.name })),
    ...(isTaken ? [] : [{ value: 'new', label: t.create(name) }]),
  ];
}

interface FollowingProps extends ViewProps {
  readonly isSending: boolean;
  readonly onAct: (title: string, action: () => Promise<Outcome<NativeLevelsView>>, changesLevels?: boolean) => void;
}

function Following({ view, isSending, onAct }: FollowingProps) {
  const { nativeLevels: t } = texts;
  const { rev, follows, byline } = view;
  const isLinked = view.levels.some(({ levelId }) => levelId !== undefined);
  const change = (next: { readonly follows?: boolean; readonly byline?: boolean }) =>
    onAct(t.notChanged, () => ask('changeNativeLevels', { rev, follows, byline, ...next }), true);
  return (
    <>
      <dl className="facts">
        <Fact label={t.following}>
          <span role="status">{follows ? t.on : t.off}</span>
          <p className="section-text subtle">{isLinked || follows ? t.followingBody : t.linkFirst}</p>
        </Fact>
        <Fact label={t.badge}>
          <RadioChoices
            name="native-badge"
            value={byline ? 'both' : 'native'}
            choices={[
              { value: 'both', ...t.badges.both },
              { value: 'native', ...t.badges.native },
            ]}
            onChange={(value) => change({ byline: value === 'both' })}
          />
        </Fact>
      </dl>
      <div className="section-buttons">
        <Button isDisabled={isSending || (!isLinked && !follows)} onClick={() => change({ follows: !follows })}>
          {follows ? t.turnOff : t.turnOn}
        </Button>
        {follows && (
          <Button isDisabled={isSending} onClick={() => onAct(t.notCompared, () => ask('compareNativeLevels', {}))}>
            {t.compare}
          </Button>
        )}
      </div>
    </>
  );
}

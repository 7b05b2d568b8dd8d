import { useCallback } from 'react';
import type { NoSpaceAdmin, SpaceSettingsView } from '../../../../src/surfaces/space/contract';
import { useLoad } from '../../../admin/src/use-load';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { Message } from '../ui/message';
import { Skeleton } from '../ui/skeleton';
import { draftOf, levelInWords } from './draft';
import { DefaultLevelField, LevelsField, LoweringField, OffField } from './settings-fields';
import { settingsTexts as t } from './texts';
import { useSettingsForm } from './use-settings-form';

/** The settings of a space that the site admin lets its admins set. */
export function SpaceSettings() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('openSpaceSettings', {}), []));
  return (
    <main className="space-settings">
      <h1>{t.title}</h1>
      {load.state === 'loading' && <Skeleton rows={6} />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' &&
        (load.value.state === 'settings' ? (
          <SettingsContent view={load.value} onView={setValue} />
        ) : (
          <p role="status">{t[load.value.state]}</p>
        ))}
    </main>
  );
}

interface SettingsContentProps {
  readonly view: SpaceSettingsView;
  readonly onView: (view: NoSpaceAdmin | SpaceSettingsView) => void;
}

function SettingsContent({ view, onView }: SettingsContentProps) {
  return (
    <>
      <p className="note">{t.intro}</p>
      {view.site.isOff && (
        <Message kind="information" title={t.siteOff}>
          <p>{t.siteOffBody}</p>
        </Message>
      )}
      <CurrentRules view={view} />
      {view.delegated.length === 0 ? (
        <Message kind="information" title={t.nothing}>
          <p>{t.nothingBody}</p>
        </Message>
      ) : (
        <SettingsForm view={view} onView={onView} />
      )}
    </>
  );
}

function CurrentRules({ view: { current, site } }: { readonly view: SpaceSettingsView }) {
  const named = (levelId: string) => site.levels.find((level) => level.levelId === levelId);
  return (
    <section aria-labelledby="current">
      <h2 id="current">{t.current}</h2>
      <dl className="facts">
        <dt>{t.defaultLevel}</dt>
        <dd>{levelInWords(current.defaultLevel, site.levels)}</dd>
        <dt>{t.levels}</dt>
        <dd className="lozenges">
          {current.levelIds.map((levelId) => (
            <LevelOrNone key={levelId} level={named(levelId) ?? null} />
          ))}
        </dd>
        <dt>{t.lowering}</dt>
        <dd>{t.rules[current.lowering]}</dd>
        <dt>{t.off}</dt>
        <dd>{current.isOff ? t.offNow : t.on}</dd>
      </dl>
    </section>
  );
}

function SettingsForm({ view, onView }: SettingsContentProps) {
  const { draft, errors, notice, isSending, edit, submit } = useSettingsForm(view, onView);
  const { delegated } = view;
  const fields = { view, draft, errors, onEdit: edit };
  return (
    <form className="settings-form" noValidate onSubmit={submit}>
      {delegated.includes('defaultLevel') && <DefaultLevelField {...fields} />}
      {delegated.includes('levels') && <LevelsField {...fields} />}
      {delegated.includes('lowering') && <LoweringField {...fields} />}
      {delegated.includes('off') && <OffField {...fields} />}
      {notice?.kind === 'conflict' && (
        <Message kind="warning" title={t.conflict}>
          <p>{t.conflictBody}</p>
          <Button onClick={() => edit(draftOf(view))}>{t.useTheirs}</Button>
        </Message>
      )}
      {notice?.kind === 'failed' && <Failure title={t.saveFailed} error={notice.error} />}
      <div className="buttons">
        <Button type="submit" appearance="primary" isBusy={isSending}>
          {t.save}
        </Button>
        <Button appearance="subtle" onClick={() => edit(draftOf(view))}>
          {t.discard}
        </Button>
      </div>
      <p className="note" role="status">
        {notice?.kind === 'saved' && t.saved}
        {notice?.kind === 'unchanged' && t.unchanged}
      </p>
    </form>
  );
}

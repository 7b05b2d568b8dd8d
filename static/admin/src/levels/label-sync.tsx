import Button from '@atlaskit/button/new';
import { lazy, Suspense, useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { LabelSyncView } from '../../../../src/admin/levels/label-sync';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Field } from '../ui/field';
import { Loaded } from '../ui/loaded';
import { Section } from '../ui/section';
import { Switch } from '../ui/switch';
import { TextInput } from '../ui/text-input';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';

const LabelImportDialog = lazy(() => import('./label-import-dialog'));

const readView = () => ask('getLabelSync', {});

/** Turns the labels that follow levels on or off, and sets their prefix. */
export function LabelSync({ list }: { readonly list: LevelList }) {
  const { labelSync: t } = texts;
  const { load, reload, setValue } = useLoad(readView);
  const [draft, setDraft] = useState<Partial<Pick<LabelSyncView, 'enabled' | 'prefix'>>>({});
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const [isImport, setIsImport] = useState(false);
  const levelKey = list.levels[0]?.levelKey ?? '';
  const save = (view: LabelSyncView) =>
    void send(async () => {
      const answer = await ask('changeLabelSync', { ...view, ...draft });
      setError(answer.ok ? undefined : answer.error);
      if (!answer.ok) return;
      setValue(answer.value);
      setDraft({});
    });
  const retry = () => void reload().then(() => setError(undefined));
  return (
    <Section
      id="label-sync"
      title={t.title}
      intro={t.intro}
      actions={<Button onClick={() => setIsImport(true)}>{texts.labelImport.open}</Button>}
    >
      <Suspense>{isImport && <LabelImportDialog levels={list.levels} onClose={() => setIsImport(false)} />}</Suspense>
      {error !== undefined && <Failure title={t.notChanged} error={error} onRetry={retry} />}
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={2}>
        {(view) => {
          const { enabled, prefix } = { ...view, ...draft };
          return (
            <>
              <Switch label={t.switch} isOn={enabled} onChange={(isOn) => setDraft({ ...draft, enabled: isOn })}>
                {t.switch}
              </Switch>
              <Field label={t.prefix} help={`${t.prefixHelp} ${t.example(prefix + levelKey.toLowerCase())}`}>
                {(control) => (
                  <TextInput
                    {...control}
                    value={prefix}
                    maxLength={32}
                    onChange={(next) => setDraft({ ...draft, prefix: next })}
                  />
                )}
              </Field>
              <div className="section-buttons">
                <Button
                  isDisabled={isSending || (enabled === view.enabled && prefix === view.prefix)}
                  onClick={() => save(view)}
                >
                  {t.save}
                </Button>
              </div>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

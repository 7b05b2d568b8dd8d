import { type FormEvent, useState } from 'react';
import type { OwnSettings } from '../../../../src/classification/model';
import type { NoSpaceAdmin, SpaceSettingsView } from '../../../../src/surfaces/space/contract';
import { type OperationError, ask } from '../operations';
import { type Draft, draftOf, ownSettingsOf } from './draft';
import { settingsTexts as t } from './texts';

export type Errors = Readonly<Partial<Record<keyof OwnSettings, string>>>;

type Notice =
  | { readonly kind: 'saved' | 'unchanged' | 'conflict' }
  | { readonly kind: 'failed'; readonly error: Pick<OperationError, 'message'> };

/** The edited settings, and what became of the last attempt to save them. After a conflict, the edits are kept. */
export function useSettingsForm(view: SpaceSettingsView, onView: (view: NoSpaceAdmin | SpaceSettingsView) => void) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(view));
  const [isSending, setIsSending] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [errors, setErrors] = useState<Errors>({});

  const save = async () => {
    setIsSending(true);
    const answer = await ask('saveSpaceSettings', { revision: view.revision, ...ownSettingsOf(draft, view) });
    setIsSending(false);
    if (!answer.ok) return setNotice({ kind: 'failed', error: answer.error });
    const result = answer.value;
    if ('state' in result) return onView(result);
    onView(result.settings);
    if (result.outcome === 'denied') {
      if (result.field === undefined) return setNotice({ kind: 'failed', error: result });
      return setErrors({ [result.field]: result.message });
    }
    if (result.outcome !== 'conflict') setDraft(draftOf(result.settings));
    setNotice({ kind: result.outcome });
  };

  return {
    draft,
    errors,
    notice,
    isSending,
    edit: (change: Partial<Draft>) => {
      setDraft({ ...draft, ...change });
      setNotice(undefined);
      setErrors({});
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const found = findErrors(draft, view);
      setNotice(undefined);
      setErrors(found);
      if (Object.keys(found).length === 0 && !isSending) void save();
    },
  };
}

function findErrors({ defaultLevel, levelIds }: Draft, { delegated }: SpaceSettingsView): Errors {
  const [levelId = ''] = defaultLevel.split('/');
  if (!delegated.includes('levels') || levelIds === undefined) return {};
  if (levelIds.length === 0) return { levelIds: t.noLevel };
  const isLevel = delegated.includes('defaultLevel') && levelId !== 'site' && levelId !== 'none';
  return isLevel && !levelIds.includes(levelId) ? { defaultLevel: t.defaultOutside } : {};
}

import { useState } from 'react';
import type { LevelList } from '../../../../src/admin/change-levels';
import type { Outcome } from '../operations';
import { changesOf, checkDraft, type DraftErrors, fieldErrorsOf, isSame, type SubLevelDraft } from './level-draft';
import type { LevelChange } from './use-level-change';

interface DraftOptions<Draft> {
  readonly start: Draft;
  readonly change: LevelChange;
  /** What the levels say now of that which is edited; undefined: it is new. */
  readonly latestIn: (list: LevelList) => Draft | undefined;
  readonly send: (rev: number, draft: Draft, changes: Partial<Draft>) => Promise<Outcome<LevelList>>;
  readonly onSaved: (draft: Draft) => void;
}

/** What somebody types, until it is saved. */
export function useDraft<Draft extends SubLevelDraft>({
  change,
  latestIn,
  send,
  onSaved,
  ...options
}: DraftOptions<Draft>) {
  const [start, setStart] = useState(options.start);
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<DraftErrors>({});

  const save = async () => {
    const found = checkDraft(draft);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const sent = await change.send((rev) => send(rev, draft, changesOf(start, draft)));
    switch (sent.outcome) {
      case 'done':
        onSaved(draft);
        return;
      case 'overtaken': {
        const latest = latestIn(sent.list);
        if (latest === undefined) return;
        // What is untouched follows what is there now; what was changed here stays.
        setDraft((typed) => ({ ...latest, ...changesOf(start, typed) }));
        setStart(latest);
        return;
      }
      case 'refused': {
        const ofFields = fieldErrorsOf(sent.error);
        setErrors(ofFields);
        if (Object.keys(ofFields).length === 0) change.setFailure(sent.error);
      }
    }
  };

  return {
    draft,
    edit: (changes: Partial<Draft>) => setDraft((typed) => ({ ...typed, ...changes })),
    errors,
    /** Something was typed that is nowhere else. */
    isDirty: !isSame(start, draft),
    save: () => change.once(save),
  };
}

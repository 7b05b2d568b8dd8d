import { useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { fieldMessages } from '../field-messages';
import type { OperationError, Outcome } from '../operations';
import { showSuccess, type SuccessFlag } from '../ui/success-flag';
import type { OpenChange } from './use-change';

export type DraftErrors<Draft> = Partial<Record<keyof Draft, string>>;

interface DraftOptions<Draft, List extends { readonly rev: number }> {
  readonly start: Draft;
  readonly change: OpenChange<List>;
  /** Checks the draft without the resolver. */
  readonly check: (draft: Draft) => DraftErrors<Draft>;
  /** The saved value as a draft. undefined: it is new, or no longer exists. */
  readonly latestIn: (list: List) => Draft | undefined;
  readonly send: (rev: number, draft: Draft, changes: Partial<Draft>) => Promise<Outcome<List>>;
  /** The confirmation after the draft is saved. */
  readonly saved: (draft: Draft) => SuccessFlag;
  /** Omitted: the form stays after it is saved. */
  readonly onClose?: () => void;
}

/** The values of a form until they are saved. */
export function useDraft<Draft extends object, List extends { readonly rev: number } = LevelList>({
  change,
  check,
  latestIn,
  send,
  saved,
  onClose,
  ...options
}: DraftOptions<Draft, List>) {
  const [start, setStart] = useState(options.start);
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<DraftErrors<Draft>>({});

  const save = async () => {
    const found = check(draft);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const sent = await change.send((rev) => send(rev, draft, changesOf(start, draft)));
    if (sent.outcome === 'refused') {
      const ofFields = fieldErrorsOf(draft, sent.error);
      setErrors(ofFields);
      if (Object.keys(ofFields).length === 0) change.setFailure(sent.error);
      return;
    }
    const isSaved = sent.outcome === 'done';
    const latest = latestIn(sent.list);
    if (latest !== undefined) {
      // Keeps the user's own changes that are not saved, and updates everything else.
      setDraft((typed) => ({ ...latest, ...changesOf(isSaved ? draft : start, typed) }));
      setStart(latest);
    }
    if (!isSaved) return;
    showSuccess(saved(draft));
    onClose?.();
  };

  return {
    draft,
    edit: (changes: Partial<Draft>) => setDraft((typed) => ({ ...typed, ...changes })),
    errors,
    /** The props of the dialog or the section. */
    form: {
      change,
      errors,
      isDirty: Object.keys(changesOf(start, draft)).length > 0,
      onSubmit: () => void change.runOnce(save),
      onClose: onClose ?? (() => undefined),
      onDiscard: () => {
        setDraft(start);
        setErrors({});
      },
    },
  };
}

/** The fields that differ from `before`. */
function changesOf<Draft extends object>(before: Draft, after: Draft): Partial<Draft> {
  const names = Object.keys(after) as (keyof Draft)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  ) as Partial<Draft>;
}

function fieldErrorsOf<Draft extends object>(draft: Draft, error: OperationError): DraftErrors<Draft> {
  return Object.fromEntries(
    fieldMessages(error).filter(([input]) => Object.hasOwn(draft, input)),
  ) as DraftErrors<Draft>;
}

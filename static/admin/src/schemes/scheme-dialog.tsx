import type { ReactNode } from 'react';
import { ChangeDialog } from '../configuration/change-dialog';
import type { OpenChange } from '../configuration/use-change';
import { type DraftErrors, useDraft } from '../configuration/use-draft';
import type { Outcome } from '../operations';
import { texts } from '../texts';
import { TextField } from '../ui/form-fields';
import { type Scheme, schemeNameFault } from './scheme';

type Words = Readonly<Record<'create' | 'name' | 'nameHelp' | 'takenName' | 'created', string>> & {
  readonly editTitle: (name: string) => string;
  readonly createdBody: (name: string) => string;
};

interface SchemeDialogProps<Draft, List extends { readonly rev: number }> {
  readonly words: Words;
  /** The kind of scheme, for the IDs of flags. */
  readonly kind: string;
  /** undefined creates a scheme. */
  readonly schemeId: string | undefined;
  readonly change: OpenChange<List>;
  /** The configuration when the dialog opened. */
  readonly opened: List;
  readonly schemesIn: (list: List) => readonly Scheme[];
  /** The saved scheme as a draft. undefined: it does not exist. */
  readonly draftIn: (list: List) => Draft | undefined;
  readonly newDraft: Draft;
  /** Checks everything except the name. */
  readonly check: (draft: Draft) => DraftErrors<Draft>;
  readonly send: (rev: number, draft: Draft) => Promise<Outcome<List>>;
  /** The description of the flag after an edit. */
  readonly savedBody: string;
  /** Describes who uses the scheme. */
  readonly usage: string | undefined;
  readonly onClose: () => void;
  /** The fields below the name. */
  readonly children: (fields: {
    readonly draft: Draft;
    readonly errors: DraftErrors<Draft>;
    readonly edit: (changes: Partial<Draft>) => void;
  }) => ReactNode;
}

/** Creates or edits a scheme. */
export function SchemeDialog<Draft extends { readonly name: string }, List extends { readonly rev: number }>({
  words,
  kind,
  schemeId,
  change,
  opened,
  schemesIn,
  draftIn,
  newDraft,
  check,
  send,
  savedBody,
  usage,
  onClose,
  children,
}: SchemeDialogProps<Draft, List>) {
  const { configuration } = texts;
  const isNew = schemeId === undefined;
  const start = draftIn(opened) ?? newDraft;
  const nameFault = ({ name }: Draft) => {
    const others = schemesIn(change.base).filter((one) => one.schemeId !== schemeId);
    return schemeNameFault(name, others, words.takenName);
  };
  const { draft, edit, errors, form } = useDraft<Draft, List>({
    start,
    change,
    check: (typed) => {
      const name = nameFault(typed);
      return { ...check(typed), ...(name !== undefined && { name }) };
    },
    latestIn: draftIn,
    send,
    saved: ({ name }) => ({
      id: `${kind}-saved-${schemeId ?? name}`,
      title: isNew ? words.created : configuration.saved,
      description: isNew ? words.createdBody(name) : savedBody,
    }),
    onClose,
  });
  return (
    <ChangeDialog
      title={isNew ? words.create : words.editTitle(start.name)}
      submit={isNew ? words.create : configuration.save}
      form={form}
    >
      {usage !== undefined && <p className="form-note">{usage}</p>}
      <TextField
        label={words.name}
        help={words.nameHelp}
        error={errors.name}
        isRequired
        hasInitialFocus
        value={draft.name}
        onChange={(name) => edit({ ...draft, name })}
      />
      {children({ draft, errors, edit })}
    </ChangeDialog>
  );
}

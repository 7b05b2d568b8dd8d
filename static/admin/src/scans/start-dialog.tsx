import { showSuccess } from '../ui/success-flag';
import { useRef, useState } from 'react';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { ScanView } from '../../../../src/admin/runs/scans';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices, RadioChoices } from '../ui/choices';
import { Failure } from '../ui/failure';
import { FormDialog } from '../ui/form-dialog';
import { useSending } from '../use-sending';
import { SpaceChoice } from './space-choice';
import { TextAreaField, TextField } from '../ui/form-fields';

type ScanTarget = AdminOperations['startScan']['input']['of'];
type Kind = ScanTarget['of'];

interface Draft {
  readonly of: Kind;
  readonly spaceId: string;
  readonly cql: string;
  readonly pageIds: string;
  readonly onlyStale: boolean;
}

const EMPTY: Draft = { of: 'site', spaceId: '', cql: '', pageIds: '', onlyStale: false };
const MAX_PAGES = 1_000;
const NONE: Readonly<Record<string, string>> = {};

interface StartDialogProps {
  /** True: at first, only outdated pages are chosen. */
  readonly onlyStale: boolean;
  readonly onStarted: (scan: ScanView) => void;
  readonly onClose: () => void;
}

/** Starts a scan of the chosen pages. */
export function StartDialog({ onlyStale, onStarted, onClose }: StartDialogProps) {
  const { startDialog: t } = texts.scans;
  const [first] = useState<Draft>({ ...EMPTY, onlyStale });
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState(NONE);
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  // A retry after a lost response must start the same scan. Other pages start another scan.
  const requestKey = useRef(crypto.randomUUID());
  const change = (changed: Partial<Draft>) => {
    requestKey.current = crypto.randomUUID();
    setDraft({ ...draft, ...changed });
  };

  const start = async () => {
    const checked = checkDraft(draft);
    setFailure(undefined);
    if (checked.outcome === 'faulty') return setErrors({ [checked.field]: checked.message });
    setErrors(NONE);
    const answer = await ask('startScan', { of: checked.of, requestKey: requestKey.current });
    if (answer.ok) {
      onStarted(answer.value);
      showSuccess({ id: `scan-${answer.value.scanId}`, title: t.started });
      return onClose();
    }
    const field = answer.error.fields?.find((one) => one.field === 'of.cql');
    if (field === undefined) setFailure(answer.error);
    else setErrors({ cql: `${t.cql} ${field.message}.` });
  };
  return (
    <FormDialog
      title={t.title}
      submit={t.submit}
      errors={errors}
      isDirty={draft !== first}
      isSending={isSending}
      onSubmit={() => void send(start)}
      onClose={onClose}
    >
      {failure !== undefined && <Failure title={t.failed} error={failure} />}
      <PageFields draft={draft} errors={errors} onChange={change} />
      <p className="note scans-note">{t.note}</p>
    </FormDialog>
  );
}

interface PageFieldsProps {
  readonly draft: Draft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The fields that select the pages. */
function PageFields({ draft, errors, onChange }: PageFieldsProps) {
  const { startDialog: t } = texts.scans;
  const canSkip = draft.of === 'site' || draft.of === 'space';
  return (
    <>
      <fieldset className="field">
        <legend>{t.of}</legend>
        <RadioChoices
          name="scan-of"
          value={draft.of}
          choices={(['site', 'space', 'query', 'pages'] as const).map((value) => ({ value, label: t[value] }))}
          onChange={(of) => onChange({ of })}
        />
      </fieldset>
      {draft.of === 'space' && (
        <SpaceChoice spaceId={draft.spaceId} error={errors['spaceId']} onChange={(spaceId) => onChange({ spaceId })} />
      )}
      {draft.of === 'query' && (
        <TextField
          label={t.cql}
          help={t.cqlHelp}
          error={errors['cql']}
          value={draft.cql}
          onChange={(cql) => onChange({ cql })}
        />
      )}
      {draft.of === 'pages' && (
        <TextAreaField
          label={t.pageIds}
          help={t.pageIdsHelp}
          error={errors['pageIds']}
          value={draft.pageIds}
          onChange={(pageIds) => onChange({ pageIds })}
        />
      )}
      {canSkip && (
        <CheckboxChoices
          label={t.onlyStale}
          chosen={draft.onlyStale ? ['onlyStale'] : []}
          choices={[{ value: 'onlyStale', label: t.onlyStale, description: t.onlyStaleHelp }]}
          onChange={(chosen) => onChange({ onlyStale: chosen.length > 0 })}
        />
      )}
    </>
  );
}

type CheckedDraft =
  | { readonly outcome: 'wanted'; readonly of: ScanTarget }
  | { readonly outcome: 'faulty'; readonly field: keyof Draft; readonly message: string };

function checkDraft({ of, spaceId, cql, pageIds, onlyStale }: Draft): CheckedDraft {
  const { startDialog: t } = texts.scans;
  const only = onlyStale ? { onlyStale } : {};
  switch (of) {
    case 'site':
      return { outcome: 'wanted', of: { of, ...only } };
    case 'space':
      if (spaceId === '') return { outcome: 'faulty', field: 'spaceId', message: t.noSpace };
      return { outcome: 'wanted', of: { of, spaceId, ...only } };
    case 'query':
      if (cql.trim() === '') return { outcome: 'faulty', field: 'cql', message: t.noCql };
      return { outcome: 'wanted', of: { of, cql: cql.trim() } };
    case 'pages': {
      const ids = pageIds.split(/[\s,;]+/).filter((id) => id !== '');
      const isReadable = ids.length > 0 && ids.every((id) => /^[1-9][0-9]{0,17}$/.test(id));
      if (!isReadable) return { outcome: 'faulty', field: 'pageIds', message: t.noPages };
      if (ids.length > MAX_PAGES) return { outcome: 'faulty', field: 'pageIds', message: t.tooManyPages };
      return { outcome: 'wanted', of: { of, pageIds: ids } };
    }
  }
}

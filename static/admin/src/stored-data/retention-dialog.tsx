import type { RetentionView, StoredDataView } from '../../../../src/admin/site/stored-data';
import { ChangeDialog } from '../configuration/change-dialog';
import { useChange } from '../configuration/use-change';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { TextField } from '../ui/form-fields';

interface RetentionDialogProps {
  readonly view: StoredDataView;
  readonly onChanged: (view: StoredDataView) => void;
  readonly onClose: () => void;
}

/** Days as typed. Empty: forever. */
type Draft = Readonly<Record<RetentionView['name'], string>>;

const textOf = (kept: RetentionView['kept']) => (kept === 'forever' ? '' : String(kept));

function draftOf({ retention }: StoredDataView): Draft {
  const of = (wanted: RetentionView['name']) =>
    textOf(retention.find(({ name }) => name === wanted)?.kept ?? 'forever');
  return {
    endedKeys: of('endedKeys'),
    endedRuns: of('endedRuns'),
    resolvedFindings: of('resolvedFindings'),
    deletedPages: of('deletedPages'),
    levelHistory: of('levelHistory'),
    auditEvents: of('auditEvents'),
  };
}

/** undefined: not a number of days that this setting can have. */
function keptOf(text: string, { min, max, mayBeForever }: RetentionView): RetentionView['kept'] | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return mayBeForever ? 'forever' : undefined;
  const days = /^\d{1,5}$/.test(trimmed) ? Number(trimmed) : undefined;
  return days !== undefined && days >= min && days <= max ? days : undefined;
}

export default function RetentionDialog({ view, onChanged, onClose }: RetentionDialogProps) {
  const { configuration } = texts;
  const { dialog: t, kept, names } = texts.storedData;
  const shown = (value: RetentionView['kept']) => (value === 'forever' ? kept.forever : kept.days(value));
  const change = useChange({
    list: view,
    onChanged,
    conflict: 'RETENTION_CHANGED',
    conflictTitle: t.conflict,
    read: () => ask('getStoredData', {}),
    compare: (before, now) =>
      Promise.resolve(
        now.retention.flatMap((one) => {
          const old = before.retention.find(({ name }) => name === one.name);
          return old === undefined || old.kept === one.kept
            ? []
            : [{ what: names[one.name], before: shown(old.kept), now: shown(one.kept) }];
        }),
      ),
  });
  const { draft, edit, errors, form } = useDraft<Draft, StoredDataView>({
    start: draftOf(view),
    change,
    check: (typed) =>
      Object.fromEntries(
        view.retention.flatMap((one) =>
          keptOf(typed[one.name], one) === undefined ? [[one.name, t.wrong(one.min, one.max)]] : [],
        ),
      ),
    latestIn: draftOf,
    send: (rev, typed) =>
      ask('changeRetention', {
        rev,
        settings: Object.fromEntries(view.retention.map((one) => [one.name, keptOf(typed[one.name], one)])),
      }),
    saved: () => ({ id: 'retention-saved', title: t.saved, description: t.savedBody }),
    onClose,
  });
  return (
    <ChangeDialog title={t.title} submit={configuration.save} form={form}>
      <p className="section-text">{t.intro}</p>
      {view.retention.map(({ name, min, max, mayBeForever }) => (
        <TextField
          key={name}
          label={names[name]}
          help={mayBeForever ? t.limitsOrForever(min, max) : t.limits(min, max)}
          error={errors[name]}
          inputMode="numeric"
          value={draft[name]}
          onChange={(text) => edit({ [name]: text })}
        />
      ))}
    </ChangeDialog>
  );
}

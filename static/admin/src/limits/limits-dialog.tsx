import type { QuotasView } from '../../../../src/admin/site/quotas';
import { ChangeDialog } from '../configuration/change-dialog';
import { useChange } from '../configuration/use-change';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';
import { TextField } from '../ui/form-fields';

interface LimitsDialogProps {
  readonly view: QuotasView;
  readonly onChanged: (view: QuotasView) => void;
  readonly onClose: () => void;
}

/** Numbers as typed, by name. Empty: the vendor's maximum. */
type Draft = Readonly<Record<string, string>>;

const draftOf = ({ quotas }: QuotasView): Draft =>
  Object.fromEntries(quotas.map(({ name, own = '' }) => [name, String(own)]));

/** The resolver checks the numbers, and reports one that is wrong at its field. */
export const sentLimits = (changed: Draft) =>
  Object.fromEntries(
    Object.entries(changed).map(([name, text]) => [name, text.trim() === '' ? ('maximum' as const) : Number(text)]),
  );

export function limitDifferences(before: QuotasView, now: QuotasView): readonly Change[] {
  const { names, maximum } = texts.limits;
  const [old, latest] = [draftOf(before), draftOf(now)];
  return now.quotas
    .filter(({ name }) => old[name] !== latest[name])
    .map(({ name }) => ({ what: names[name], before: old[name] || maximum, now: latest[name] || maximum }));
}

/** Sets the quotas of the site. */
export default function LimitsDialog({ view, onChanged, onClose }: LimitsDialogProps) {
  const { dialog: t, names } = texts.limits;
  const change = useChange({
    list: view,
    onChanged,
    conflict: 'QUOTAS_CHANGED',
    conflictTitle: t.conflict,
    read: () => ask('getQuotas', {}),
    compare: (before, now) => Promise.resolve(limitDifferences(before, now)),
  });
  const { draft, edit, errors, form } = useDraft<Draft, QuotasView>({
    start: draftOf(view),
    change,
    check: () => ({}),
    latestIn: draftOf,
    send: (rev, _typed, changed) => ask('changeQuotas', { rev, changes: sentLimits(changed as Draft) }),
    saved: () => ({ id: 'limits-saved', title: t.saved, description: t.intro }),
    onClose,
  });
  return (
    <ChangeDialog title={t.title} submit={texts.configuration.save} form={form}>
      <p className="section-text">{t.intro}</p>
      {view.quotas.map(({ name, min, max }) => (
        <TextField
          key={name}
          label={names[name]}
          help={t.range(min, max)}
          error={errors[name]}
          inputMode="numeric"
          value={draft[name] ?? ''}
          onChange={(text) => edit({ [name]: text })}
        />
      ))}
    </ChangeDialog>
  );
}

import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import type { TriageRow } from './names';
import { actionsOn, type RowAction } from './row-actions';

interface SelectionBarProps {
  readonly rows: readonly TriageRow[];
  readonly actions: readonly RowAction[];
  readonly onClear: () => void;
}

/** The actions for the selected findings. It stays visible while the list scrolls. */
export function SelectionBar({ rows, actions, onClear }: SelectionBarProps) {
  const { detections: t } = texts;
  return (
    <div className="selection-bar" role="group" aria-label={t.actions.label}>
      <strong role="status">{t.status.selected(rows.length)}</strong>
      {actionsOn(rows, actions).map(({ key, label, run }) => (
        <Button key={key} onClick={() => run(rows)}>
          {label}
        </Button>
      ))}
      <Button appearance="subtle" onClick={onClear}>
        {t.actions.clear}
      </Button>
    </div>
  );
}

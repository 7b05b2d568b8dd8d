import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import type { TriageRow } from './names';
import { actionsOn, type AllAction, type RowAction } from './row-actions';

interface SelectionBarProps {
  readonly rows: readonly TriageRow[];
  readonly actions: readonly RowAction[];
  /** All findings that match. Undefined: the list shows all of them, or groups. */
  readonly all: AllMatching | undefined;
  readonly onClear: () => void;
}

export interface AllMatching {
  /** Undefined: not known exactly. */
  readonly count: number | undefined;
  readonly isSelected: boolean;
  readonly actions: readonly AllAction[];
  readonly onSelect: () => void;
}

/** The actions for the selected findings. It stays visible while the list scrolls. */
export function SelectionBar({ rows, actions, all, onClear }: SelectionBarProps) {
  const { detections: t } = texts;
  const shown =
    all?.isSelected === true
      ? all.actions
      : actionsOn(rows, actions).map(({ label, run }) => ({ label, run: () => run(rows) }));
  return (
    <div className="selection-bar" role="group" aria-label={t.actions.label}>
      <strong role="status">
        {all?.isSelected === true ? t.status.allSelected(all.count) : t.status.selected(rows.length)}
      </strong>
      {all?.isSelected === false && (
        <Button appearance="subtle" onClick={all.onSelect}>
          {t.actions.selectAll(all.count)}
        </Button>
      )}
      {shown.map(({ label, run }) => (
        <Button key={label} onClick={run}>
          {label}
        </Button>
      ))}
      <Button appearance="subtle" onClick={onClear}>
        {t.actions.clear}
      </Button>
    </div>
  );
}

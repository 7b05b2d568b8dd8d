import type { ReactNode } from 'react';

interface SwitchProps {
  /** The accessible name. */
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The text beside the switch. */
  readonly children: ReactNode;
}

/** A switch that applies at once. */
export function Switch({ label, isOn, onChange, children }: SwitchProps) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

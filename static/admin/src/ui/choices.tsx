import { type ReactNode, useId } from 'react';

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly description?: string;
  /** A text below a checkbox. Radio buttons show the description there. */
  readonly help?: string;
  /** A sample beside the label. */
  readonly mark?: ReactNode;
}

interface RadioChoicesProps<T extends string> {
  readonly name: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  /** Shows the choices in one line. */
  readonly isCompact?: boolean;
  readonly onChange: (value: T) => void;
}

export function RadioChoices<T extends string>({
  name,
  value,
  choices,
  isCompact = false,
  onChange,
}: RadioChoicesProps<T>) {
  const id = useId();
  return (
    <div className={isCompact ? 'choices choices-compact' : 'choices'}>
      {choices.map((choice) => (
        <div className="choice" key={choice.value}>
          <input
            type="radio"
            id={`${id}-${choice.value}`}
            name={name}
            checked={choice.value === value}
            aria-describedby={choice.description === undefined ? undefined : `${id}-${choice.value}-description`}
            onChange={() => onChange(choice.value)}
          />
          <div>
            <label htmlFor={`${id}-${choice.value}`}>
              {choice.mark}
              {choice.label}
            </label>
            {choice.description !== undefined && (
              <p id={`${id}-${choice.value}-description`} className="field-help">
                {choice.description}
              </p>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

interface CheckboxChoicesProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly choices: readonly Choice<string>[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A list of at most this many choices is shown whole. */
const SHORT_LIST = 6;

export function CheckboxChoices({ label, chosen, choices, onChange }: CheckboxChoicesProps) {
  const id = useId();
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <div
      className={`choices choices-list${choices.length > SHORT_LIST ? ' choices-scroll' : ''}`}
      role="group"
      aria-label={label}
    >
      {choices.map((choice) => (
        <div className="choice" key={choice.value}>
          <input
            type="checkbox"
            id={`${id}-${choice.value}`}
            checked={chosen.includes(choice.value)}
            aria-describedby={choice.help === undefined ? undefined : `${id}-${choice.value}-help`}
            onChange={() => toggle(choice.value)}
          />
          <div>
            <label htmlFor={`${id}-${choice.value}`}>
              {choice.label}
              {choice.description !== undefined && <span className="choice-note"> {choice.description}</span>}
            </label>
            {choice.help !== undefined && (
              <p id={`${id}-${choice.value}-help`} className="field-help">
                {choice.help}
              </p>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

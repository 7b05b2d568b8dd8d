import { type ChangeEvent, Component, type ReactNode } from 'react';

interface TextParameterProps {
  /** Swagger UI sets the name here. */
  readonly description: string;
  readonly value?: unknown;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly errors?: { readonly toJS: () => readonly unknown[] };
  readonly schema?: { readonly get: (name: 'enum') => Iterable<string> | undefined };
  readonly onChange: (value: string) => void;
}

/** The value of a parameter. Swagger UI's input has no accessible name, and shows errors only in a tooltip. */
export class TextParameter extends Component<TextParameterProps> {
  private control: HTMLElement | null = null;

  override componentDidUpdate(before: TextParameterProps): void {
    const isNew = errorsOf(this.props).length > 0 && errorsOf(before).length === 0;
    // The first invalid input gets the focus.
    if (isNew && document.activeElement?.getAttribute('aria-invalid') !== 'true') this.control?.focus();
  }

  override render(): ReactNode {
    const { description: name, value, required = false, disabled = false, schema } = this.props;
    const errors = errorsOf(this.props).join('. ');
    const attributes = {
      ref: (control: HTMLElement | null) => {
        this.control = control;
      },
      'aria-label': name,
      'aria-invalid': errors !== '',
      'aria-required': required,
      title: errors,
      disabled,
      value: typeof value === 'string' ? value : '',
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => this.props.onChange(target.value),
    };
    const choices = schema?.get('enum');
    return (
      <>
        {choices === undefined ? (
          <input
            {...attributes}
            className={errors === '' ? 'input' : 'input input-invalid'}
            type="text"
            autoComplete="off"
          />
        ) : (
          <select {...attributes} className="select">
            {!required && <option value="">--</option>}
            {[...choices].map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        )}
        {errors !== '' && (
          <p className="field-error" role="alert">
            {errors}
          </p>
        )}
      </>
    );
  }
}

function errorsOf({ errors }: TextParameterProps): readonly string[] {
  return (errors?.toJS() ?? []).filter((error): error is string => typeof error === 'string');
}

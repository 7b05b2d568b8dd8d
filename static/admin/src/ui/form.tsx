import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';

interface FormProps {
  readonly id: string;
  /** A new object for every attempt. With errors, the first invalid field gets the focus. */
  readonly errors: object;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

const FIRST_INVALID = '[aria-invalid="true"], [data-invalid] input, [data-invalid] button';

/**
 * @param errors A new object at every attempt.
 * @returns what to hang on the element around the fields: where there are errors, the focus goes to the first of them
 */
export function useFocusOnErrors<E extends HTMLElement>(errors: object) {
  const fields = useRef<E>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) fields.current?.querySelector<HTMLElement>(FIRST_INVALID)?.focus();
  }, [errors]);
  return fields;
}

/** A form whose errors are said by the app, next to the field, and not by the browser. */
export function Form({ id, errors, onSubmit, children }: FormProps) {
  const form = useFocusOnErrors<HTMLFormElement>(errors);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={id} ref={form} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

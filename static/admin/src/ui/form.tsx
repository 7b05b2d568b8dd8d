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
 * @returns a ref for the element around the fields. With errors, the first invalid field gets the focus.
 */
export function useFocusOnErrors<E extends HTMLElement>(errors: object) {
  const fields = useRef<E>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) fields.current?.querySelector<HTMLElement>(FIRST_INVALID)?.focus();
  }, [errors]);
  return fields;
}

/** A form that shows the app's errors next to the fields instead of the browser's messages. */
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

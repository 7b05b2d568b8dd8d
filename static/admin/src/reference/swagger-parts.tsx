import type { ReactNode } from 'react';
import { texts } from '../texts';
import { TextArea } from '../ui/text-area';

/**
 * Accessible replacements for components of Swagger UI. They run in Swagger UI's React, so they have no hooks.
 */

/** The methods used here of the immutable maps in which Swagger UI keeps its state. */
export interface Tree {
  get(name: string): unknown;
  getIn(path: readonly string[]): unknown;
  toJS(): unknown;
  entrySeq(): Iterable<readonly [string, Tree]>;
}

export function Empty() {
  return null;
}

interface OperationTagProps {
  readonly tag: string;
  readonly tagObj: Tree;
  readonly children?: ReactNode;
}

/** A group of operations. It can be collapsed. */
export function OperationTag({ tag, tagObj, children }: OperationTagProps) {
  const description = tagObj.getIn(['tagDetails', 'description']);
  return (
    <details className="reference-section reference-group" open>
      <summary>
        <h2>{tag}</h2>
      </summary>
      {typeof description === 'string' && <p className="subtle">{description}</p>}
      {children}
    </details>
  );
}

interface OperationSummaryProps {
  readonly operationProps: Tree;
  readonly isShown: boolean;
  readonly toggleShown: () => void;
}

/** The line that opens and closes an operation. It has one button instead of two with the same effect. */
export function OperationSummary({ operationProps, isShown, toggleShown }: OperationSummaryProps) {
  const text = (name: string) => String(operationProps.get(name));
  const method = text('method');
  return (
    <h3 className="operation">
      <button type="button" aria-expanded={isShown} onClick={toggleShown}>
        <span className={`method method-${method}`}>{method.toUpperCase()}</span> <code>{text('path')}</code>{' '}
        <span className="operation-summary">{text('summary')}</span>
      </button>
    </h3>
  );
}

/** Focusable, because it may scroll. */
export function HighlightCode({ children }: { readonly children?: ReactNode }) {
  return (
    <pre className="code" tabIndex={0}>
      {children}
    </pre>
  );
}

interface RequestBodyTextProps {
  readonly value: string;
  /** The error. '': none. */
  readonly title: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

export function RequestBodyText({ value, title, onChange }: RequestBodyTextProps) {
  const isInvalid = title !== '';
  return (
    <div className="request-body">
      <TextArea
        rows={8}
        spellCheck={false}
        aria-label={texts.reference.requestBody}
        aria-invalid={isInvalid}
        isInvalid={isInvalid}
        value={value}
        onChange={(changed) => onChange({ target: { value: changed } })}
      />
      {isInvalid && (
        <p className="field-error" role="alert">
          {title}
        </p>
      )}
    </div>
  );
}

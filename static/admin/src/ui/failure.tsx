import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import type { OperationError } from '../operations';
import { texts } from '../texts';
import { Message } from './message';

interface FailureProps {
  readonly title: string;
  readonly error: OperationError;
  readonly onRetry?: () => void;
  /** Alternative actions. */
  readonly children?: ReactNode;
}

/** An error with its reason, and a retry button if a retry can help. */
export function Failure({ title, error, onRetry, children }: FailureProps) {
  return (
    <Message kind="error" title={title}>
      <p>{error.message}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{texts.retry}</Button>}
      {children}
    </Message>
  );
}

import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import type { OperationError } from '../operations';
import { texts } from '../texts';
import { Message } from './message';

interface FailureProps {
  readonly title: string;
  readonly error: OperationError;
  readonly onRetry?: () => void;
  /** Another way out. */
  readonly children?: ReactNode;
}

/** What did not work, why, and where it makes sense a way to try again. */
export function Failure({ title, error, onRetry, children }: FailureProps) {
  return (
    <Message kind="error" title={title}>
      <p>{error.message}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{texts.retry}</Button>}
      {children}
    </Message>
  );
}

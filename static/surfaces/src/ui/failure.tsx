import { commonTexts } from '../common-texts';
import type { OperationError } from '../operations';
import { Button } from './button';
import { Message } from './message';

interface FailureProps {
  readonly title: string;
  /** A sentence with the problem and its solution. */
  readonly error: Pick<OperationError, 'message'>;
  readonly onRetry?: () => void;
}

/** An error with its reason, and a retry button if a retry can help. */
export function Failure({ title, error, onRetry }: FailureProps) {
  return (
    <Message kind="error" title={title}>
      <p>{error.message}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{commonTexts.retry}</Button>}
    </Message>
  );
}

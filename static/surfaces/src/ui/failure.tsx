import { commonTexts } from '../common-texts';
import type { OperationError } from '../operations';
import { Button } from './button';
import { Message } from './message';

interface FailureProps {
  readonly title: string;
  readonly error: OperationError;
  readonly onRetry: () => void;
}

/** An error with its reason and a retry button. */
export function Failure({ title, error, onRetry }: FailureProps) {
  return (
    <Message kind="error" title={title}>
      <p>{error.message}</p>
      <Button onClick={onRetry}>{commonTexts.retry}</Button>
    </Message>
  );
}

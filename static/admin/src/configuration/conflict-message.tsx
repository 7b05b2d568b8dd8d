import { texts } from '../texts';
import { type Change, ChangesTable } from '../ui/changes-table';
import { Message } from '../ui/message';

interface ConflictMessageProps {
  readonly title: string;
  /** The next step. */
  readonly body: string;
  readonly changes: readonly Change[];
}

/** The changes that another admin saved first. */
export function ConflictMessage({ title, body, changes }: ConflictMessageProps) {
  return (
    <Message kind="error" title={title}>
      <p>{body}</p>
      {changes.length > 0 && <ChangesTable heading={texts.configuration.changes.what} changes={changes} />}
    </Message>
  );
}

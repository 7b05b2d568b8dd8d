import { texts } from '../texts';
import { type Change, ChangesTable } from '../ui/changes-table';
import { Message } from '../ui/message';

interface OvertakenProps {
  readonly title: string;
  /** What to do about it. */
  readonly body: string;
  readonly changes: readonly Change[];
}

/** Somebody else has changed the levels meanwhile: what is different now. */
export function Overtaken({ title, body, changes }: OvertakenProps) {
  return (
    <Message kind="error" title={title}>
      <p>{body}</p>
      {changes.length > 0 && <ChangesTable heading={texts.configuration.changes.what} changes={changes} />}
    </Message>
  );
}

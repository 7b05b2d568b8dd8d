import { useState } from 'react';
import type { OperationError, Outcome } from '../operations';
import type { Change } from '../ui/changes-table';
import { useSending } from '../use-sending';

interface ChangeOptions<List> {
  /** The configuration when the dialog opened. */
  readonly list: List;
  readonly onChanged: (list: List) => void;
  /** The error code of a conflict with another admin's change. */
  readonly conflict: OperationError['code'];
  /** The title of the message about that change. */
  readonly conflictTitle: string;
  readonly read: () => Promise<Outcome<List>>;
  /** Describes the differences. Never rejects. */
  readonly compare: (before: List, now: List) => Promise<readonly Change[]>;
}

type Sent<List> =
  | { readonly outcome: 'done'; readonly list: List }
  | { readonly outcome: 'conflict'; readonly list: List }
  | { readonly outcome: 'refused'; readonly error: OperationError };

/**
 * Sends a change on top of the revision that the user saw. After a conflict, it loads the latest revision, shows the
 * differences, and sends the next attempt on top of it.
 */
export function useChange<List extends { readonly rev: number }>({
  list,
  onChanged,
  conflict,
  conflictTitle,
  read,
  compare,
}: ChangeOptions<List>) {
  const [base, setBase] = useState(list);
  const [conflictingChanges, setConflictingChanges] = useState<readonly Change[]>();
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send: runOnce } = useSending();

  const send = async (change: (rev: number) => Promise<Outcome<List>>): Promise<Sent<List>> => {
    setFailure(undefined);
    const answer = await change(base.rev);
    const sent = answer.ok ? ({ outcome: 'done', list: answer.value } as const) : await afterRefusal(answer.error);
    if (sent.outcome === 'done') {
      // A form that stays sends its next change on top of this one.
      setBase(sent.list);
      setConflictingChanges(undefined);
    }
    if (sent.outcome !== 'refused') onChanged(sent.list);
    return sent;
  };

  const afterRefusal = async (error: OperationError): Promise<Sent<List>> => {
    if (error.code !== conflict) return { outcome: 'refused', error };
    const latest = await read();
    if (!latest.ok) return { outcome: 'refused', error: latest.error };
    setConflictingChanges(await compare(base, latest.value));
    setBase(latest.value);
    return { outcome: 'conflict', list: latest.value };
  };

  return {
    base,
    conflictingChanges: conflictingChanges,
    conflictTitle,
    failure,
    setFailure,
    isSending,
    /** Runs an action unless one is already running. */
    runOnce: runOnce,
    send,
  };
}

export type OpenChange<List extends { readonly rev: number }> = ReturnType<typeof useChange<List>>;

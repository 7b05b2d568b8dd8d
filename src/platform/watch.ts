import { CorruptRecordError } from './corrupt-record';

/** What a look at all that is under way comes to: ids. */
export interface Watched {
  /** Nothing drives them any more. */
  readonly lost: readonly string[];
  /** They cannot be read; as long as they are stored they count as under way. */
  readonly unreadable: readonly string[];
}

/**
 * Looks at all that is under way, one after the other; one record that cannot be read keeps nobody from the others.
 * @param look what has become of one: `gone` = it is over, or stored no longer
 * @param keep makes these the list of what is under way, where some are gone
 * @throws what they throw
 */
export async function watch(
  ids: readonly string[],
  look: (id: string) => Promise<'moving' | 'lost' | 'gone'>,
  keep: (ids: readonly string[]) => Promise<unknown>,
): Promise<Watched> {
  const found = { moving: [] as string[], lost: [] as string[], gone: [] as string[], unreadable: [] as string[] };
  for (const id of ids) found[await look(id).catch(unreadableIfCorrupt)].push(id);
  if (found.gone.length > 0) await keep(ids.filter((id) => !found.gone.includes(id)));
  return found;
}

function unreadableIfCorrupt(error: unknown): 'unreadable' {
  if (error instanceof CorruptRecordError) return 'unreadable';
  throw error;
}

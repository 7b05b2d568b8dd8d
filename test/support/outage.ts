import type { Site } from './site';

/** Every call to Confluence fails, however many operations a page of the admin area starts. @returns ends the outage */
export function startOutage({ host }: Site): () => void {
  host.faults.add({ target: 'confluence', status: 503, times: 1_000_000 });
  return () => host.faults.add({ target: 'confluence', times: 0 });
}

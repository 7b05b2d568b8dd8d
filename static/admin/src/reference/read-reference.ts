import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { type ApiDocument, documentAt } from './api-document';

export interface Reference {
  readonly document: ApiDocument;
  /** Paths of the document follow it. */
  readonly baseUrl: string;
}

/** Reads both from the app, so that the page describes the deployed API at its real address. */
export async function readReference(): Promise<Outcome<Reference>> {
  const [address, answer] = await Promise.all([
    ask('getBaseAddress', {}),
    ask('sendApiRequest', { method: 'GET', path: '/v1/openapi.json', headers: [] }),
  ]);
  if (!address.ok) return address;
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  if (status !== 200) {
    return { ok: false, error: { code: 'INTERNAL_ERROR', message: texts.reference.noDocument(status) } };
  }
  const { baseUrl } = address.value;
  return { ok: true, value: { document: documentAt(baseUrl, JSON.parse(body) as ApiDocument), baseUrl } };
}

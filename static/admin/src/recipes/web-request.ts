import type { ApiRequest } from '../../../../src/admin/send-api-request';
import type { Treatment } from './rule';

/** What an automation rule sends to the API, field by field, so that a page gets its level. */

/** A level, and one of its sub-levels where one is meant. */
export interface Target {
  readonly levelId: string;
  readonly subLevelId?: string;
}

export interface Header {
  readonly name: string;
  readonly value: string;
  /** To be ticked as "Hidden" in the rule. */
  readonly isSecret: boolean;
}

/** The fields of Atlassian's action "Send web request". */
export interface WebRequest {
  readonly url: string;
  readonly method: 'POST';
  readonly headers: readonly Header[];
  /** With smart values. */
  readonly body: string;
}

/** What Automation calls the id of the page that a rule works on. */
const PAGE_ID = 'page.id';

const PATH = '/v1/page-level';

/**
 * A smart value is put in as plain text, so only what cannot break JSON may stand in the body: a page id is digits.
 * Accept: otherwise the answer to a refused request is problem+json, which may not be taken for JSON. If-None-Match: only
 * where there is no level yet; for a page that has one the answer is 412.
 */
export function webRequestFor(baseUrl: string, target: Target, classified: Treatment, key: string): WebRequest {
  const body = {
    pageId: `{{${PAGE_ID}}}`,
    levelId: target.levelId,
    ...(target.subLevelId === undefined ? {} : { subLevelId: target.subLevelId }),
  };
  return {
    url: baseUrl + PATH,
    method: 'POST',
    headers: [
      { name: 'x-api-key', value: key, isSecret: true },
      { name: 'Content-Type', value: 'application/json', isSecret: false },
      { name: 'Accept', value: 'application/json', isSecret: false },
      ...(classified === 'keep' ? [{ name: 'If-None-Match', value: '*', isSecret: false }] : []),
    ],
    body: JSON.stringify(body, null, 2),
  };
}

/** As Automation does before it sends: without escaping, and nothing for what it does not know. */
export function renderSmartValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (_match, name: string) => values[name.trim()] ?? '');
}

/** The same request for a certain page, as the app sends it in place of the rule. */
export function apiRequestFor(request: WebRequest, pageId: string): ApiRequest {
  return {
    method: request.method,
    path: PATH,
    headers: request.headers.map(({ name, value }) => [name, value]),
    body: renderSmartValues(request.body, { [PAGE_ID]: pageId }),
  };
}

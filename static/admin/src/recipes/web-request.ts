import type { ApiRequest } from '../../../../src/admin/keys/send-api-request';
import type { Treatment } from './rule';

/** The request of an automation rule that sets a level, field by field. */

/** A level or a sub-level. */
export interface Target {
  readonly levelId: string;
  readonly subLevelId?: string;
}

export interface Header {
  readonly name: string;
  readonly value: string;
  /** Select "Hidden" for this header in the rule. */
  readonly isSecret: boolean;
}

/** The fields of Atlassian's action "Send web request". */
export interface WebRequest {
  readonly url: string;
  readonly method: 'POST';
  readonly headers: readonly Header[];
  /** Contains smart values. */
  readonly body: string;
}

/** The smart value for the page ID. */
const PAGE_ID = 'page.id';

const PATH = '/v1/page-level';

/**
 * Smart values are inserted as plain text, so the body contains only those that cannot break JSON, such as a page ID,
 * which has only digits. Without Accept, errors are problem+json, which Automation may not parse as JSON.
 * If-None-Match: the API sets the level only on pages without one, and returns 412 for others.
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

/** Replaces smart values like Automation, without escaping. Unknown values become empty. */
export function renderSmartValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (_match, name: string) => values[name.trim()] ?? '');
}

/** The request for one page, which the app sends as a test. */
export function apiRequestFor(request: WebRequest, pageId: string): ApiRequest {
  return {
    method: request.method,
    path: PATH,
    headers: request.headers.map(({ name, value }) => [name, value]),
    body: renderSmartValues(request.body, { [PAGE_ID]: pageId }),
  };
}

import type { PROBLEMS } from '../../../../src/rest/problem';

type Problems = typeof PROBLEMS;

/** What is counted of a key: 4xx, but for 429, which says that the platform is short of capacity. */
type CountedStatus<Status extends number> = Status extends 429
  ? false
  : `${Status}` extends `4${string}`
    ? true
    : false;

type Counted = {
  [Code in keyof Problems]: CountedStatus<Problems[Code]['status']> extends true ? Code : never;
}[keyof Problems];

/** Answered before it is known whose key it is. test/admin/refusal-texts.test.ts proves that these are not counted. */
type BeforeTheKey =
  | 'API_KEY_IN_URL'
  | 'API_KEY_INVALID'
  | 'API_KEY_MISSING'
  | 'HEADERS_TOO_LARGE'
  | 'INVALID_PATH_ENCODING'
  | 'METHOD_NOT_ALLOWED'
  | 'ROUTE_NOT_FOUND'
  | 'URI_TOO_LONG';

/** Why calls with a key were refused: what it means, and what helps. By the code that the caller was answered. */
export const refusalTexts: Readonly<Record<Exclude<Counted, BeforeTheKey>, string>> = {
  API_KEY_EXPIRED: 'The key had expired. Give the caller the value of a newer key.',
  API_KEY_REVOKED: 'The key had been revoked. If the caller may still call, create a key for it.',
  API_KEY_OWNER_INACTIVE:
    'The creator of the key can no longer use Confluence. Another site admin has to create a key instead.',
  INSUFFICIENT_SCOPE: 'The scope of the key is too small for the call. The creator of the key can widen it.',
  LEVEL_OUTSIDE_KEY_LIMIT:
    'A page was to get a level outside the page access limit of the key, or a list was asked for one. The creator of the key can widen the limit.',
  SPACE_OUTSIDE_KEY_LIMIT:
    'A list was asked for a space outside the space limit of the key. The creator of the key can widen the limit.',
  KEY_HAS_LIMITS:
    'The call tells of the whole site, and the key is limited to some spaces or levels. Use a key without limits for it.',
  CREATOR_NOT_ADMIN:
    'The call is for site admins, and the creator of the key is none any more. A site admin has to create a key instead.',
  PAGE_NOT_EDITABLE:
    'The creator of the key may view the page but not edit it. Give them the permission in Confluence.',
  PAGE_NOT_FOUND:
    'There is no such page, the creator of the key may not view it, or it is outside the limits of the key. Look it up in Confluence as the creator, then look at the limits.',
  PAGE_NOT_CLASSIFIED: 'The page has no level yet. The caller should expect that.',
  EDIT_CONFLICT: 'Others classified the page in the same moment. The caller should try again.',
  TOO_MANY_JOBS:
    'The key had five open jobs, scans or redactions, or the site had 100. The caller should wait until one ends.',
  DETECTION_NOT_FOUND:
    'There was no such finding, or its page was not for this key: its creator must see the page, which must be within its limits.',
  EXCLUSION_NOT_FOUND: 'There is no such exclusion any more, or it is on a page that the key cannot see.',
  INVALID_EXCLUSION:
    'The exclusion names a detector that is not there, or a pattern that is not in the language of RE2.',
  DETECTOR_NOT_FOUND: 'There is no such detector. GET /v1/detector lists those that there are.',
  INVALID_DETECTOR:
    'The pattern of a custom detector is not in the language of RE2, or a sample shows that it does not find what it should.',
  SCAN_NOT_FOUND: 'There was no such scan, or it was made more than thirty days ago.',
  REDACTION_NOT_FOUND: 'There was no such redaction, another key made it, or it was made more than thirty days ago.',
  JOB_NOT_FOUND: 'There is no such job, another key made it, or it was over for more than seven days.',
  INVALID_CQL: 'Confluence does not understand the query of the job. Try it in the search of Confluence.',
  TOO_MANY_PAGES: 'The query of the job finds more than 10,000 pages. Narrow it down.',
  SEARCH_NOT_POSSIBLE:
    'The platform does not let the app search in the name of the creator of the key. The caller should name the pages.',
  PRECONDITION_FAILED:
    'The level of the page had changed since the caller read it. The caller should read it again and decide anew.',
  BODY_TOO_LARGE: 'The body was larger than 64 KiB. Send only what the API reference describes.',
  LEVEL_NOT_FOUND:
    'There is no level with the id that was sent. GET /v1/page-level/by-page/{pageId}/levels lists those that can be set.',
  SUBLEVEL_NOT_IN_LEVEL:
    'The sub-level does not belong to the level, or is archived. GET /v1/page-level/by-page/{pageId}/levels lists those that can be set.',
  LEVEL_ARCHIVED: 'The level is archived. Send another one, or restore it.',
  CONFIGURATION_NOT_FOUND:
    'There is no level or sub-level with the id or key in the address. GET /v1/level lists them.',
  NAME_TAKEN: 'Another level, sub-level or scheme has the name or the key. Send another one.',
  INCOMPLETE_ORDER: 'The new order did not name each of them once, archived ones too.',
  INVALID_SETTINGS:
    'The new settings named a level or a scheme that is not there, or did not go together. The answer to the call says which.',
  LEVEL_IN_SETTINGS:
    'The level is a default or in a level scheme, so it cannot be archived. Change the settings first.',
  CONFIGURATION_FULL: 'There are too many levels or sub-levels, or too much text in them. Archive or shorten some.',
  LEVEL_NOT_IN_SPACE_SCHEME:
    'The level is not in the level scheme of the space. Send another one, or change the scheme in the settings.',
  LEVEL_CHANGE_FORBIDDEN:
    'The page was to get a less sensitive level, which the settings forbid. A site admin can change the rule.',
  LEVEL_BELOW_FINDINGS:
    'What was found on the page calls for a more sensitive level. The answer to the call names the level and the detectors.',
  JUSTIFICATION_REQUIRED:
    'The page was to get a less sensitive level, for which the settings ask a justification. Send one with the call.',
  INVALID_IDEMPOTENCY_KEY:
    'The Idempotency-Key was missing where one is needed, or not valid. Send 1 to 64 printable characters without a space.',
  IDEMPOTENCY_IN_PROGRESS: 'The call was sent again while it was being worked on. The caller should wait a second.',
  IDEMPOTENCY_KEY_REUSED:
    'The Idempotency-Key was sent before, with another call. The caller should take a new one for each thing to be done.',
  INVALID_JSON: 'The body is not valid JSON. Quotes or commas are often missing where values are put into a text.',
  EMPTY_BODY: 'The call had no body. Send the JSON that the API reference describes.',
  DUPLICATE_JSON_KEY: 'The body gives a member twice. Send it once.',
  JSON_TOO_DEEP: 'The body is nested too deeply. Send the JSON that the API reference describes.',
  INVALID_UNICODE: 'A string in the body holds characters that are not valid. Send valid UTF-8.',
  INVALID_FIELD: 'A value in the body is not of the kind that is expected. The answer to the call names the field.',
  MISSING_FIELD: 'A value is missing in the body. The answer to the call names the field.',
  UNKNOWN_FIELD: 'The body holds a field that the API does not know. The answer to the call names it.',
  INVALID_PARAMETER: 'A parameter of the address is not valid, for example the id of a page. The answer names it.',
  UNKNOWN_PARAMETER: 'The address has a query parameter that the API does not know. Leave it out.',
  DUPLICATE_PARAMETER: 'The address gives a query parameter twice. Give it once.',
  INVALID_CURSOR:
    'The cursor was not one of the list. The caller should start again without it, with the same filters.',
  EXPIRED_CURSOR: 'The cursor was too old. The caller should start again without it.',
  NOT_ACCEPTABLE: 'The caller accepts no JSON. Send “Accept: application/json”, or leave the header out.',
  UNSUPPORTED_MEDIA_TYPE: 'The body was not declared as JSON. Send “Content-Type: application/json”.',
};

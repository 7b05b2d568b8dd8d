import type { PROBLEMS } from '../../../../src/rest/problem';

type Problems = typeof PROBLEMS;

/** The statuses counted for a key: 4xx, except 429, which means that the platform is short of capacity. */
type CountedStatus<Status extends number> = Status extends 429
  ? false
  : `${Status}` extends `4${string}`
    ? true
    : false;

type Counted = {
  [Code in keyof Problems]: CountedStatus<Problems[Code]['status']> extends true ? Code : never;
}[keyof Problems];

/** Returned before the key is identified. test/admin/refusal-texts.test.ts proves that these are not counted. */
type BeforeTheKey =
  | 'API_KEY_IN_URL'
  | 'API_KEY_INVALID'
  | 'API_KEY_MISSING'
  | 'HEADERS_TOO_LARGE'
  | 'INVALID_PATH_ENCODING'
  | 'METHOD_NOT_ALLOWED'
  | 'ROUTE_NOT_FOUND'
  | 'URI_TOO_LONG';

/** Why requests with a key were rejected, and how to fix it, by error code. */
export const refusalTexts: Readonly<Record<Exclude<Counted, BeforeTheKey>, string>> = {
  API_KEY_EXPIRED: 'The key had expired. Use a newer key.',
  API_KEY_REVOKED: 'The key had been revoked. If the client still needs access, create a new key.',
  API_KEY_OWNER_INACTIVE:
    'The creator of the key can no longer use Confluence. Another site admin must create a new key.',
  INSUFFICIENT_SCOPE: 'The request needs a higher scope. The creator of the key can change its scopes.',
  LEVEL_OUTSIDE_KEY_LIMIT:
    'The request used a level outside the page access limit of the key. The creator of the key can extend the limit.',
  SPACE_OUTSIDE_KEY_LIMIT:
    'The request used a space outside the space limit of the key. The creator of the key can extend the limit.',
  KEY_HAS_LIMITS:
    'The request applies to the whole site, but the key is limited to certain spaces or levels. Use a key without limits.',
  CREATOR_NOT_ADMIN:
    'The request requires site admin permission, and the creator of the key is no longer a site admin. A site admin must create a new key.',
  PAGE_NOT_EDITABLE: 'The creator of the key can view the page but can’t edit it. Give them permission in Confluence.',
  PAGE_NOT_FOUND:
    'The page doesn’t exist, the creator of the key can’t view it, or it’s outside the limits of the key. Check the page in Confluence, then check the limits.',
  PAGE_NOT_CLASSIFIED: 'The page has no level yet. The client must handle this response.',
  EDIT_CONFLICT: 'Someone else changed the level of the page at the same time. Send the request again.',
  TOO_MANY_JOBS:
    'The key already had five open jobs, scans or redactions, or the site had 100. Wait until one finishes.',
  DETECTION_NOT_FOUND:
    'The finding doesn’t exist, its page is outside the limits of the key, or the creator of the key can’t view the page.',
  EXCLUSION_NOT_FOUND: 'The exclusion no longer exists, or it’s on a page that the key can’t access.',
  INVALID_EXCLUSION: 'The exclusion has an unknown detector, or a pattern that isn’t valid RE2.',
  DETECTOR_NOT_FOUND: 'The detector doesn’t exist. GET /v1/detector lists the detectors.',
  INVALID_DETECTOR: 'The pattern of a custom detector isn’t valid RE2, or it doesn’t match its samples.',
  SCAN_NOT_FOUND: 'The scan doesn’t exist or has been deleted. Scans are kept for 30 days.',
  REDACTION_NOT_FOUND:
    'The redaction doesn’t exist, belongs to another key, or has been deleted. Redactions are kept for 30 days.',
  JOB_NOT_FOUND: 'The job doesn’t exist, belongs to another key, or ended more than 7 days ago.',
  INVALID_CQL: 'Confluence couldn’t read the query. Test it in Confluence search.',
  TOO_MANY_PAGES: 'The query matched more than 10,000 pages. Narrow it down.',
  SEARCH_NOT_POSSIBLE:
    'The app can’t search on behalf of the creator of the key. Send the page IDs instead of a query.',
  PRECONDITION_FAILED: 'The level changed after the client read it. Read it again before changing it.',
  BODY_TOO_LARGE: 'The body was larger than 64 KiB. Send only the fields in the API reference.',
  LEVEL_NOT_FOUND: 'No level has this ID. GET /v1/page-level/by-page/{pageId}/levels lists the levels that can be set.',
  SUBLEVEL_NOT_IN_LEVEL:
    'The sub-level doesn’t belong to the level, or is archived. GET /v1/page-level/by-page/{pageId}/levels lists the sub-levels that can be set.',
  LEVEL_ARCHIVED: 'The level is archived. Restore it, or send a different level.',
  CONFIGURATION_NOT_FOUND: 'No level or sub-level has the ID or key in the URL. GET /v1/level lists them.',
  NAME_TAKEN: 'Another level, sub-level or scheme has this name or key. Send a different one.',
  INCOMPLETE_ORDER: 'The order must contain every level or sub-level exactly once, including archived ones.',
  INVALID_SETTINGS:
    'The settings contained an unknown level or scheme, or values that conflict. The response names the problem.',
  LEVEL_IN_SETTINGS:
    'The level is a default level or part of a level scheme, so it can’t be archived. Change the settings first.',
  CONFIGURATION_FULL: 'There are too many levels or sub-levels, or their texts are too long. Archive or shorten some.',
  LEVEL_NOT_IN_SPACE_SCHEME:
    'The level isn’t in the level scheme of the space. Send a different level, or change the scheme in Settings.',
  LEVEL_CHANGE_FORBIDDEN:
    'The request would lower the level of the page, which the settings don’t allow. A site admin can change the settings.',
  LEVEL_BELOW_FINDINGS:
    'The findings on the page require a more sensitive level. The response names the level and the detectors.',
  JUSTIFICATION_REQUIRED:
    'The request would lower the level of the page, which requires a justification. Send one with the request.',
  INVALID_IDEMPOTENCY_KEY:
    'The Idempotency-Key header was missing or not valid. Send 1 to 64 printable characters without spaces.',
  IDEMPOTENCY_IN_PROGRESS: 'The same request was still being processed. Wait a second before sending it again.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used for a different request. Use a new one for each operation.',
  INVALID_JSON: 'The body isn’t valid JSON. Check for missing quotation marks or commas.',
  EMPTY_BODY: 'The request had no body. Send the JSON in the API reference.',
  DUPLICATE_JSON_KEY: 'A member appears twice in the body. Send it once.',
  JSON_TOO_DEEP: 'The body is nested too deeply. Send the JSON in the API reference.',
  INVALID_UNICODE: 'A string in the body contains invalid characters. Send valid UTF-8.',
  INVALID_FIELD: 'A field in the body has an invalid value. The response names the field.',
  MISSING_FIELD: 'A required field is missing from the body. The response names the field.',
  UNKNOWN_FIELD: 'The body contains an unknown field. The response names the field.',
  INVALID_PARAMETER: 'A parameter in the URL isn’t valid, such as the page ID. The response names the parameter.',
  UNKNOWN_PARAMETER: 'The URL contains an unknown query parameter. Remove it.',
  DUPLICATE_PARAMETER: 'A query parameter appears twice in the URL. Send it once.',
  INVALID_CURSOR: 'The cursor isn’t valid for this list. Start again without a cursor, using the same filters.',
  EXPIRED_CURSOR: 'The cursor has expired. Start again without a cursor.',
  NOT_ACCEPTABLE: 'The client doesn’t accept JSON. Send “Accept: application/json”, or remove the header.',
  UNSUPPORTED_MEDIA_TYPE: 'The body wasn’t sent as JSON. Send “Content-Type: application/json”.',
};

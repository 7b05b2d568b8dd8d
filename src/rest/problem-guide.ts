import type { ProblemCode } from './problem';

/**
 * The causes and cures of each problem, for API clients and for the admins who manage their keys. `npm run errors`
 * builds docs/errors.md from it, and the details of a key in the admin area show it. The app itself never loads it:
 * problem.ts has the contents of a response (docs/adr/0039).
 */

interface ProblemGuide {
  /** The section of docs/errors.md. */
  readonly section: string;
  /** One or two sentences, in Markdown without links. */
  readonly cause: string;
  readonly cure: string;
  /** More about causes and cures, for docs/errors.md only. */
  readonly note?: string;
}

const ADDRESS = 'The address and the method';
const HEADERS = 'The headers';
const KEY = 'The key';
const SITE = 'The site';
const BODY = 'The body';
const LISTS = 'Parameters and lists';
const PAGE = 'The page';
const LEVEL = 'The level';
const CONCURRENT = 'Concurrent changes';
const DETECTIONS = 'Detections';
const JOBS = 'Jobs';
const TOO_MANY = 'Too many requests';
const SERVER = 'Not your fault';

const SETTABLE = '`GET /v1/page-level/by-page/{pageId}/levels`';

/** In the order of docs/errors.md. */
export const PROBLEM_GUIDE: Readonly<Record<ProblemCode, ProblemGuide>> = {
  ROUTE_NOT_FOUND: {
    section: ADDRESS,
    cause: 'The path is not part of the API.',
    cure: 'Compare it with the paths in `GET /v1/openapi.json`, which needs no key. Paths are case-sensitive.',
    note: 'Common mistakes: `/v1` or `/compliance/api` is missing, the path ends with a slash or contains two in a row, or the ID of a page was empty.',
  },
  METHOD_NOT_ALLOWED: {
    section: ADDRESS,
    cause: 'The route exists, but not with this method.',
    cure: 'Use a method that the header `Allow` lists. The app ignores `X-HTTP-Method-Override`.',
    note: 'An automation rule whose “HTTP method” is still GET causes this.',
  },
  INVALID_PATH_ENCODING: {
    section: ADDRESS,
    cause: 'A `%` in the path is not followed by two hexadecimal digits, or the decoded bytes are not UTF-8.',
    cure: 'Encode each part of the path once, as UTF-8. IDs need no encoding.',
  },
  URI_TOO_LONG: {
    section: ADDRESS,
    cause: 'The path and the query together are longer than 8 KiB.',
    cure: 'Send fewer values in one request.',
  },
  NOT_ACCEPTABLE: {
    section: HEADERS,
    cause: 'The header `Accept` excludes JSON.',
    cure: 'Send `Accept: application/json`, or remove the header.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    section: HEADERS,
    cause: 'The body was not sent as JSON in UTF-8, or it is compressed.',
    cure: 'Send `Content-Type: application/json`, once.',
    note: 'Without this header, `curl --data` sends a form.',
  },
  HEADERS_TOO_LARGE: {
    section: HEADERS,
    cause: 'The names and values of the headers together are longer than 16 KiB.',
    cure: 'Send only `x-api-key`, `Content-Type`, `Accept` and conditions.',
    note: 'Cookies, or headers that a proxy adds, are often the reason.',
  },
  API_KEY_MISSING: {
    section: KEY,
    cause: 'The header `x-api-key` is missing or empty.',
    cure: 'Send the key in the header `x-api-key`. The app ignores `Authorization`.',
    note: 'Often a variable of the script, or a hidden value of the rule, is not set.',
  },
  API_KEY_INVALID: {
    section: KEY,
    cause:
      'The value is not a key of this site: it is incomplete, has a space, a line break or quotation marks, was sent twice, or is a key of another site.',
    cure: 'Enter the value again. It starts with `pclsk_` and has 72 characters. If the value is lost, create or rotate a key: the app shows a value only once.',
    note: 'The response is the same for all of these causes. A copied automation rule contains asterisks in place of a hidden value.',
  },
  API_KEY_EXPIRED: {
    section: KEY,
    cause: 'The key has expired, or the grace period of a rotated key has ended.',
    cure: 'Use a newer key. The expiry date of a key never changes.',
    note: 'A key expires at midnight UTC. `GET /v1/key` returns the date in time. For a rotated key, `detail` says when its grace period ended.',
  },
  API_KEY_REVOKED: {
    section: KEY,
    cause: 'A site admin revoked the key.',
    cure: 'If the client still needs access, create a new key. A revocation is final.',
    note: 'The details of the key, in *API keys* of the admin area, show who revoked it and when.',
  },
  API_KEY_OWNER_INACTIVE: {
    section: KEY,
    cause: 'The creator of the key can no longer use Confluence. A key has the permissions of its creator.',
    cure: 'Another site admin must create a new key.',
    note: 'For automation, create keys with an account that stays when people leave.',
  },
  API_KEY_IN_URL: {
    section: KEY,
    cause: 'The URL contains an API key, or a parameter such as `api_key` or `token`.',
    cure: 'Send the key in the header `x-api-key`. Revoke a real key that was in a URL, because logs and histories keep URLs.',
  },
  APP_LICENSE_INACTIVE: {
    section: SITE,
    cause: 'The license of the app has ended on this site.',
    cure: 'A site admin can renew the license in Atlassian Administration. Requests that change something work again at most 10 minutes later.',
    note: 'Reading still works, and so does canceling jobs and scans. Jobs, scans and redactions pause and continue with the license. Nothing is deleted.',
  },
  INSUFFICIENT_SCOPE: {
    section: KEY,
    cause: 'The request needs a higher scope than the key has.',
    cure: 'The creator of the key can change its scopes. Or use a key with the scope that `requiredScope` names.',
    note: `Listing the levels that can be set on a page needs only *read*: ${SETTABLE}.`,
  },
  EMPTY_BODY: {
    section: BODY,
    cause: 'The request has no body.',
    cure: 'Send the JSON object that the API reference describes.',
    note: 'In an automation rule, choose *Custom data* as the “Web request body”. A redirect also drops the body.',
  },
  INVALID_JSON: {
    section: BODY,
    cause: 'The body is not valid JSON.',
    cure: 'Check for missing quotation marks or commas. In a script, let a library write the JSON.',
    note: 'In an automation rule, put only IDs into the body, in quotation marks. A smart value with a quotation mark or a line break, or an empty one without quotation marks around it, breaks the JSON.',
  },
  DUPLICATE_JSON_KEY: {
    section: BODY,
    cause: 'A member appears twice in an object of the body.',
    cure: 'Send each member once.',
  },
  JSON_TOO_DEEP: {
    section: BODY,
    cause: 'The body has more than 8 levels of nested objects and lists.',
    cure: 'Send the JSON that the API reference describes.',
  },
  INVALID_UNICODE: {
    section: BODY,
    cause: 'A string in the body contains invalid characters: U+0000, half of a surrogate pair, or U+FFFD.',
    cure: 'Send valid UTF-8. Bytes that are not UTF-8 turn into U+FFFD.',
  },
  MISSING_FIELD: {
    section: BODY,
    cause: 'A required field of the body is missing or null.',
    cure: 'Send the field that the response names in `errors`.',
  },
  INVALID_FIELD: {
    section: BODY,
    cause: 'A field of the body has an invalid value.',
    cure: 'The response names the field in `pointer` and the likely mistake in `detail`. Send IDs as strings.',
    note: 'Common mistakes: an ID as a number, a smart value that was not replaced (`{{page.id}}`) or was empty, a comma after an ID, the name of a level in place of its key or UUID. The audit log of an automation rule shows the values that it sent. If `{{page.id}}` is empty, try `{{content.id}}`.',
  },
  UNKNOWN_FIELD: {
    section: BODY,
    cause: 'The body has a field that the operation does not know: it is mistyped, or belongs to another operation.',
    cure: 'Correct or remove the field that the response names in `pointer`. `detail` lists the fields that the object takes.',
  },
  BODY_TOO_LARGE: {
    section: BODY,
    cause: 'The body is larger than 64 KiB, or larger than 2 MiB for a new job.',
    cure: 'Send fewer pages in one request.',
  },
  INVALID_PARAMETER: {
    section: LISTS,
    cause: 'A part of the path or a query parameter has an invalid value.',
    cure: 'The response names it in `parameter` and the likely mistake in `detail`. The ID of a page has digits only, and a `limit` is 1 to 250.',
  },
  UNKNOWN_PARAMETER: {
    section: LISTS,
    cause: 'The query has a parameter that the operation does not know.',
    cure: 'Remove or correct it. The response names it and lists the parameters of the operation in `errors`.',
    note: 'The app rejects it, because a mistyped filter would otherwise list everything.',
  },
  DUPLICATE_PARAMETER: {
    section: LISTS,
    cause: 'A query parameter appears twice, or its value contains a comma, which the platform splits.',
    cure: 'Send the parameter once, with one value. Only a parameter that is a list can be repeated, such as `pageId` of `GET /v1/page-level`; `detail` names those of the operation.',
  },
  INVALID_IDEMPOTENCY_KEY: {
    section: LISTS,
    cause: 'The header `Idempotency-Key` is missing where the operation requires it, is sent twice, or is not valid.',
    cure: 'Send 1 to 64 printable ASCII characters without spaces, for example a UUID.',
    note: 'The value may be bare (`order-4711`) or in double quotes (`"order-4711"`), which is the same value. In quotes, write `\\"` for a quotation mark and `\\\\` for a backslash.',
  },
  INVALID_CURSOR: {
    section: LISTS,
    cause: 'The cursor was changed, or comes from another key, another list or other filters.',
    cure: 'Follow `_links.next` as it is, with no change except `limit`. Or start again without a cursor.',
  },
  EXPIRED_CURSOR: {
    section: LISTS,
    cause: 'The cursor has expired. Cursors work for one day, those of `GET /v1/change` for 30 days.',
    cure: 'Start again without a cursor.',
    note: 'With `GET /v1/change`, send as `from` the time up to which you know the changes.',
  },
  PAGE_NOT_FOUND: {
    section: PAGE,
    cause: 'The page does not exist, the creator of the key cannot view it, or it is outside the limits of the key.',
    cure: 'Open the page in Confluence as the creator of the key. If that works, check the limits of the key with `GET /v1/key`.',
    note: 'The page may also be in the trash or a draft. Operations that are only for pages do not find blog posts. The page access limit of a key applies to the current level: a key for pages without a level must list *unclassified pages*. The response is the same for all of these causes, so that a key reveals nothing about other pages. If every page is affected, see the end of [access.md](access.md).',
  },
  PAGE_NOT_CLASSIFIED: {
    section: PAGE,
    cause: 'The page has no level yet.',
    cure: 'The client must expect this response.',
  },
  PAGE_NOT_EDITABLE: {
    section: PAGE,
    cause: 'The creator of the key can view the page but cannot edit it.',
    cure: 'Give them the permission in Confluence, or use a key of a person who has it.',
    note: 'The permissions of the space or a restriction of the page decide. The person who runs the rule or the script does not matter.',
  },
  LEVEL_NOT_FOUND: {
    section: LEVEL,
    cause: 'The site has no level with this UUID or key.',
    cure: `${SETTABLE} lists the levels that can be set, as does *Levels* in the admin area.`,
    note: 'The level may belong to another site or environment.',
  },
  SUBLEVEL_NOT_IN_LEVEL: {
    section: LEVEL,
    cause: 'The sub-level does not belong to the level, or is archived.',
    cure: `Send a sub-level of the level, or remove \`subLevelId\`. ${SETTABLE} lists the sub-levels that can be set.`,
  },
  LEVEL_ARCHIVED: {
    section: LEVEL,
    cause: 'The level is archived. Pages that have it keep it.',
    cure: 'Send a different level, or restore the level on *Levels* in the admin area.',
  },
  LEVEL_OUTSIDE_KEY_LIMIT: {
    section: LEVEL,
    cause: 'The request uses a level outside the page access limit of the key.',
    cure: 'The creator of the key can extend the limit. Or use another key.',
    note: 'To clear a level, the limit must list the default level of the space or, if it has none, *unclassified pages*. A list with a filter outside the limit is refused too, because an empty list would read as “no pages”.',
  },
  CONFIGURATION_NOT_FOUND: {
    section: LEVEL,
    cause:
      'The site has no level, sub-level or scheme with the ID or key in the path, or the creator of the key cannot see the space.',
    cure: '`GET /v1/level` lists the levels, `GET /v1/setting` the level schemes, `GET /v1/detection/config` the detector schemes.',
    note: 'The path takes the ID of a space, not its key.',
  },
  NAME_TAKEN: {
    section: LEVEL,
    cause: 'Another level, sub-level, scheme or detector has this name or key.',
    cure: 'Send a different one, or restore the one that has it.',
    note: 'Names ignore case. A key also belongs to levels that are archived.',
  },
  INCOMPLETE_ORDER: {
    section: LEVEL,
    cause: 'The order does not contain every level or sub-level exactly once.',
    cure: 'Read the list and send all of it, including archived ones.',
  },
  INVALID_SETTINGS: {
    section: LEVEL,
    cause: 'The settings contain an unknown or archived level, an unknown scheme or detector, or values that conflict.',
    cure: '`detail` names the problem and its place: `site`, `space:<id>` or `scheme:<name>`. If two settings must change, first change the one that frees the other.',
    note: 'Values conflict if a default level is not in the level scheme of its space, a rule names a severity twice, or a scheme that is in use is removed.',
  },
  LOOSENING_NOT_ALLOWED: {
    section: LEVEL,
    cause: 'The document has edits that lower the protection of the site, such as a relaxed rule or a new exclusion.',
    cure: 'Review these edits, which `errors` lists. If they are intended, send `allowLoosening: true`.',
  },
  LEVEL_IN_SETTINGS: {
    section: LEVEL,
    cause: 'The level is a default level or part of a level scheme, so it cannot be archived.',
    cure: 'Change the settings first. `detail` names the places.',
  },
  CONFIGURATION_FULL: {
    section: LEVEL,
    cause:
      'The site has the maximum number of levels, sub-levels, schemes, detectors or exclusions, or their texts are too long.',
    cure: 'Archive, remove or shorten some. `detail` names the limit.',
  },
  LEVEL_NOT_IN_SPACE_SCHEME: {
    section: LEVEL,
    cause: 'The level is not in the level scheme of the space, or the admins of the space do not allow it.',
    cure: `Send a level that ${SETTABLE} lists as allowed, or change the scheme in the settings.`,
  },
  JUSTIFICATION_REQUIRED: {
    section: LEVEL,
    cause:
      'The request would give the page a less sensitive level, or none. The settings of the site or the space require a justification for that.',
    cure: 'Send the reason as `justification`. To clear a level, use `POST /v1/page-level/by-page/{pageId}/reset`.',
  },
  LEVEL_CHANGE_FORBIDDEN: {
    section: LEVEL,
    cause: 'The request would lower the level of the page, which the settings of the site do not allow.',
    cure: 'Keep the level. A site admin can change the settings.',
  },
  LEVEL_BELOW_FINDINGS: {
    section: LEVEL,
    cause: 'The findings on the page require a more sensitive level.',
    cure: 'Send the level that `floor` names, or a more sensitive one. Exclude findings that are not sensitive, and redact the others.',
    note: `\`floor\` names the required level; for keys with \`detection::read\` also the detectors and the minimum number of their findings. Bulk requests and jobs return no \`floor\`: use a level that ${SETTABLE} lists.`,
  },
  SPACE_OUTSIDE_KEY_LIMIT: {
    section: LEVEL,
    cause: 'The request uses a space outside the space limit of the key.',
    cure: 'The creator of the key can extend the limit. Or use another key.',
    note: 'A list with such a filter is refused, because an empty list would read as “no pages”.',
  },
  KEY_HAS_LIMITS: {
    section: LEVEL,
    cause: 'The request applies to the whole site, but the key is limited to certain spaces or levels.',
    cure: 'Use a key without limits.',
  },
  CREATOR_NOT_ADMIN: {
    section: LEVEL,
    cause: 'The request requires a site admin, and the creator of the key is not a site admin now.',
    cure: 'Use a key that a site admin created, or make its creator a site admin again.',
  },
  PRECONDITION_FAILED: {
    section: CONCURRENT,
    cause:
      'The resource does not match `If-Match` or `If-None-Match`: it changed after the client read it, or it exists already.',
    cure: 'Read it again before changing it. With `If-None-Match: *` there is nothing to do.',
    note: 'With `If-None-Match: *` the page has a level already, and keeps it. A condition that is not valid, such as an ETag without its quotation marks, never matches.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    section: CONCURRENT,
    cause: 'The `Idempotency-Key` was used for a different request within the last day.',
    cure: 'Use a new value for each operation. Repeat a value only to send the same request again.',
    note: 'See [limits.md](limits.md#idempotent-requests).',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    section: CONCURRENT,
    cause: 'The same request is still being processed.',
    cure: 'Send it again after `Retry-After`. The response is then that of the first request.',
    note: 'A request that was interrupted counts as running for at most one minute.',
  },
  EDIT_CONFLICT: {
    section: CONCURRENT,
    cause: 'Other requests changed the same resource at the same time, at every attempt.',
    cure: 'Send the request again.',
    note: 'If this happens often, several automation rules react to the same event: let one of them do it.',
  },
  DETECTION_NOT_FOUND: {
    section: DETECTIONS,
    cause:
      'The finding does not exist, its page is outside the limits of the key, or the creator of the key cannot view the page.',
    cure: 'Take the ID from `GET /v1/detection`, with the same key.',
  },
  EXCLUSION_NOT_FOUND: {
    section: DETECTIONS,
    cause: 'The exclusion no longer exists, or the key cannot access it.',
    cure: '`GET /v1/exclusion` lists the exclusions.',
    note: 'An exclusion of values on one page needs a key that can access the page; any other exclusion needs a key without limits whose creator is a site admin. An exclusion is removed a month after it ends.',
  },
  DETECTOR_NOT_FOUND: {
    section: DETECTIONS,
    cause: 'The detector does not exist.',
    cure: '`GET /v1/detector` lists the detectors with their IDs.',
    note: 'The part after `custom:` is the ID in `/v1/detector/custom/…`.',
  },
  INVALID_EXCLUSION: {
    section: DETECTIONS,
    cause: 'The exclusion has an unknown detector, or a pattern that is not valid RE2.',
    cure: '`errors` names the place. `GET /v1/detector` lists the detectors.',
    note: 'A pattern has at most 512 characters, without lookahead, lookbehind and backreferences.',
  },
  INVALID_DETECTOR: {
    section: DETECTIONS,
    cause: 'The pattern of a custom detector is not valid RE2, or it does not match its samples.',
    cure: '`errors` names each place. Every sample in `match` must be found, and none in `noMatch`.',
    note: 'RE2 has no lookahead, lookbehind and backreferences; keywords near the match often replace them. [detection-reference.md](detection-reference.md#limits-of-custom-detectors) has the limits.',
  },
  SCAN_NOT_FOUND: {
    section: DETECTIONS,
    cause: 'The scan does not exist or has been deleted. Scans are kept for 30 days.',
    cure: 'Use the ID, or the `Location`, that `POST /v1/detection/scan` returned.',
    note: '`GET /v1/detection` still lists the findings of a deleted scan.',
  },
  REDACTION_NOT_FOUND: {
    section: DETECTIONS,
    cause:
      'The redaction does not exist, belongs to another key, or has been deleted. Redactions are kept for 30 days.',
    cure: 'Use the key that created the redaction, and the ID or the `Location` of the response.',
    note: 'The audit log keeps what a deleted redaction did.',
  },
  JOB_NOT_FOUND: {
    section: JOBS,
    cause: 'The job does not exist, belongs to another key, or ended more than 7 days ago.',
    cure: 'Use the key that created the job, and the ID or the `Location` of the response.',
  },
  TOO_MANY_JOBS: {
    section: JOBS,
    cause: 'The key has five open jobs, scans or redactions, or the keys of the site have 100 of that kind.',
    cure: 'Wait until one ends, or cancel one.',
    note: '`detail` says which limit was reached. Open means running or waiting. Cancel with `DELETE /v1/job/{jobId}` or `DELETE /v1/detection/scan/{scanId}`; a site admin can cancel each of them in the admin area.',
  },
  INVALID_CQL: {
    section: JOBS,
    cause: 'Confluence cannot read the CQL query.',
    cure: 'Test the query in Confluence search.',
    note: 'It is also the `error` of a job whose query stopped working, for example because a space was deleted.',
  },
  TOO_MANY_PAGES: {
    section: JOBS,
    cause: 'The tree or the query of the job has more than 10,000 pages. None was changed.',
    cure: 'Create several jobs, each for a part: a subtree, a space or a label.',
    note: 'It is the `error` of a job.',
  },
  SEARCH_NOT_POSSIBLE: {
    section: JOBS,
    cause: 'The app cannot search on behalf of the creator of the key.',
    cure: 'Send the IDs of the pages instead of a query.',
    note: 'The platform does not let the app act for them, and a search by the app itself could show pages that they cannot view. After its creation, a scan or a job waits instead (`waiting`), except a dry run.',
  },
  CANNOT_ACT_AS_PERSON: {
    section: JOBS,
    cause:
      'On this site, the platform does not let the app act for people who are not present, or Confluence does not show the app what they may do. An app that is not shared may act only for its contributors.',
    cure: 'Ask a site admin to open the *Site check* page of the admin area, which shows the reason and the solution.',
    note: 'If computed permissions are on, it also means that they are not certain for the page, or that it does not exist. It is also the `error` of a redaction that is a dry run. Other redactions, and jobs and scans of a query, wait: `waiting` has the same code.',
  },
  RATE_LIMITED: {
    section: TOO_MANY,
    cause: 'A quota of the key or of the site is used up, or too many requests arrived at the same moment.',
    cure: 'Wait as long as `Retry-After` says. Spread scheduled rules over the day, or give them keys of their own.',
    note: '`RateLimit-Reason` names the quota: `key-quota`, `key-write-quota` (changes; each page of a bulk request counts), `key-check-quota` (requests that only ask Confluence whether the creator of the key is active), `site-quota`, `host-quota` (requests of the app to Confluence), `host-share-quota` (the share of the key in them), `contention`. Every response returns the quotas (`RateLimit-Policy`) and what is left of those of the key (`RateLimit`). A bulk request that is larger than the quota must be sent in smaller parts: `detail` says so.',
  },
  HOST_QUOTA: {
    section: TOO_MANY,
    cause:
      'Confluence limits the requests of the app at the moment. Everything that the app does shares this quota, on all of its sites.',
    cure: 'Wait as long as `Retry-After` says. Spread scheduled rules over the day, and use `POST /v1/page-level/bulk`.',
  },
  INTERNAL_ERROR: {
    section: SERVER,
    cause: 'A fault of the app, or a request that the platform passed on in an undocumented form.',
    cure: 'Send the `requestId` to the people who run the app.',
  },
  HOST_ERROR: {
    section: SERVER,
    cause:
      'Confluence returned an error, or a response that the app cannot read. If in doubt, the app refuses the request.',
    cure: 'Send the request again after `Retry-After`. If the error stays, check Atlassian’s status page.',
  },
  AUTH_UNAVAILABLE: {
    section: SERVER,
    cause: 'The secret of the app is missing in this environment, or its value is not valid.',
    cure: 'A site admin sets `PEPPER_V1` and deploys the app. Retries alone do not help.',
    note: 'See [deployment.md](deployment.md).',
  },
  STORAGE_UNAVAILABLE: {
    section: SERVER,
    cause: 'The storage of the platform refused the request, failed or did not respond.',
    cure: 'Send the request again after `Retry-After`. If the error stays, check Atlassian’s status page for developers.',
  },
  HOST_TIMEOUT: {
    section: SERVER,
    cause: 'Confluence took longer to respond than the app can wait.',
    cure: 'Send the request again after `Retry-After`.',
  },
};

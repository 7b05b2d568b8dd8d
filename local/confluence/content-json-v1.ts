import { webPath } from './content-json';
import type { Call } from './endpoint';
import { expandedRestrictions } from './restrictions';
import type { Content, Version } from './rows';
import { spaceJsonV1 } from './space-json-v1';
import { userJson } from './user-json';

const EXPANDABLE = [
  'container',
  'metadata',
  'extensions',
  'operations',
  'children',
  'restrictions',
  'history',
  'ancestors',
  'body',
  'version',
  'descendants',
];

export function versionJsonV1(call: Call, version: Version): Record<string, unknown> {
  const author = call.site.people.byAccountId(version.authorId);
  return {
    ...(author === undefined ? {} : { by: userJson(call, author) }),
    when: version.createdAt,
    friendlyWhen: version.createdAt.slice(0, 10),
    message: version.message,
    number: version.number,
    minorEdit: version.minorEdit,
    contentTypeModified: false,
    _expandable: {
      collaborators: '',
      content: `/rest/api/content/${version.contentId}?version=${String(version.number)}`,
    },
    _links: { self: `${call.baseUrl}/wiki/rest/api/content/${version.contentId}/version/${String(version.number)}` },
  };
}

const ofRestrictions = (name: string): boolean => /^restrictions(\.|$)/.test(name);
const ofAncestors = (name: string): boolean => /^ancestors(\.|$)/.test(name);

/** True if the expansions include what decides who can see the content. */
export function hasAudience(expand: readonly string[]): boolean {
  return expand.some((name) => ofAncestors(name) || ofRestrictions(name));
}

/** Content in v1 format, as in search results and versions. */
export function contentJsonV1(call: Call, content: Content, wanted: readonly string[] = []): Record<string, unknown> {
  const expand = call.assumptions.has('restrictions-not-expanded')
    ? wanted.filter((name) => !hasAudience([name]))
    : wanted;
  const inAncestors = expand.filter(ofAncestors).map((name) => name.replace(/^ancestors\.?/, ''));
  const space = call.site.spaces.byId(content.spaceId);
  const owner = call.site.people.byAccountId(content.ownerId);
  const expanded = {
    ...(expand.includes('space') && space !== undefined ? { space: spaceJsonV1(call, space) } : {}),
    // The root of the tree comes first.
    ...(expand.some(ofAncestors)
      ? {
          ancestors: call.site.contents
            .ancestors(content)
            .reverse()
            .map((one) => contentJsonV1(call, one, inAncestors)),
        }
      : {}),
    ...(expand.some(ofRestrictions) ? { restrictions: expandedRestrictions(call, content, expand) } : {}),
    ...(expand.includes('history.ownedBy')
      ? { history: { latest: true, ...(owner === undefined ? {} : { ownedBy: userJson(call, owner) }) } }
      : {}),
    ...(expand.includes('version') ? { version: versionJsonV1(call, call.site.contents.currentVersion(content)) } : {}),
  };
  const rest = EXPANDABLE.filter((name) => !(name in expanded));
  return {
    id: content.id,
    type: content.type,
    status: content.status,
    title: content.title,
    ...expanded,
    _expandable: {
      ...Object.fromEntries(rest.map((name) => [name, ''])),
      ...('space' in expanded || space === undefined ? {} : { space: `/rest/api/space/${space.key}` }),
    },
    _links: {
      webui: webPath(space, content),
      self: `${call.baseUrl}/wiki/rest/api/content/${content.id}`,
    },
  };
}

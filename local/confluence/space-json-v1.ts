import type { Call } from './endpoint';
import type { Space } from './rows';

/** A space in v1 format. */
export function spaceJsonV1(call: Call, space: Space): Record<string, unknown> {
  return {
    id: Number(space.id),
    key: space.key,
    alias: space.key,
    name: space.name,
    description: { plain: { value: space.description, representation: 'plain', embeddedContent: [] } },
    type: 'global',
    status: 'current',
    _expandable: {
      settings: `/rest/api/space/${space.key}/settings`,
      metadata: '',
      operations: '',
      lookAndFeel: `/rest/api/settings/lookandfeel?spaceKey=${space.key}`,
      identifiers: '',
      permissions: '',
      icon: '',
      description: '',
      theme: `/rest/api/space/${space.key}/theme`,
      history: '',
      homepage: space.homepageId === null ? '' : `/rest/api/content/${space.homepageId}`,
    },
    _links: { webui: `/spaces/${space.key}`, self: `${call.baseUrl}/wiki/rest/api/space/${space.key}` },
  };
}

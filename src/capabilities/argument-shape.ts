const MAX_DEPTH = 4;
const MAX_LENGTH = 1_200;

/** The name of a member. Anything else could be an id or a text. */
const NAME = /^(?!.*\d{3})[A-Za-z][A-Za-z0-9_]{0,30}$/;

/**
 * The paths of the members of the arguments of a call, for example `0.extension.content.id`, without their values. They
 * are the detail of an answer, so they have at most 1,200 characters.
 */
export function shapeOf(values: readonly unknown[]): string {
  const paths = values.flatMap((value, index) => pathsIn(value, String(index), 1));
  let shape = '';
  for (const path of paths) {
    if (shape.length + 1 + path.length > MAX_LENGTH) break;
    shape += shape === '' ? path : `,${path}`;
  }
  return shape;
}

function pathsIn(value: unknown, path: string, depth: number): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [path];
  const members: readonly [string, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((first: unknown) => ['*', first])
    : Object.entries(value);
  if (members.length === 0) return [path];
  return members.flatMap(([name, member]) => pathsIn(member, `${path}.${NAME.test(name) ? name : '*'}`, depth + 1));
}

import { readFileSync, writeFileSync } from 'node:fs';

/** Usage: node trim.mjs <downloaded document> <trimmed copy>; see README.md. */
const [, , from, to] = process.argv;
const { openapi, info, paths } = JSON.parse(readFileSync(from, 'utf8'));

const trimmed = {
  openapi,
  info: { title: info.title, version: info.version },
  paths: mapValues(paths, (operations) =>
    mapValues(operations, ({ security, 'x-atlassian-oauth2-scopes': scopes }) => ({
      security,
      'x-atlassian-oauth2-scopes': scopes,
    })),
  ),
};
// Writes one path a line, which is compact and gives a readable diff with a newer document.
const lines = Object.entries(trimmed.paths).map(([path, operations]) => `${JSON.stringify(path)}:${JSON.stringify(operations)}`);
const head = JSON.stringify({ openapi: trimmed.openapi, info: trimmed.info }).slice(0, -1);
writeFileSync(to, `${head},"paths":{\n${lines.join(',\n')}\n}}\n`);

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

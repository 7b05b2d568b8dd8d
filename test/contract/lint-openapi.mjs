import { readFileSync } from 'node:fs';
import { createConfig, lint } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';

/**
 * Prints, as JSON, the results of Spectral with the OWASP rules and of Redocly with its recommended rules for the
 * OpenAPI documents given as arguments. A separate process, because jest cannot load their packages.
 */

const RULES = {
  // A browser must not be able to use a key across origins, so no response has a CORS header.
  'owasp:api8:2023-define-cors-origin': 'off',
};
const ERROR = 0;

globalThis.fetch = () => Promise.reject(new Error('The linters run without a network.'));
const linter = new spectral.Spectral();
linter.setRuleset({ extends: [rulesets.oas, owasp.default ?? owasp], rules: RULES });
const config = await createConfig({ extends: ['recommended'] });

const reports = [];
for (const file of process.argv.slice(2)) {
  const found = await linter.run(JSON.parse(readFileSync(file, 'utf8')));
  const problems = await lint({ ref: file, config });
  reports.push({
    spectral: found
      .filter(({ severity }) => severity === ERROR)
      .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`),
    redocly: problems.map(
      ({ ruleId, severity, message, location }) => `${ruleId} (${severity}) ${location[0]?.pointer}: ${message}`,
    ),
  });
}
console.log(JSON.stringify(reports));

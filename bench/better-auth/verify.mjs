import { randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { apiKey } from '@better-auth/api-key';

/**
 * Prints the processor time, in µs, in which better-auth verifies an API key, with its store in memory and its own rate
 * limit off, as in bench/keys.ts: for a valid key, and for an unknown one of the same form.
 */
const REQUESTS = 1_000;

const auth = betterAuth({
  secret: randomUUID() + randomUUID(),
  baseURL: 'http://127.0.0.1',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [], apikey: [] }),
  emailAndPassword: { enabled: true },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
  logger: { disabled: true },
  telemetry: { enabled: false },
});
const body = { email: 'admin@example.com', password: randomUUID(), name: 'Admin' };
const { user } = await auth.api.signUpEmail({ body });
const { key } = await auth.api.createApiKey({ body: { userId: user.id, name: 'Bench' } });
const unknown = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');

async function measure(candidate, isValid) {
  const before = process.cpuUsage();
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const { valid } = await auth.api.verifyApiKey({ body: { key: candidate } });
    if (valid !== isValid) throw new Error('better-auth did not decide as it should');
  }
  const { user: own, system } = process.cpuUsage(before);
  return (own + system) / REQUESTS;
}

// The first round warms up.
await measure(key, true);
await measure(unknown, false);
console.log(JSON.stringify({ good: await measure(key, true), unknown: await measure(unknown, false) }));

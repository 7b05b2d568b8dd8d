import './forge/runtime';
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { NOT_ACTING_FOR, provideDemo } from './company';
import { DEMO_ACCOUNTS } from './confluence';
import { lockDataFolder } from './data-folder';
import { loadVariables } from './forge/variables';
import { TRIGGER_PATH } from './forge/web-trigger';
import { createLocalHost, removeData } from './host';
import { readSettings } from './settings';
import { requireFreePort, serve } from './server';
import * as app from '../src';

/** `npm start`: the site, the app and their address, until Ctrl-C. `--demo`: the site of a company. `--reset`: a new one. */
async function start(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { reset: flag, demo: flag } });
  const read = readSettings(process.env);
  // The demo never mixes with the site of the person who tries things.
  const settings = values.demo ? { ...read, dataDir: join(read.dataDir, 'demo') } : read;
  await requireFreePort(settings.port);
  // The data of a running host must not be deleted.
  lockDataFolder(settings.dataDir);
  if (values.reset) removeData(settings.dataDir);
  loadVariables(join(settings.dataDir, 'variables.json'));
  if (settings.rateLimits !== undefined) process.env.RATE_LIMITS = settings.rateLimits;

  if (values.demo) await openDemo(settings.dataDir);
  const baseUrl = `http://127.0.0.1:${settings.port}`;
  const host = createLocalHost({
    ...settings,
    app,
    siteUrl: () => baseUrl,
    ...(values.demo ? { notActingFor: NOT_ACTING_FOR } : {}),
  });
  const server = await serve(host, settings.port).catch((error: unknown) => {
    host.close();
    throw error;
  });
  if (host.lifecycle.installedVersion() === undefined) host.lifecycle.install();
  host.background.start();
  host.automation.start();
  const accounts = DEMO_ACCOUNTS.map(({ email }) => email).join(', ');
  console.log(
    `Ready ${server.url}${TRIGGER_PATH}/compliance/api site ${server.url}/wiki accounts ${accounts} (password: local)`,
  );

  const stop = () => {
    void server.close().then(() => {
      host.close();
      process.exit(0);
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // The parent process has ended.
  process.once('disconnect', stop);
}

async function openDemo(dataDir: string): Promise<void> {
  console.log('Opening the demo. The first time, the app lives 90 days of a company, which takes half a minute ...');
  await provideDemo(dataDir);
  console.log('Create the demo anew, up to today: npm start -- --demo --reset. Your own site: npm start.');
}

start().catch((error: unknown) => {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(
    isTaken
      ? 'The port is taken, perhaps by another local host. Stop it, or choose another port: PORT=8081 npm start.'
      : `The local host cannot start: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
});

import type Database from 'libsql';
import * as z from 'zod';
import type { Background, BackgroundInvocation } from './background';
import type { Installation } from './runtime';
import type { ForgeStorage } from './storage';

/** Installation, update and removal of the app, as Forge reports them to the app. */

export interface Lifecycle {
  /** Undefined: the app was never installed, or was removed. */
  readonly installedVersion: () => string | undefined;
  /** The version of the code that runs. */
  readonly version: () => string;
  /** Undefined: not by this host. */
  readonly installedAt: () => Date | undefined;
  /** Publishes `avi:forge:installed:app`. */
  install(): void;
  /**
   * Publishes `avi:forge:upgraded:app` for a new major version, and nothing for any other. Default: the next minor version,
   * as `forge deploy` gives it. @throws if the app is not installed
   */
  upgrade(version?: string): void;
  /**
   * Runs the functions of `preUninstall`, whatever their result, and then deletes the stored data, so that a later
   * installation starts without it. @throws if the app is not installed
   */
  uninstall(): Promise<readonly BackgroundInvocation[]>;
}

export interface LifecycleOptions {
  readonly database: Database.Database;
  readonly installation: Installation;
  readonly background: Background;
  readonly storage: ForgeStorage;
  readonly now: () => Date;
  /** The account that installs and upgrades the app. */
  readonly installerId: () => string | undefined;
}

export const LIFECYCLE_EVENTS = ['avi:forge:installed:app', 'avi:forge:upgraded:app'] as const;
const FIRST_VERSION = '1.0.0';

const versionRow = z.object({ version: z.string() }).optional();

export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { database, installation, background, storage, installerId, now } = options;
  let installedAt: Date | undefined;
  database.exec('CREATE TABLE IF NOT EXISTS forge_installation (version TEXT NOT NULL)');
  const installedVersion = () =>
    versionRow.parse(database.prepare('SELECT version FROM forge_installation').get())?.version;
  const remember = (version: string | undefined) => {
    database.exec('DELETE FROM forge_installation');
    if (version !== undefined) database.prepare('INSERT INTO forge_installation (version) VALUES (?)').run(version);
  };
  const requireInstalled = (): string => {
    const version = installedVersion();
    if (version === undefined) throw new Error('The app is not installed.');
    return version;
  };
  const publish = (eventType: (typeof LIFECYCLE_EVENTS)[number], account: object, version: string) => {
    const { appId, environmentId, installationId } = installation;
    background.publish({
      eventType,
      id: `ari:cloud:ecosystem::installation/${installationId}`,
      ...account,
      app: { id: `ari:cloud:ecosystem::app/${appId}`, version },
      environment: { id: `ari:cloud:ecosystem::environment/${appId}/${environmentId}` },
    });
  };
  return {
    installedVersion,
    version: () => installedVersion() ?? FIRST_VERSION,
    installedAt: () => installedAt,
    install: () => {
      const version = installedVersion() ?? FIRST_VERSION;
      installedAt = now();
      remember(version);
      publish('avi:forge:installed:app', { installerAccountId: installerId() }, version);
    },
    upgrade: (wanted) => {
      const installed = requireInstalled();
      const version = wanted ?? nextMinor(installed);
      remember(version);
      if (majorOf(version) !== majorOf(installed))
        publish('avi:forge:upgraded:app', { upgraderAccountId: installerId() }, version);
    },
    uninstall: async () => {
      requireInstalled();
      const done = await background.runPreUninstall();
      storage.reset();
      remember(undefined);
      return done;
    },
  };
}

function majorOf(version: string): string | undefined {
  return version.split('.')[0];
}

function nextMinor(version: string): string {
  const [major = '1', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}

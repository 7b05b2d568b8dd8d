import { randomUUID } from 'node:crypto';
import { ADMIN, ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR, type Person } from '../demo';
import { seededRandom } from '../forge/seeded-random';
import { type Company, type CompanyPage, type LevelLetter, LEVELS_OF_DEMO_PAGES } from './pages';
import { NADIA as PAUSED } from './people';
import type { Replay } from './replay';
import { FINANCE, LEGAL, MARKETING, PRODUCT, SALES, SUPPORT } from './spaces';

/** The 91 days of the company since it installed the app. Each change is made by a person or a key, at its time, through the app. */

export const DAYS = 91;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SEED = 34;

/** The day of each event, and so of the story: the app is installed on day 0, and today is day 91. */
const STORY = {
  keys: 1,
  setup: 3,
  campaign: [2, 24],
  scheme: 12,
  lowering: 14,
  onPages: 16,
  delegation: 20,
  excludedDetector: 33,
  firstRule: 40,
  raise: 41,
  excludedValue: 52,
  redaction: 61,
  revokedKey: 66,
  rotatedKey: 75,
  secondRedaction: 84,
  partialJob: 86,
  siteScan: 88,
} as const;

/** The daily work would take half of the time of the replay, so it runs on these days, and on the last one. */
const DAYS_WITH_DAILY_WORK: readonly number[] = [0, 45];

/** The share of the pages with passages that have them from the start. The others get them while time passes. */
const OLD_PASSAGES = 0.55;
/** The share of the levels that owners set on the page. A key sets the others. */
const SET_BY_OWNERS = 0.25;

interface Keys {
  sync: string;
  warehouse: string;
  bot: string;
}

/** A change on a day, in the order of the days. */
interface Planned {
  readonly day: number;
  readonly hour: number;
  readonly run: () => Promise<unknown>;
}

interface Finding {
  readonly findingId: string;
}

/** The parts of the popup that the replay reads. */
interface Popup {
  readonly evidence?: { readonly findings: readonly Finding[] };
}

/** The pages as they are when the app is installed: some passages are added later. */
export function beforeThePast(company: Company): Company {
  const early = company.pages.map((page) =>
    page.hasPassages && !isOld(page) ? { ...page, shown: page.plain } : { ...page, shown: page.body },
  );
  const bodies = new Map(early.map(({ id, shown }) => [id, shown]));
  const spaces = company.content.spaces.map((space) => ({
    ...space,
    pages: space.pages.map((page) => {
      const body = bodies.get(page.id);
      const [first] = page.versions;
      return body === undefined ? page : { ...page, versions: [{ ...first, body }] as const };
    }),
  }));
  return { ...company, content: { ...company.content, spaces } };
}

function isOld({ id }: CompanyPage): boolean {
  return seededRandom(Number(id))() < OLD_PASSAGES;
}

export async function livePast(replay: Replay, company: Company, end: Date): Promise<void> {
  const { admin, popup, rest, wiki } = replay;
  const random = seededRandom(SEED);
  const keys: Keys = { sync: '', warehouse: '', bot: '' };
  const levels = new Map<LevelLetter, string>();
  const planned: Planned[] = [];
  const startMs = end.getTime() - DAYS * DAY_MS;
  const timeOf = (day: number, hour: number) => new Date(startMs + day * DAY_MS + hour * HOUR_MS);
  const plan = (day: number, hour: number, run: Planned['run']) => planned.push({ day, hour, run });
  const levelId = (letter: LevelLetter) => levels.get(letter) ?? '';
  const revision = async (operation: 'listLevels' | 'getDetection') =>
    (await admin<{ rev: number }>(operation, {}, ADMIN)).rev;
  const newKey = async (settings: object, as: Person) =>
    admin<{ key: string; keyId: string }>('createKey', settings, as);
  const inDays = (days: number) => new Date(end.getTime() + days * DAY_MS).toISOString().slice(0, 10);

  /** Gives the page a new version with this text. */
  const edit = async (page: CompanyPage, body: string) => {
    const address = `/api/v2/pages/${page.id}`;
    const { version } = await wiki<{ version: { number: number } }>('GET', address, page.owner);
    await wiki('PUT', address, page.owner, {
      id: page.id,
      status: 'current',
      title: page.title,
      body: { representation: 'storage', value: body },
      version: { number: version.number + 1 },
    });
  };
  /** Sets the level of a page without one in its popup. If a rule was faster, the popup shows its level, and nothing changes. */
  const setInPopup = (pageId: string, letter: LevelLetter, as: Person) =>
    popup('setLevel', { level: { levelId: levelId(letter) }, revision: 'absent' }, as, pageId);
  const runJob = (letter: LevelLetter, pageIds: readonly string[]) =>
    rest(keys.sync, 202, 'POST', '/v1/page-level/jobs', {
      levelId: levelId(letter),
      pages: pageIds.map((pageId) => ({ pageId })),
      justification: 'Levels of the classification project',
    });
  const openFindings = async (filter: object) =>
    (await admin<{ findings: readonly Finding[] }>('listFindings', { status: 'open', ...filter }, ADMIN)).findings;

  const install = async () => {
    replay.host.lifecycle.install();
    await replay.work();
    const { levels: all } = await admin<{ levels: readonly { levelId: string; levelKey: string }[] }>(
      'listLevels',
      {},
      ADMIN,
    );
    const letters = { public: 'P', internal: 'I', restricted: 'R', 'highly-restricted': 'H' } as const;
    for (const { levelId: id, levelKey } of all) {
      const letter = Object.entries(letters).find(([key]) => key === levelKey)?.[1];
      if (letter !== undefined) levels.set(letter, id);
    }
    await admin(
      'createDetector',
      {
        rev: await revision('getDetection'),
        name: 'Customer number',
        category: 'pii',
        severity: 'medium',
        pattern: 'LF-[0-9]{6}',
        keywords: ['customer', 'ticket'],
        samples: { match: ['Customer LF-123456 called.'], noMatch: ['Invoice 123456'] },
      },
      ADMIN,
    );
    await changeDetection([]);
    await admin('startScan', { of: { of: 'site' }, requestKey: randomUUID() }, ADMIN);
  };
  const changeDetection = async (rules: readonly object[]) =>
    admin(
      'changeSiteDetection',
      {
        rev: await revision('getDetection'),
        regions: [],
        minConfidence: 0.5,
        targets: { title: true, body: true, comments: true, attachmentNames: true },
        triggers: { onPublish: true, schedule: 'off' },
        rules,
      },
      ADMIN,
    );

  plan(0, 1, install);
  plan(STORY.keys, 1, async () => {
    const sync = { name: 'Classification sync', classificationScope: 'manage', detectionScope: 'manage' };
    keys.sync = (await newKey({ ...sync, expiresOn: inDays(160) }, ADMIN)).key;
    const warehouse = { name: 'Data warehouse export', classificationScope: 'read', detectionScope: 'read' };
    keys.warehouse = (await newKey({ ...warehouse, expiresOn: inDays(6) }, ADMIN2)).key;
  });
  planCampaign();
  plan(STORY.setup, 2, async () => {
    await admin('markSetupStep', { step: 'levels', isDone: true }, ADMIN);
    await admin('markSetupStep', { step: 'default-level', isDone: true }, ADMIN);
    await admin('hideSetup', { isHidden: true }, ADMIN);
  });
  plan(STORY.scheme, 2, async () => {
    const list = await admin<{ rev: number; schemeId: string }>(
      'createScheme',
      {
        rev: await revision('listLevels'),
        name: 'Pages that customers may see',
        levelIds: [levelId('R'), levelId('I'), levelId('P')],
      },
      ADMIN,
    );
    const change = { rev: list.rev, spaceId: SUPPORT.id, schemeId: list.schemeId };
    await admin('changeSpaceSettings', change, ADMIN);
  });
  plan(STORY.lowering, 2, async () => {
    await admin('changeSiteSettings', { rev: await revision('listLevels'), lowering: 'justified' }, ADMIN);
    await admin(
      'changeSpaceSettings',
      {
        rev: await revision('listLevels'),
        spaceId: PRODUCT.id,
        defaultLevel: { levelId: levelId('I') },
      },
      ADMIN2,
    );
  });
  plan(STORY.onPages, 3, async () =>
    admin(
      'changeSurfaceSettings',
      {
        rev: await revision('listLevels'),
        byline: true,
        banner: true,
        menus: true,
        bylineNames: 'site',
        peopleMayExclude: true,
        peopleMayRedact: true,
        offSpaceIds: [],
      },
      ADMIN,
    ),
  );
  plan(STORY.delegation, 3, async () =>
    admin('changeDelegated', { rev: await revision('listLevels'), delegated: ['defaultLevel', 'lowering'] }, ADMIN),
  );
  plan(STORY.excludedDetector, 2, () =>
    admin(
      'addExclusion',
      {
        match: { by: 'detector', detectorId: 'phone-intl' },
        scope: { of: 'space', spaceId: MARKETING.id },
        reason: 'The press office publishes these numbers itself.',
      },
      ADMIN,
    ),
  );
  plan(STORY.firstRule, 1, () => changeDetection([{ severity: 'critical', levelId: levelId('R') }]));
  plan(STORY.raise, 2, () => admin('raiseToRequired', { requestKey: randomUUID() }, ADMIN));
  plan(STORY.excludedValue, 3, async () => {
    const findings = await openFindings({ spaceId: MARKETING.id, limit: 2 });
    await admin(
      'addExclusion',
      {
        findingIds: findings.map(({ findingId }) => findingId),
        scope: { of: 'page' },
        reason: 'Invented people of an example.',
        expiresAt: `${inDays(120)}T00:00:00.000Z`,
      },
      ADMIN2,
    );
  });
  const redact = async (filter: object, as: Person) => {
    const findings = await openFindings(filter);
    const findingIds = findings.map(({ findingId }) => findingId);
    await admin('startRedaction', { findingIds, dryRun: false, requestKey: randomUUID() }, as);
  };
  plan(STORY.redaction, 2, () => redact({ spaceId: SUPPORT.id, severity: 'high', limit: 6 }, ADMIN));
  plan(STORY.revokedKey, 2, async () => {
    const trial = await newKey({ name: 'Trial script', classificationScope: 'write', expiresOn: inDays(30) }, ADMIN2);
    await admin('revokeKey', { keyId: trial.keyId }, ADMIN);
  });
  plan(STORY.rotatedKey, 2, async () => {
    keys.bot = (await newKey({ name: 'Ticket bot', classificationScope: 'read', expiresOn: inDays(75) }, ADMIN)).key;
  });
  plan(STORY.secondRedaction, 2, () => redact({ spaceId: SALES.id, severity: 'high', limit: 3 }, ADMIN));
  // The admin of this key cannot see the page that is restricted to the other one.
  plan(STORY.partialJob, 2, () =>
    runJob('R', [DEMO_PAGES.payrollCorrections, DEMO_PAGES.candidateNotes, DEMO_PAGES.hrRestricted]),
  );
  plan(STORY.siteScan, 1, () => admin('startScan', { of: { of: 'site' }, requestKey: randomUUID() }, ADMIN));
  planEdits();

  const inOrder = planned.toSorted((one, other) => one.day - other.day || one.hour - other.hour);
  for (let day = 0; day < DAYS; day += 1) {
    for (const { hour, run } of inOrder.filter((one) => one.day === day)) {
      replay.moveTo(new Date(Math.max(replay.now().getTime(), timeOf(day, hour).getTime())));
      await run();
      await replay.work();
    }
    replay.moveTo(new Date(Math.max(replay.now().getTime(), timeOf(day, 20).getTime())));
    if (DAYS_WITH_DAILY_WORK.includes(day)) await replay.runDueSchedules();
    else await replay.runSchedules(['every-five-minutes']);
  }
  await liveToday();

  /** A level for most pages, over three weeks: space by space with a key, and page by page by the owners. */
  function planCampaign(): void {
    const [first, last] = STORY.campaign;
    const spaces = [
      FINANCE.id,
      LEGAL.id,
      DEMO_SPACES.HR,
      DEMO_SPACES.ENG,
      SALES.id,
      PRODUCT.id,
      SUPPORT.id,
      MARKETING.id,
    ];
    const byKey = new Map<string, string[]>();
    const add = (spaceId: string, letter: LevelLetter, pageId: string) => {
      const name = `${spaceId} ${letter}`;
      byKey.set(name, [...(byKey.get(name) ?? []), pageId]);
    };
    for (const page of company.pages) {
      if (page.level === 'none') continue;
      const isLate = random() < SET_BY_OWNERS;
      const day = first + Math.floor(random() * (isLate ? DAYS - first - 3 : last - first));
      if (isLate) plan(day, 4 + random() * 5, () => setInPopup(page.id, page.level, page.owner));
      else add(page.spaceId, page.level, page.id);
    }
    for (const [pageId, letter] of Object.entries(LEVELS_OF_DEMO_PAGES)) add(DEMO_SPACES.ENG, letter, pageId);
    for (const [name, pageIds] of byKey) {
      const [spaceId = '', letter] = name.split(' ');
      const day = first + Math.floor((spaces.indexOf(spaceId) * (last - first)) / spaces.length);
      const found = (['P', 'I', 'R', 'H'] as const).find((one) => one === letter);
      if (found !== undefined) plan(day, 2 + pageIds.length / 100, () => runJob(found, pageIds));
    }
  }

  /** The daily work of the authors, on working days. Some edits add a passage, and some remove one. */
  function planEdits(): void {
    const late = company.pages.filter((page) => page.hasPassages && !isOld(page));
    const withPassages = company.pages.filter((page) => page.hasPassages && isOld(page));
    for (const page of late) {
      const day = 3 + Math.floor(random() * (DAYS - 4));
      plan(day, 3 + random() * 6, () => edit(page, page.body));
    }
    for (const page of withPassages) {
      if (random() < 0.3) plan(15 + Math.floor(random() * (DAYS - 20)), 5, () => edit(page, page.plain));
    }
    const others = company.pages.filter((page) => !page.hasPassages);
    for (let day = 1; day < DAYS; day += 1) {
      if ([0, 6].includes(timeOf(day, 0).getUTCDay())) continue;
      const page = others[Math.floor(random() * others.length)];
      if (page !== undefined)
        plan(day, 4 + random() * 5, () =>
          edit(page, `${page.plain}<p>Reviewed in week ${1 + Math.floor(day / 7)}.</p>`),
        );
    }
  }

  /** The last hours: what waits now. */
  async function liveToday(): Promise<void> {
    replay.moveTo(new Date(Math.max(replay.now().getTime(), end.getTime() - 2 * HOUR_MS)));
    await rest(keys.sync, 200, 'GET', '/v1/level');
    await rest(keys.warehouse, 200, 'GET', '/v1/page-level?limit=5');
    const levelOfPage = { pageId: DEMO_PAGES.runbookDatabase, levelId: levelId('I') };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await rest(keys.bot, 403, 'POST', '/v1/page-level', levelOfPage);
      replay.moveTo(new Date(replay.now().getTime() + 300_000));
    }
    await replay.action(
      'propose-level',
      { pageId: DEMO_PAGES.testData, level: 'Restricted', reason: 'The page lists test accounts with passwords.' },
      EDITOR,
    );
    await replay.work();
    saveRule();
    // The next daily work is due tomorrow. It raises the pages that the new rule leaves below their level today.
    await replay.runDueSchedules();
    replay.moveTo(new Date(Math.max(replay.now().getTime(), end.getTime() - HOUR_MS / 2)));
    await changeDetection([
      { severity: 'critical', levelId: levelId('H') },
      { severity: 'high', levelId: levelId('R') },
    ]);
    await replay.work();
    await pauseRedaction();
    await replay.runSchedules(['every-five-minutes']);
  }

  /** A rule of Automation, which has not run yet. */
  function saveRule(): void {
    const rule = {
      name: 'New pages of Finance are restricted',
      user: EDITOR.email,
      isEnabled: true,
      spaces: [FINANCE.key],
      trigger: { type: 'page-published' },
      steps: [{ type: 'action', action: 'set-level', inputs: { pageId: '{{page.id}}', level: 'Restricted' } }],
    };
    const saved = replay.host.automation.save(rule);
    if ('problems' in saved) throw new Error(JSON.stringify(saved.problems));
    replay.host.automation.allow(EDITOR.accountId, true);
  }

  /** A removal in the name of a person for whom the platform does not let the app act. */
  async function pauseRedaction(): Promise<void> {
    for (const page of company.pages.filter(({ owner, hasPassages }) => owner === PAUSED && hasPassages)) {
      const { evidence } = await popup<Popup>('openPopup', {}, PAUSED, page.id);
      const findingIds = (evidence?.findings ?? []).map(({ findingId }) => findingId);
      if (findingIds.length === 0) continue;
      const order = { findingIds, dryRun: false, requestKey: randomUUID() };
      const started = await popup<{ outcome?: string }>('startRedaction', order, PAUSED, page.id);
      if (started.outcome !== 'redaction') throw new Error(JSON.stringify(started));
      return;
    }
    throw new Error(`no page of ${PAUSED.displayName} has a finding`);
  }
}

/**
 * The first site of a process needs modules that no other test has used.
 * @jest-environment node
 */
import Database from 'libsql';
import { createConfluence } from '../../../local/confluence';
import { TABLES } from '../../../local/confluence/schema';
import { BASE_URL } from './simulated-site';

it('the emulator creates the same site as the first or a later one of a process', () => {
  const [first, later] = [1, 2].map(() => {
    const database = new Database(':memory:');
    createConfluence({ database, baseUrl: () => BASE_URL, now: () => new Date() });
    return TABLES.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]);
  });
  expect(first?.flatMap(([, rows]) => rows).length).toBeGreaterThan(100);
  expect(later).toEqual(first);
});

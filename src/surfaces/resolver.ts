import { makeResolver } from '../platform/resolver';

/** The resolver of everything that people see on a page. */
export const surfaces = makeResolver({});

/** The text of the byline in the viewer's language. */
export const bylineProperties = (_payload: unknown, _context: unknown): Promise<object> => Promise.resolve({});

/** What an exported page contains in place of the macros. */
export const exportLevelMacro = (_payload: unknown, _context: unknown): Promise<object> => Promise.resolve({});
export const exportReportMacro = (_payload: unknown, _context: unknown): Promise<object> => Promise.resolve({});

import type { Level } from './model';
import { URI_NAMESPACE, uuidV5 } from '../platform/uuid-v5';

const DEFAULTS = [
  {
    name: 'Highly Restricted',
    levelKey: 'highly-restricted',
    description: 'Would cause severe harm if disclosed. Only for named people.',
    color: 'RED_BOLD',
    subLevels: [],
  },
  {
    name: 'Restricted',
    levelKey: 'restricted',
    description: 'Would cause harm if disclosed. Only for people who need it for their work.',
    color: 'ORANGE',
    subLevels: [
      { name: 'Finance', subLevelKey: 'finance', description: 'Figures, forecasts, contracts and payment data.' },
      { name: 'People', subLevelKey: 'people', description: 'Personal data of employees and applicants.' },
    ],
  },
  {
    name: 'Internal',
    levelKey: 'internal',
    description: 'For everyone in the company. Not for people outside it.',
    color: 'BLUE',
    subLevels: [],
  },
  { name: 'Public', levelKey: 'public', description: 'Anyone can read it.', color: 'GREEN', subLevels: [] },
] as const;

/**
 * The levels of a site whose admins have not edited them yet. Their ids are derived from the site and the name, so that
 * they are the same for every request although nothing is stored.
 */
export function defaultLevels(installationId: string): readonly Level[] {
  const namespace = uuidV5(URI_NAMESPACE, installationId);
  return DEFAULTS.map((level, index) => ({
    levelId: uuidV5(namespace, level.name),
    levelKey: level.levelKey,
    name: level.name,
    description: level.description,
    guideline: '',
    color: level.color,
    order: index + 1,
    status: 'PUBLISHED',
    subLevels: level.subLevels.map((subLevel) => ({
      subLevelId: uuidV5(namespace, `${level.name}/${subLevel.name}`),
      subLevelKey: subLevel.subLevelKey,
      name: subLevel.name,
      description: subLevel.description,
      status: 'PUBLISHED',
    })),
  }));
}

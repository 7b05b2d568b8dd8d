import type { Rows } from '../row';
import { aiRows } from './ai';
import { atlassianRows } from './atlassian';
import { cloudsRows } from './clouds';
import { codeHostsRows } from './code-hosts';
import { connectionsRows } from './connections';
import { devicesRows } from './devices';
import { genericRows } from './generic';
import { keysRows } from './keys';
import { likelyPasswordRows } from './likely-passwords';
import { messagingRows } from './messaging';
import { operationsRows } from './operations';
import { paymentsRows } from './payments';
import { repeatedTokens } from './repeated-tokens';
import { servicesRows } from './services';
import { wordRows } from './words';
import { writtenForms } from './written-forms';

export const secrets: readonly Rows[] = [
  ...atlassianRows,
  ...codeHostsRows,
  ...cloudsRows,
  ...paymentsRows,
  ...messagingRows,
  ...aiRows,
  ...operationsRows,
  ...servicesRows,
  ...keysRows,
  ...connectionsRows,
  ...devicesRows,
  ...genericRows,
  ...likelyPasswordRows,
  ...wordRows,
  ...writtenForms,
  ...repeatedTokens,
];

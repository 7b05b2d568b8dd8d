import type { Detector } from '../../detector';
import { bankAccounts } from './bank-accounts';
import { cards } from './cards';
import { crypto } from './crypto';
import { securities } from './securities';
import { taxAndPay } from './tax-and-pay';

export const financial: readonly Detector[] = [...cards, ...bankAccounts, ...crypto, ...securities, ...taxAndPay];

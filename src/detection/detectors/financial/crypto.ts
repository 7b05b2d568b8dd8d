import { detectorOf } from '../detector-of';
import {
  isBitcoinAddress,
  isDogecoinAddress,
  isLitecoinAddress,
  isTronAddress,
  isWalletImportKey,
  isXrpAddress,
  validateEthereumAddress,
  validateSeedPhrase,
} from '../../validators/on-demand';
import { base58check } from '../../validators/checked';
import { near, prefixed, token } from '../shapes';
import { list } from '../list';

const wallet = detectorOf('financial', 'Crypto currencies', 'medium');

export const crypto = [
  wallet('btc-address', 'Bitcoin address', {
    rules: [
      prefixed(['bc1'], /bc1[02-9ac-hj-np-z]{39,59}/i),
      token(0, [1, 10], /[13][1-9A-HJ-NP-Za-km-z]{25,34}/, { length: [26, 35] }),
    ],
    validate: base58check(isBitcoinAddress),
    confidence: { base: 0.9 },
  }),
  wallet('eth-address', 'Ethereum address', {
    enabledByDefault: false,
    rules: [prefixed(['0x'], /0x[0-9a-fA-F]{40}/)],
    validate: validateEthereumAddress,
    confidence: { base: 0.5, validated: 0.9, withContext: 0.9 },
    context: ['ethereum', 'eth', 'ether', 'wallet', 'erc20', 'erc 20', 'metamask', 'crypto'],
  }),
  wallet('ltc-address', 'Litecoin address', {
    enabledByDefault: false,
    rules: [
      prefixed(['ltc1'], /ltc1[02-9ac-hj-np-z]{39,59}/i),
      token([1, 15], [1, 10], /[LM][1-9A-HJ-NP-Za-km-z]{25,33}/, { length: [26, 34] }),
    ],
    validate: base58check(isLitecoinAddress),
    confidence: { base: 0.9 },
  }),
  wallet('doge-address', 'Dogecoin address', {
    enabledByDefault: false,
    rules: [token([1, 15], [1, 10], /[DA9][1-9A-HJ-NP-Za-km-z]{25,33}/, { length: [26, 34] })],
    validate: base58check(isDogecoinAddress),
    confidence: { base: 0.9 },
  }),
  wallet('tron-address', 'Tron address', {
    enabledByDefault: false,
    rules: [token([1, 15], [1, 10], /T[1-9A-HJ-NP-Za-km-z]{33}/, { length: 34 })],
    validate: base58check(isTronAddress),
    confidence: { base: 0.9 },
  }),
  wallet('xrp-address', 'XRP Ledger address', {
    enabledByDefault: false,
    rules: [token([1, 15], [1, 10], /r[1-9A-HJ-NP-Za-km-z]{24,34}/, { length: [25, 35] })],
    validate: base58check(isXrpAddress),
    confidence: { base: 0.9 },
  }),
  wallet('crypto-wif', 'Private key of a crypto wallet (WIF)', {
    severity: 'critical',
    rules: [
      token(0, [1, 12], /5[HJK][1-9A-HJ-NP-Za-km-z]{49}/, { length: 51 }),
      token([1, 15], [1, 12], /[KL][1-9A-HJ-NP-Za-km-z]{51}/, { length: 52 }),
    ],
    validate: base58check(isWalletImportKey),
    confidence: { base: 0.95 },
  }),
  wallet('bip39-seed', 'Seed phrase of a crypto wallet (BIP-39)', {
    severity: 'critical',
    rules: [
      near(
        list(`
          seed, seed phrase, seed words, mnemonic, recovery phrase, secret phrase, backup phrase, wallet, bip39,
          passphrase
        `),
        [0, 300],
        /(?<=[:=\n"'`(]\W{0,2}|\bis\s|\bare\s)(?<value>[a-z]{3,8}(?:[ ,\n]{1,2}[a-z]{3,8}){11,23})/i,
      ),
    ],
    validate: validateSeedPhrase,
    confidence: { base: 0.95 },
  }),
];

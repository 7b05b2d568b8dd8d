import type { Rows } from '../row';

export const contact: readonly Rows[] = [
  {
    detector: 'email',
    finds: [
      'Write to ‹jane.doe@corp.io›.',
      '<‹p.mueller@mail.example-firm.de›>',
      'mailto:‹info@contoso.co.uk›?subject=hi',
      '‹user@xn--80ak6aa92e.com›',
    ],
    ignores: [
      'npm i @babel/core@7.1.0',
      'icon@2x.png',
      'git@github.com:org/repo.git',
      'foo@bar',
      '@mention in text.com',
      'smtps://jane@acme.com:FnD83JZs@smtp.acme.com:465',
    ],
  },
  {
    detector: 'phone-intl',
    finds: [
      'Call ‹+1 415 555 0132› now',
      '‹+44 (0)20 7946 0018›',
      'tel:‹+49 30 901820›',
      'fax ‹+33 1 42 68 53 00›',
      'Phone: ‹+49 (0) 171 2345678›',
    ],
    ignores: ['a +123 difference', '2021+1234567', '+1.2.3.4.5.6.7.8', 'GMT+0100'],
  },
  {
    detector: 'phone-national',
    finds: [
      'Phone: ‹(415) 555-0132 ext. 12›',
      'call me at ‹0494 92 82 32›',
      '‹212-555-0187› in the office',
      'Mobile: ‹5403926876›',
      '‹01 42 68 53 00› (bureau)',
      'Mobile: ‹0049 171 2345678›',
      'Please call me on ‹4156392841› after 5pm.',
    ],
    ignores: [
      'on 2024-01-15 10',
      'version 10.15.7',
      'call ab2c822f-0894-4949-a2b9-90df142fad88',
      '12.500.000 EUR',
      '04 21 07 68 90 11 b0',
      'call 123-456-7890',
      '192.168.100.200',
      '<path d="m 6 0 c -0.554688 0 -1 0.445312 -1 1 v 3 c 0 0.5625"/>',
      'Call to the parser fixed (CVE-2026-14107).',
      'text of ABC-2024-12345',
      'Copyright: 2000-2001, text by others',
      'call <Buffer 01 02 03 04 05>',
      'text at https://www.ntt.c·o.jp/news/n·ews01e/0104·/010417.htm·l',
      'of Wisconsin-M·adison WI 53705-2280. Phone of info below',
    ],
  },
];

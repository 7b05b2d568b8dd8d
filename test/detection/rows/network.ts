import type { Rows } from './row';

export const network: readonly Rows[] = [
  {
    detector: 'ipv4-public',
    finds: ['ping ‹81.2.69.160›', 'from ‹23.45.67.89› port 22', 'Server IP: ‹4.4.4.4›', 'ssh deploy@‹81.183.44.242›'],
    ignores: [
      'v1.22.33.44',
      'version 81.2.69.160',
      '10.0.0.1',
      '1.2.3.4.5',
      '300.2.69.160',
      'https://example.org/#sec-15.5.4.20',
      'm0 1 1.5.75.75 0 0',
      'ObjectIdent·ifier("2.5.29.37")',
      '__version__ = "3.5.0.1"',
    ],
  },
  {
    detector: 'ipv4-private',
    finds: ['Server ‹10.20.30.40›', 'IP: ‹192.168.1.17›'],
    ignores: ['81.2.69.160', 'version 10.0.0.1'],
  },
  {
    detector: 'ipv6',
    finds: [
      '‹2400:c401::5054:ff:fe1b:b031›',
      'gateway ‹fe80::1%eth0›',
      '[‹2a00:1450:4001:81b:0:0:0:200e›]:443',
      'gateway ‹fe80::94aa:3aff:fe7b:d4b9›',
    ],
    ignores: [
      'std::vector',
      'a::b',
      '12:34:56',
      '2001::db8::1',
      'fe80::1text',
      'children[::2] and rows[0::2]',
      'arn:aws:servicequotas:us-east-2::ec2',
      'numbers 43, 67, 163::',
    ],
  },
  {
    detector: 'mac',
    finds: ['MAC: ‹00:1A:2B:3C:4D:5E›', '‹0d-B3-4a-6A-d9-cF›', '‹0012.3456.789A›'],
    ignores: ['00:1A:2B:3C:4D', '00:00:00:00:00:00', '00:1A:2B:3C:4D:5E:6F'],
  },
  {
    detector: 'url-with-credentials',
    finds: [
      '‹root:tR9kLq2xA›@10.1.2.3',
      'https://‹jane@acme.com:FnD83JZs›@git.acme.com/x',
      'ftp://‹deploy:Tr0ub4dor›@files.corp.io/x',
      'smb://‹svc:k3Wq9z›@nas/share',
      'git clone ht·tps://‹mvQ·82xJk4Ls7Tn·9Wd3Rf6Yb1›@git.acme.io/app.git',
    ],
    ignores: [
      'Mail:jane2020@1and1.de',
      'https://user:password@host',
      'https://dbuser:REPLACE_WITH_PASSWORD@host',
      'https://user:1111@host',
      'https://${USER}:${PASS}@host',
      'http://host:8080/a@b',
      'https://example.org',
      'https://release-notes-for-everybody@lists.acme.io',
    ],
  },
  {
    detector: 'internal-hostname',
    finds: ['ssh ‹build-03.eng.corp›', '‹db1.prod.internal› is down', '‹api.default.svc.cluster.local›'],
    ignores: ['the corporate site', 'example.corporation', 'my.internals.ts'],
  },
  {
    detector: 'aws-arn',
    finds: ['‹arn:aws:iam::210987654321:role/deploy›', '‹arn:aws:s3:eu-west-1:345678901234:accesspoint/x›'],
    ignores: ['arn:aws:iam::123456789012:role/x', 'arn:aws:s3:::bucket'],
  },
  {
    detector: 'aws-account-id',
    finds: ['AWS account ‹210987654321›', 'account ID: ‹2109-8765-4321›'],
    ignores: ['AWS account 123456789012', 'Job 210987654321'],
  },
  {
    detector: 'azure-tenant-or-subscription',
    finds: [
      'Tenant ID: ‹72f988bf-86f1-41af-91ab-2d7cd011db47›',
      'subscriptionId=‹0b1f6471-1bf0-4dda-aec3-cb9272f09590›',
    ],
    ignores: ['Request 72f988bf-86f1-41af-91ab-2d7cd011db47', 'Tenant ID: 00000000-0000-0000-0000-000000000000'],
  },
];

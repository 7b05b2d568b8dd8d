import type { Rows } from './row';

export const secrets: readonly Rows[] = [
  {
    detector: 'github-token',
    finds: ['GITHUB_TOKEN=‹ghp·_16C7e42F292c6912E7710c838347Ae178B4a›'],
    ignores: [
      'ghp_16C7e42F292c6912',
      'ghp·_16C7e42F292c6912E7710c838347Ae178B4aXYZ',
      'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    ],
  },
  {
    detector: 'password-assignment',
    finds: ['password = "‹c0rrect-Horse7›"', 'db_pwd: ‹tr0ub4dor&3›'],
    ignores: ['password = "${DB_PASSWORD}"', 'The password is required.', 'password: changeme'],
  },
];

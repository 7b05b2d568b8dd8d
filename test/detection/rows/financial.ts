import type { Rows } from './row';

export const financial: readonly Rows[] = [
  {
    detector: 'card-pan',
    finds: ['My card is ‹4539 1488 0343 6467›.', '‹378734493671000›'],
    suspects: ['‹4111 1111 1111 1111›'],
    ignores: ['4539 1488 0343 6468', 'order 12345678901234', '4539-1488 0343-6467'],
  },
];

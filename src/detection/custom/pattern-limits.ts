/** Limits for patterns of admins. `repeat` is the largest number in braces. */
export const PATTERN_LIMITS = { characters: 512, repeat: 200, programSize: 2_000, groups: 10 } as const;

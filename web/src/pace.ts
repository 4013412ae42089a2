// How fast the turns of others are shown.

/** `step` waits for the person, and `off` shows how it stands at once. */
export type Pace = 'slow' | 'normal' | 'fast' | 'off' | 'step';

export const PACES: readonly Pace[] = ['slow', 'normal', 'fast', 'off', 'step'];

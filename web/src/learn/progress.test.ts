import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hasLearned, progressOf, reached } from './progress';

describe('progress', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });

  it('begins at the first step', () => {
    expect(progressOf('polar-dare', 'bear', 7)).toEqual({ step: 0, done: false });
  });

  it('is resumed where it was left', () => {
    reached('polar-dare', 'bear', 3, 7);
    expect(progressOf('polar-dare', 'bear', 7)).toEqual({ step: 3, done: false });
    expect(progressOf('polar-dare', 'ice', 7)).toEqual({ step: 0, done: false });
  });

  it('stays done when it is begun anew', () => {
    reached('polar-dare', 'bear', 7, 7);
    expect(progressOf('polar-dare', 'bear', 7)).toEqual({ step: 0, done: true });
    reached('polar-dare', 'bear', 2, 7);
    expect(progressOf('polar-dare', 'bear', 7)).toEqual({ step: 2, done: true });
    expect([hasLearned('polar-dare'), hasLearned('polar-roller')]).toEqual([true, false]);
  });

  it('survives a lesson that has become shorter, and what others have written', () => {
    reached('polar-dare', 'bear', 6, 7);
    expect(progressOf('polar-dare', 'bear', 4).step).toBe(0);
    kept.set('polynya.lessons', '[nonsense');
    expect(progressOf('polar-dare', 'bear', 7)).toEqual({ step: 0, done: false });
  });
});

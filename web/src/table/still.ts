// Somebody who does nothing for a while.

/** After so long without a touch or a key somebody in a first match is shown what can be done. */
export const PATIENCE = 45_000;

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Does something once nobody has touched the page for so long. Answers how to stop waiting. */
export function onceStill(patience: number, act: () => void, page: EventTarget = window): () => void {
  let timer = setTimeout(act, patience);
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(act, patience);
  };
  for (const sign of SIGNS_OF_LIFE) page.addEventListener(sign, again, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS_OF_LIFE) page.removeEventListener(sign, again);
  };
}

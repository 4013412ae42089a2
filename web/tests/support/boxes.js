// Boxes as their owners enter them: what they change in the file to fill in.

/** What is changed in the file of each game. @type {Record<string, [from: string, to: string][]>} */
export const OWN_BOXES = {
  'polar-dare': [['"B3", "P2"', '"P2", "P2"']],
  'piecepack-dare': [['[2, 2, 2, 2]', '[3, 2, 2, 3]']],
  'rescue-polar-bears': [
    ['"i1", "a5"', '"b1", "b6"'],
    ['speed = 3', 'speed = 5'],
    ['speed = 6', 'speed = 5'],
    ['speed = 2', 'speed = 5'],
    ['speed = 4', 'speed = 5'],
    ['speed = 3', 'speed = 5'],
  ],
  // Another map: without the sixth junction, with channels that lead elsewhere.
  'ice-breakers': [
    ['large = [2, 3, 6, 8]', 'large = [3, 5, 6, 9]'],
    [', [571, 543]]', ']'],
    ['{ from = "h2", to = "h4", spaces = 3,', '{ from = "h2", to = "h4", spaces = 4,'],
    [
      'from = "h7", to = "j6", spaces = 2, bends = [[482, 491], [512, 561]]',
      'from = "h7", to = "h11", spaces = 4, bends = [[530, 570], [620, 570]]',
    ],
    ['  { from = "h9", to = "j6", spaces = 3, bends = [[630, 376], [619, 462]] },\n', ''],
    [
      'from = "j6", to = "h11", spaces = 2, bends = [[638, 563], [696, 549]]',
      'from = "h9", to = "h7", spaces = 3, bends = [[560, 400], [520, 450]]',
    ],
    ['one = [3, 3, 3, 3]', 'one = [2, 3, 3, 4]'],
  ],
  'polar-roller': [['[7, 14, 21, 22, 29, 36]', '[1, 13, 21, 30]']],
};

/** The file of a game, as its owner has changed it. @param {string} template @param {string} game */
export const changed = (template, game) =>
  OWN_BOXES[game].reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`\`${from}\` does not stand in the file`);
    return text.replace(from, to);
  }, template);

/**
 * The box of a game as an option of its matches.
 * @param {import('playwright-core').Page} page @param {string} game @returns {Promise<object>}
 */
export async function ownBox(page, game) {
  const template = await (await page.request.get(`/api/games/${game}/box`)).text();
  const judged = await page.request.post(`/api/games/${game}/box`, {
    data: changed(template, game),
    headers: { 'content-type': 'text/plain' },
  });
  const { box } = await judged.json();
  if (!box) throw new Error(`a wrong box of ${game}: ${await judged.text()}`);
  return box;
}

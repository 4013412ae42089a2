// One table, a browser and a terminal: the whole match, with a kill of the server and a cut of the line in its middle.

import { test } from 'node:test';
import { openHouse } from './support/house.js';
import { playTogether } from './support/terminal.js';

openHouse();

test('Polar Dare! between a browser and a terminal', async () => {
  await playTogether('polar-dare', { turn_limit: 4 }, [80, 24], { kill: 2, cut: 5 });
});

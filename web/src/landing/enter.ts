// Going through a door: a table is opened, and its page.

import { openTable, tableLink } from '../api';
import { person } from '../person.svelte';
import type { NewTable } from '../protocol/protocol';
import { houses } from '../reach';
import { go } from '../router.svelte';
import { beginGuide } from '../table/guide.svelte';
import { copy } from '../ui/clipboard';
import { notice } from '../ui/notice.svelte';

/** Opens a table in the person's name and goes there, perhaps with a guide; a link that others need is copied. */
export async function enter(table: NewTable, guided = false): Promise<void> {
  const { code } = await openTable({ name: person.name, ...table });
  if (guided) {
    beginGuide(code);
    person.tips = true;
  }
  if (table.seats.includes('open')) {
    const [house] = await houses();
    const copied = await copy(tableLink(code, house));
    if (copied && house) notice.show('The link is copied. Send it to your friends.');
  }
  go(`/t/${code}`);
}

// Makes the built client ready to be sent: its page names its files from the root, since it is shown at any depth, and
// everything is compressed once, so that no server has to do it for every request.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** What is shorter, in bytes, is not worth it. */
const SHORT = 512;
const WORTH = /\.(html|js|css|svg|json)$/;

const folder = join(import.meta.dirname, 'dist');
const page = join(folder, 'index.html');
writeFileSync(page, readFileSync(page, 'utf8').replaceAll('="./', '="/'));
for (const name of readdirSync(folder, { recursive: true })) {
  const file = join(folder, name);
  if (!WORTH.test(name)) continue;
  const plain = readFileSync(file);
  if (plain.length < SHORT) continue;
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }));
}

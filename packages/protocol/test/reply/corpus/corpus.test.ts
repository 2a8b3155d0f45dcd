/** The replies of the text files beside this one. */
import { readdirSync, readFileSync } from 'node:fs';
import { describeRows } from '../rows.ts';
import { readCorpus } from './corpus.ts';

for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))) {
  describeRows(`corpus: ${file}`, readCorpus(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')));
}

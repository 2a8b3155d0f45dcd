/** `tagma config edit`: the file in the person's editor. What is wrong is named, and the editor offered again; until then nothing is written. */
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { writeWhole } from '../config/set-in.ts';
import { inEditor } from '../editor.ts';
import { EXIT } from '../exit.ts';
import { messageOf, problem, remark, report } from '../problem.ts';
import { tellHere } from '../start-notes.ts';
import { filePlace, type PlaceOptions } from './place.ts';
import { warningsOf, writeText, wrongWith } from './write.ts';

const START = '{\n  // docs/configuration.md, or tagma config list --all, names the keys.\n}\n';

export async function edit(options: PlaceOptions): Promise<number> {
  const { VISUAL, EDITOR } = process.env;
  if (!VISUAL && !EDITOR && !process.stdin.isTTY)
    return report(
      problem(
        EXIT.usage,
        'an editor needs a terminal. Name one in VISUAL that needs none, or: tagma config set KEY VALUE',
      ),
    );
  const place = filePlace(options, process.env);
  if (!place.ok) return report(place);
  const { file } = place;
  let before: string;
  try {
    before = existsSync(file) ? readFileSync(file, 'utf8') : START;
  } catch (error) {
    return report(problem(EXIT.usage, `${file} cannot be read: ${messageOf(error)}.`));
  }
  for (let text = before; ; ) {
    const edited = await inEditor(text, 'config.jsonc', process.env);
    if (!edited.ok) return report(problem(EXIT.failed, edited.message));
    text = edited.text;
    if (text === before) {
      remark('nothing is changed.\n');
      return EXIT.done;
    }
    const wrong = wrongWith(text, place, process.env);
    if (wrong !== null) {
      remark(`tagma: ${wrong}\n`);
      if (await isToGoOn()) continue;
      return leave(file, text);
    }
    const written = await writeText(place, text, process.env);
    if (!written.ok) return report(problem(EXIT.failed, written.message));
    remark(`${file} is written.\n`);
    for (const warning of warningsOf(text, place, process.env)) tellHere(warning);
    return EXIT.done;
  }
}

/** The work is not lost, and the configuration is as it was. */
function leave(file: string, text: string): number {
  const beside = `${file}.edited`;
  const kept = writeWhole(beside, text);
  return report(
    problem(EXIT.usage, `${file} is as it was. ${kept.ok ? `What you wrote is in ${beside}.` : kept.message}`),
  );
}

async function isToGoOn(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question('Edit it again? [Y/n] ').catch(() => 'n');
  lines.close();
  return !/^\s*n/i.test(answer);
}

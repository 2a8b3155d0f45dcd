/** The terminal that a view is drawn on, and how the person's configuration wants it to look. */
import { visible } from '@tagma/protocol';
import { boundKeys, type TravelOptions } from '@tagma/tui';
import { configFile, readConfig } from '../config/index.ts';
import { appearanceOf } from '../screen/appearance.ts';
import { settingsOf } from '../screen/screen-settings.ts';
import { folderHere } from '../working-folder.ts';

type Streams = Pick<TravelOptions, 'input' | 'output' | 'env' | 'theme' | 'mouse' | 'keys' | 'notice'>;

/** A configuration that is broken keeps nobody from looking: it is said, and does not count. */
export async function streamsOf(given: string | undefined): Promise<Streams> {
  const streams = { input: process.stdin, output: process.stdout, env: process.env };
  const read = await readConfig(given, process.env, folderHere());
  if (!read.ok) return { ...streams, notice: visible(read.message) };
  const { theme, notes } = await appearanceOf(read.config, configFile(given, process.env).file);
  const { table, problems } = boundKeys(read.config.keys ?? []);
  const said = [...read.config.warnings, ...notes, ...problems];
  const { mouse } = settingsOf(read.config);
  return {
    ...streams,
    ...(theme === undefined ? {} : { theme }),
    ...(mouse === undefined ? {} : { mouse }),
    keys: table,
    ...(said.length === 0 ? {} : { notice: visible(said.join(' ')) }),
  };
}

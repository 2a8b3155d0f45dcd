/** The help of every command, read from the one tree. */
import { Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { commandTree } from '../../src/command-tree.ts';
import { commandsOf, describeCommands, pathOf } from '../../src/help/described.ts';
import { EXAMPLES } from '../../src/help/examples.ts';

const program = commandTree(() => {});
const leaves = commandsOf(program).filter(({ commands }) => commands.length === 0);
const paths = ['', ...leaves.map(pathOf)];

describe('examples', () => {
  test('every command has some, and there are none of others (src/help/examples.ts)', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual([...paths].sort());
  });

  test.each(Object.entries(EXAMPLES).flatMap(([path, all]) => all.map(([line]) => [line, path])))(
    '%s',
    (line = '', path = '') => {
      const words = wordsAfterTagma(line);
      const named = commandNamed(words);
      // `tagma sessions` is `tagma sessions list`, and so with `tagma config`.
      const meant = ['sessions', 'config'].includes(pathOf(named)) ? `${pathOf(named)} list` : pathOf(named);
      if (path !== '') expect(meant).toBe(path);
      const known = named.options.concat(commandAt(meant).options);
      const options = words.filter((word) => /^--?[a-z]/i.test(word));
      expect(options.filter((flag) => !known.some(({ short, long }) => [short, long].includes(flag)))).toEqual([]);
    },
  );
});

test('no default is printed that says nothing', () => {
  const texts = commandsOf(program).map((command) => command.helpInformation());
  expect(texts.filter((text) => text.includes('default: []'))).toEqual([]);
});

test('options and subcommands of tagma stand in groups', () => {
  const headings = program.helpInformation().match(/^\S.*:$/gm);
  expect(headings).toEqual([
    ...['Arguments:', 'Options:', 'Output:', 'Screen:', 'Tools and configuration:', 'Permissions:', 'Model:'],
    ...['What the model is told:', 'Replies:', 'Folders and log:', 'Limits:'],
    ...['Sessions:', 'Histories:', 'Models and servers:', 'Tools and permissions:', 'The protocol and the machine:'],
    'Setting up:',
  ]);
});

test.each([
  ['pln', 'Allowed choices are plan, trust. Did you mean plan?'],
  ['trusst', 'Allowed choices are plan, trust. Did you mean trust?'],
  ['yolo', 'Allowed choices are plan, trust.'],
])('a choice that there is not: %s', (value, said) => {
  let text = '';
  const tree = new Command('tagma')
    .exitOverride()
    .configureOutput({ writeErr: (piece) => (text += piece) })
    .addOption(new Option('--mode <mode>').choices(['plan', 'trust']));
  describeCommands(tree);
  expect(() => tree.parse(['--mode', value], { from: 'user' })).toThrow();
  expect(text).toBe(
    `error: option '--mode <mode>' argument '${value}' is invalid. ${said}\n(tagma --help lists the options)\n`,
  );
});

function commandNamed(words: readonly string[]): Command {
  let at = program;
  for (const word of words) {
    const below = at.commands.find((command) => command.name() === word);
    if (below === undefined) return at;
    at = below;
  }
  return at;
}

function commandAt(path: string): Command {
  return commandNamed(path.split(' '));
}

/** As a shell splits them, without redirections. */
function wordsAfterTagma(line: string): readonly string[] {
  const [, after = ''] = / ?\btagma\b(.*?)(?: \| .*)?$/.exec(line) ?? [];
  const words = after.match(/'[^']*'|"[^"]*"|[^\s<>]+/g) ?? [];
  return words.map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}

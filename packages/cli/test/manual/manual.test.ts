/** The manual page: whole for a small tree; of the real one, that nothing is missing and nothing in it is a mistake. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { ROOT } from '../../../build/workspace.mjs';
import { version } from '../../src/assets.ts';
import { commandTree } from '../../src/command-tree.ts';
import { allIn, treeOf } from '../../src/help/tree.ts';
import { manualPage } from '../../src/manual/manual.ts';

const TREE = treeOf(commandTree(() => {}));
const PAGE = manualPage(TREE, version);
const KEPT = join(ROOT, 'dist', 'tagma.1');

test('of a small tree', () => {
  const small = new Command('tagma').description('Does it.').argument('[prompt]', "what's to do");
  small.optionsGroup('How:').option('-m, --mode <mode>', '…');
  small
    .command('zap')
    .description('undo \\ all')
    .argument('<file...>')
    .option('-m, --mode <mode>', '…')
    .option('--all');
  const page = manualPage(treeOf(small), '1.0');
  const [head = '', rest = ''] = page.split('.SH EXAMPLES\n');
  expect(head.split('\n')).toEqual([
    ...['.\\" Written by: tagma manual', '.TH TAGMA 1 "" "tagma 1.0" "User Commands"'],
    ...['.SH NAME', 'tagma \\- Does it'],
    ...['.SH SYNOPSIS', '.B tagma', '[\\fIoptions\\fR] [\\fIprompt\\fR]', '.br'],
    ...['.B tagma zap', '[\\fIoptions\\fR] \\fIfile\\fR...', '.br'],
    ...['.SH DESCRIPTION', 'Does it.', '.TP', '.B prompt', 'what\\(aqs to do'],
    ...['.SH OPTIONS', '.SS How', '.TP', '.B \\-m, \\-\\-mode <mode>', '\\[u2026]'],
    ...['.SS Options', '.TP', '.B \\-h, \\-\\-help', 'display help for command'],
    ...['.SH COMMANDS', '.SS tagma zap', 'Undo \\e all.', '.TP', '.B \\-\\-all', '\\&'],
    ...['.PP', 'Also, as above: \\-\\-mode.', ''],
  ]);
  expect(rest.match(/^\.SH .*/gm)).toEqual(['.SH ENVIRONMENT', '.SH FILES', '.SH EXIT STATUS']);
});

test('every command and every option is in it', () => {
  const typed = allIn(TREE).flatMap(({ path, commands, options }) => [
    ...(commands.length === 0 && path !== '' ? [`.SS tagma ${path}`] : []),
    ...(commands.length === 0 ? options.flatMap(({ names }) => names.slice(-1)) : []),
  ]);
  expect(typed.filter((words) => !PAGE.includes(words.replaceAll('-', '\\-')))).toEqual([]);
});

test.runIf(spawnSync('groff', ['--version']).status === 0)('groff finds nothing wrong (skipped without groff)', () => {
  const { status, stderr } = spawnSync('groff', ['-man', '-ww', '-z', '-Tutf8'], { input: PAGE, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test.runIf(existsSync(KEPT))('the build keeps it where package.json says (skipped before the first build)', () => {
  const { man, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect([man, files]).toEqual([['dist/tagma.1'], expect.arrayContaining(man)]);
  expect(readFileSync(KEPT, 'utf8')).toBe(PAGE);
});

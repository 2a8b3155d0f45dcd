/** Everything that a repository can name at once, and not one of it is started by looking. */
import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changed, LOOKS, trap } from './trapped.ts';

/** The keys of `git help --config` whose value, or a part of it, is started as a program by some action of git. */
const EXECUTING = `
  core.fsmonitor core.editor core.pager core.askPass core.sshCommand core.gitProxy core.alternateRefsCommand
  sequence.editor interactive.diffFilter init.templateDir
  credential.helper credential.https://example.org.helper
  diff.external diff.x.command diff.x.textconv diff.tool diff.guitool difftool.x.cmd difftool.x.path
  filter.x.clean filter.x.smudge filter.x.process
  merge.x.driver merge.tool mergetool.x.cmd mergetool.x.path
  gpg.program gpg.openpgp.program gpg.ssh.program gpg.x509.program gpg.ssh.defaultKeyCommand
  trailer.x.command trailer.x.cmd tar.x.command guitool.x.cmd
  browser.x.cmd browser.x.path web.browser help.browser man.x.cmd man.x.path man.viewer
  instaweb.browser instaweb.httpd imap.tunnel
  sendemail.smtpServer sendemail.toCmd sendemail.ccCmd sendemail.sendmailCmd sendemail.headerCmd
  remote.origin.uploadpack remote.origin.receivepack remote.origin.vcs uploadpack.packObjectsHook
  pager.status pager.diff pager.log pager.show pager.config pager.rev-parse
`
  .trim()
  .split(/\s+/);
/** As a command of the shell. */
const SHELL_EXECUTING = [
  ...['status', 'diff', 'log', 'show', 'config', 'rev-parse'].map((action) => `alias.${action}`),
  'submodule.x.update',
];
/** What brings others of them into play. */
const ENABLING: readonly (readonly [key: string, value: string])[] = [
  ['log.showSignature', 'true'],
  ['commit.gpgSign', 'true'],
  ['format.pretty', '%G? %(trailers)'],
  ['diff.submodule', 'log'],
  ['status.submoduleSummary', 'true'],
  ['submodule.recurse', 'true'],
  ['protocol.allow', 'always'],
  ['protocol.ext.allow', 'always'],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.url', 'https://example.org/x'],
  ['gc.auto', '1'],
];
const HOOKS = ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-auto-gc', 'fsmonitor-watchman'];

test('all that can be set at once runs nothing', async () => {
  const repository = changed();
  const { program, sprung } = trap(repository);
  const { raw, put, path, call } = repository;
  for (const file of ['.gitattributes', '.git/info/attributes']) put(file, '* filter=x diff=x merge=x\n');
  for (const key of EXECUTING) raw('config', '--add', key, program);
  for (const key of SHELL_EXECUTING) raw('config', '--add', key, `!${program}`);
  for (const [key, value] of ENABLING) raw('config', '--add', key, value);
  raw('config', `url.ext::${program} .insteadOf`, 'https://');
  for (const hook of HOOKS) {
    writeFileSync(path(`.git/hooks/${hook}`), `#!/bin/sh\n${program} </dev/null\n`, { mode: 0o755 });
  }
  for (const params of LOOKS) {
    await call(params);
    expect([params, sprung(), existsSync(path('sprung'))]).toEqual([params, false, false]);
  }
  const { status, content } = await call({ action: 'diff' });
  expect([status, content.includes('+three')]).toEqual(['ok', true]);
  // The trap works: git itself walks into it.
  raw('diff');
  expect(sprung()).toBe(true);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide, type Judged, MODES, offeredRule, type Rule } from '../../core/src/index.ts';
import { takeFacts } from '../src/index.ts';
import { makePlace, type TestPlace } from './place.ts';

let place: TestPlace;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const judged = async (command: string): Promise<Judged> => {
  const params = { command };
  const facts = await takeFacts({ tool: 'bash', params }, place);
  return { tool: 'bash', params, facts, folder: place.folder, planFile: null, sandbox: true };
};

describe('who reads a keyring is asked about in every mode', () => {
  const rows: [command: string, by: string][] = [
    ['secret-tool lookup service tagma provider deepseek', 'secret-tool'],
    ['/usr/bin/secret-tool lookup service tagma', 'secret-tool'],
    ['"secret"-tool lookup service tagma', 'secret-tool'],
    ['t=secret-tool; $t lookup service tagma', 'secret-tool'],
    ['env X=1 nohup secret-tool search --all service tagma', 'secret-tool'],
    ['echo a; (secret-tool lookup a b | rev)', 'secret-tool'],
    ["bash -c 'secret-tool lookup a b'", 'secret-tool'],
    ['x=$(secret-tool lookup a b); echo "$x"', 'secret-tool'],
    ['for p in a b; do secret-tool lookup provider $p; done', 'secret-tool'],
    ['security find-generic-password -s tagma -w', 'security'],
    ['kwallet-query -r tagma kdewallet', 'kwallet-query'],
    ['pass show deepseek', 'pass'],
    ['pass deepseek', 'pass'],
    ['gopass show -o deepseek', 'gopass'],
    ['keyctl print 123', 'keyctl'],
    ['op read op://vault/item/key', 'op'],
    ['bw get password deepseek', 'bw'],
    ['gpg --export-secret-keys', 'gpg'],
    ['git credential fill <<< "host=a.example"', 'git credential'],
    ['git -C . credential-store get', 'git credential-store'],
    ['docker-credential-secretservice get', 'docker-credential-secretservice'],
    ['gh auth token', 'gh'],
    ['dbus-send --session --dest=org.freedesktop.secrets /x y', 'dbus-send'],
    ['python3 -m keyring get tagma deepseek', 'keyring'],
  ];
  test.each(rows)('%s', async (command, by) => {
    const call = await judged(command);
    expect(call.facts.secrets).toEqual([
      { name: 'what a keyring or a password manager holds', from: 'the keyring', to: `the model, by ${by}` },
    ]);
    const rules: Rule[] = [{ says: 'allow', tool: 'bash', pattern: '', from: 'option' }];
    expect(MODES.map((mode) => decide(call, mode, rules).verdict)).toEqual(
      MODES.map((mode) => (mode === 'plan' ? expect.stringMatching(/ask|deny/) : 'ask')),
    );
    expect(offeredRule(call, 'trust', [])).toBe(null);
  });

  test('also in the code of another language', async () => {
    const { facts } = await judged('python3 -c "import keyring; print(keyring.get_password(1, 2))"');
    expect(facts.secrets).toEqual([
      { name: 'what a keyring or a password manager holds', from: 'the keyring', to: 'the model' },
    ]);
  });

  const harmless = [
    ['secret-tool --help'],
    ['security list-keychains'],
    ['pass ls'],
    ['keyctl show'],
    ['gpg --list-keys'],
    ['git commit -m "credential fill"'],
    ['git config credential.helper'],
    ['gh pr create -t title'],
    ['echo secret-tool lookup'],
    ['npm run pass'],
  ];
  test.each(harmless)('but not for %s', async (command) => {
    expect((await judged(command)).facts.secrets).toBe(undefined);
  });
});

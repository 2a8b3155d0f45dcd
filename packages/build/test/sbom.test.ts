/** The list of what is in the command: whole, by the published schema, with the hashes of the lock file, in a fixed order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';
import { lockedHashes, sbomText } from '../sbom.mjs';
import { ROOT } from '../workspace.mjs';

const schema = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

test('what is built with the command is CycloneDX', async () => {
  expect(await schema.validate(readFileSync(join(ROOT, 'dist', 'sbom.cdx.json'), 'utf8'))).toBeNull();
});

test('what is none is told', async () => {
  const wrong = sbomText([{ name: 'made-up', version: '1.2.3', licence: 'no licence of that name' }]);
  const problems = (await schema.validate(wrong)) as readonly { readonly instancePath: string }[] | null;
  const places = (problems ?? []).map(({ instancePath }) => /^\/components\/\d+\/\w+/.exec(instancePath)?.[0]);
  expect([...new Set(places)]).toEqual([expect.stringMatching(/\/licenses$/)]);
});

test('each package has its name, version, licence and address, sorted; what is optional stands beside', () => {
  const bom = JSON.parse(
    sbomText([
      { name: 'made-up', version: '1.2.3', licence: 'MIT' },
      { name: '@made/up', version: '4.5.6', licence: 'ISC' },
    ]),
  );
  const { $schema: _schema, metadata, components, dependencies, ...head } = bom;
  expect(head).toEqual({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(metadata.component).toMatchObject({ type: 'application', name: 'tagma' });
  const refs = components.map((one: { 'bom-ref': string }) => one['bom-ref']);
  expect(refs).toEqual([...refs].sort());
  const [made, plain, ripgrep] = ['%40made/up', 'made-up', '%40vscode/ripgrep'].map((name) =>
    components.find(({ purl }: { purl: string }) => purl.startsWith(`pkg:npm/${name}@`)),
  );
  expect(made).toEqual({
    type: 'library',
    'bom-ref': 'pkg:npm/%40made/up@4.5.6',
    group: '@made',
    name: 'up',
    version: '4.5.6',
    scope: 'required',
    purl: 'pkg:npm/%40made/up@4.5.6',
    licenses: [{ license: { id: 'ISC' } }],
  });
  expect(ripgrep).toMatchObject({ group: '@vscode', name: 'ripgrep', scope: 'optional' });
  expect(ripgrep.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  const binaries = refs.filter((ref: string) => ref.startsWith('pkg:npm/%40vscode/ripgrep-'));
  expect(binaries).toContain(`pkg:npm/%40vscode/ripgrep-linux-x64@${ripgrep.version}`);
  expect(dependencies).toEqual([
    { ref: metadata.component['bom-ref'], dependsOn: [made.purl, ripgrep.purl, plain.purl] },
    { ref: ripgrep.purl, dependsOn: binaries },
  ]);
});

test.each([
  ["  '@a/b@1.0.0':\n    resolution: {integrity: sha512-AAEC}\n", [['@a/b@1.0.0', '000102']]],
  ['  plain@2.0.0-rc.1:\n    resolution: {integrity: sha512-/w==}\n', [['plain@2.0.0-rc.1', 'ff']]],
  ["  'peer@1.0.0(of@2.0.0)':\n    dependencies:\n      of: 2.0.0\n", []],
])('of a lock file %j the hashes are read', (lock, hashes) => {
  expect([...lockedHashes(lock)]).toEqual(hashes);
});

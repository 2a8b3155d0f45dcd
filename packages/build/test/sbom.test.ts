/** The list of what is in the command: whole, with the hashes of the lock file, and in a fixed order. */
import { expect, test } from 'vitest';
import { lockedHashes, sbomText } from '../sbom.mjs';

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
  const [made, ripgrep, plain] = components;
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
  expect(plain).toMatchObject({ name: 'made-up', purl: 'pkg:npm/made-up@1.2.3' });
  expect(dependencies).toEqual([
    { ref: metadata.component['bom-ref'], dependsOn: components.map((one: { 'bom-ref': string }) => one['bom-ref']) },
  ]);
});

test.each([
  ["  '@a/b@1.0.0':\n    resolution: {integrity: sha512-AAEC}\n", [['@a/b@1.0.0', '000102']]],
  ['  plain@2.0.0-rc.1:\n    resolution: {integrity: sha512-/w==}\n', [['plain@2.0.0-rc.1', 'ff']]],
  ["  'peer@1.0.0(of@2.0.0)':\n    dependencies:\n      of: 2.0.0\n", []],
])('of a lock file %j the hashes are read', (lock, hashes) => {
  expect([...lockedHashes(lock)]).toEqual(hashes);
});

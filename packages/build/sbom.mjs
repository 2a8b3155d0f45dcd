/**
 * What of other people's is in the command, for machines: CycloneDX 1.6 as JSON, made with the bundle from what is really in it, as the
 * notices of licences are. It holds no time and no number of its own: the same bundle has the same list.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './workspace.mjs';

/** `'name@version':`, and the hash of what the registry gives for it. */
const LOCKED =
  /^ {2}'?((?:@[^/\s]+\/)?[^@\s/]+@[^:'(\s]+)'?:\n {4}resolution: \{integrity: sha512-([A-Za-z0-9+/=]+)\}/gm;

/**
 * @typedef {{ name: string, version: string, licence: string }} Part
 *
 * @param {readonly Part[]} parts packages with code in the bundle
 * @returns {string} JSON
 */
export function sbomText(parts) {
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const hashes = lockedHashes(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8'));
  const bundled = parts.map(({ name, version, licence }) => ({
    ...component(name, version, 'required', hashes),
    licenses: [{ license: { id: licence } }],
  }));
  const beside = Object.entries(root.optionalDependencies ?? {}).map(([name, version]) =>
    component(name, String(version), 'optional', hashes),
  );
  const components = [...bundled, ...beside].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const self = {
    type: 'application',
    'bom-ref': purlOf(root.name, root.version),
    ...{ name: root.name, version: root.version, description: root.description },
    licenses: [{ license: { id: root.license } }],
    purl: purlOf(root.name, root.version),
  };
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { lifecycles: [{ phase: 'build' }], component: self },
    components,
    dependencies: [{ ref: self['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/**
 * @param {string} fullName
 * @param {string} version
 * @param {'required' | 'optional'} scope
 * @param {Map<string, string>} hashes
 */
function component(fullName, version, scope, hashes) {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.*)$/.exec(fullName) ?? [];
  const hash = hashes.get(`${fullName}@${version}`);
  return {
    type: 'library',
    'bom-ref': purlOf(fullName, version),
    ...(group && { group }),
    ...{ name, version, scope },
    ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
    purl: purlOf(fullName, version),
  };
}

/**
 * @param {string} name
 * @param {string} version
 */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/**
 * @param {string} lock the text of pnpm-lock.yaml
 * @returns {Map<string, string>} `name@version` → SHA-512 of the package as the registry gives it, in hexadecimal digits
 */
export function lockedHashes(lock) {
  const found = [...lock.matchAll(LOCKED)];
  return new Map(found.map(([, id = '', hash = '']) => [id, Buffer.from(hash, 'base64').toString('hex')]));
}

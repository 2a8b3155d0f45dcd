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
  const beside = Object.entries(root.optionalDependencies ?? {}).map(([name, version]) => ({
    self: component(name, String(version), 'optional', hashes),
    binaries: binariesOf(name, String(version), hashes),
  }));
  const direct = [...bundled, ...beside.map(({ self }) => self)];
  const components = [...direct, ...beside.flatMap(({ binaries }) => binaries)].sort(byRef);
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
    dependencies: [dependency(self, direct), ...beside.map(({ self, binaries }) => dependency(self, binaries))],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/**
 * The packages that hold its program, one for each system: `NAME-SYSTEM-PROCESSOR`, of which one is installed.
 * @param {string} name
 * @param {string} version
 * @param {Map<string, string>} hashes
 */
function binariesOf(name, version, hashes) {
  const ids = [...hashes.keys()].filter((id) => id.startsWith(`${name}-`) && id.endsWith(`@${version}`));
  return ids.map((id) => component(id.slice(0, -`@${version}`.length), version, 'optional', hashes));
}

/**
 * @typedef {{ 'bom-ref': string }} Referred
 * @param {Referred} of
 * @param {readonly Referred[]} on
 */
function dependency(of, on) {
  return { ref: of['bom-ref'], dependsOn: [...on].sort(byRef).map((one) => one['bom-ref']) };
}

/**
 * @param {Referred} a
 * @param {Referred} b
 */
function byRef(a, b) {
  return a['bom-ref'] < b['bom-ref'] ? -1 : 1;
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

import { expect, test } from 'vitest';
import { isPublicAddress } from '../src/public-address.ts';

const PUBLIC = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.255.255', '172.32.0.0', '11.0.0.0', '9.255.255.255', '100.63.255.255', '100.128.0.0', '169.253.255.255', '169.255.0.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e', '2001:4860:4860::8888', '240e:0:0:1::1']; // biome-ignore format: a list
const REFUSED: readonly [what: string, ...addresses: string[]][] = [
  ['this machine', '127.0.0.1', '127.0.0.2', '127.255.255.255', '127.1.2.3', '::1', '0:0:0:0:0:0:0:1'],
  ['no address', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ['link-local, and metadata there', '169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1'],
  ['unique local, and metadata there', 'fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
  ['behind the network of a provider, and metadata there', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
  ['metadata at an ordinary address', '168.63.129.16'],
  ['many at once', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  ['reserved', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '192.88.99.1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1'],
  ['IPv4 in IPv6, the old way', '::127.0.0.1', '::7f00:1', '::a00:1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '64:ff9b::808:808'],
  ['6to4 and Teredo', '2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['documentation and test', '2001:db8::1', '3fff::1', '100::1', '2001:2::1', '2001:10::1', '2001:20::1', '5f00::1'],
  ['old site-local', 'fec0::1'],
  ['not given out', '4000::1', '8000::1', 'c000::1', 'e000::1', '1::1'],
  ['no IP address', '', 'localhost', '127.0.0.1:80', '[::1]', 'example.org', '1.2.3.4.5', '::1::', ' 8.8.8.8'],
];

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(REFUSED)('%s is not public', (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test('no address of a private network is public, and every one around it is', () => {
  const private10 = Array.from({ length: 256 }, (_, at) => [
    `10.${at}.${255 - at}.1`,
    `192.168.${at}.${at}`,
    `127.${at}.0.1`,
  ]);
  expect(private10.flat().filter(isPublicAddress)).toEqual([]);
  const seventeen = Array.from({ length: 256 }, (_, at) => `172.${at}.0.1`);
  expect(seventeen.filter((address) => !isPublicAddress(address))).toEqual(seventeen.slice(16, 32));
  const hundred = Array.from({ length: 256 }, (_, at) => `100.${at}.0.1`);
  expect(hundred.filter((address) => !isPublicAddress(address))).toEqual(hundred.slice(64, 128));
});

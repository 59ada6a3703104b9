import { isPublicAddress } from './public-address';

describe('an address', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local', '169.254.0.1'],
    ['metadata', '169.254.169.254'],
    ['metadata', 'fd00:ec2::254'],
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['unspecified', '::'],
    ['an IPv4 address as IPv6', '::ffff:127.0.0.1'],
    ['an IPv4 address as IPv6', '::ffff:8.8.8.8'],
    ['a deprecated IPv4 address as IPv6', '::7f00:1'],
    ['translated', '::ffff:0:7f00:1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fdff::1'],
    ['site-local', 'fec0::1'],
    ['link-local', 'fe80::1'],
    ['link-local', 'fe80::1%eth0'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['shared', '100.64.0.1'],
    ['shared', '100.127.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['for documentation', '192.0.2.1'],
    ['for documentation', '2001:db8::1'],
    ['for benchmarks', '198.18.0.1'],
    ['a name', 'example.org'],
    ['nothing', ''],
  ])('that is %s is not public: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001:80b::200e'])(
    'of the public internet is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

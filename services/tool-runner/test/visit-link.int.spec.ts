import { gzipSync } from 'node:zlib';
import { createVisitLink } from '../src/tools/visit-link';
import { PageReader, type PageReaderOptions } from '../src/web/page-reader';
import { closeServers, html, onLoopback, serve } from './page-server';
import { aCall } from './tool-call-fixture';

const visit = async (url: string, options: PageReaderOptions) =>
  (await createVisitLink(options).run({ url }, aCall())) as string;

describe('visit_link refuses', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    'internal.example.org': ['10.0.0.1'],
    'mixed.example.org': ['93.184.215.14', '127.0.0.1'],
    'six.example.org': ['::1'],
    'metadata.example.org': ['169.254.169.254'],
  };
  const resolved: string[] = [];
  const options: PageReaderOptions = {
    hosts: ['*'],
    resolve: async (host) => (resolved.push(host), names[host] ?? []),
  };

  it.each([
    ['http://127.0.0.1/', '127.0.0.1 is not a public address'],
    ['http://127.1.2.3/', '127.1.2.3 is not a public address'],
    ['http://[::1]/', '::1 is not a public address'],
    ['http://10.0.0.1/', '10.0.0.1 is not a public address'],
    ['http://172.20.0.1/', '172.20.0.1 is not a public address'],
    ['http://192.168.0.1/', '192.168.0.1 is not a public address'],
    ['http://169.254.1.1/', '169.254.1.1 is not a public address'],
    ['http://169.254.169.254/latest/meta-data/', '169.254.169.254 is not a public address'],
    ['http://metadata.google.internal/', 'metadata.google.internal is not the name of a public host'],
    ['http://metadata/', 'metadata is not the name of a public host'],
    ['http://metadata.example.org/', 'has the address 169.254.169.254'],
    ['http://0.0.0.0/', '0.0.0.0 is not a public address'],
    ['http://0/', '0.0.0.0 is not a public address'],
    ['http://[::]/', ':: is not a public address'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is not a public address'],
    ['http://[::127.0.0.1]/', '::7f00:1 is not a public address'],
    ['http://[fc00::1]/', 'fc00::1 is not a public address'],
    ['http://[fd12:3456::1]/', 'fd12:3456::1 is not a public address'],
    ['http://[fe80::1]/', 'fe80::1 is not a public address'],
    ['http://[64:ff9b::7f00:1]/', '64:ff9b::7f00:1 is not a public address'],
    ['http://[64:ff9b::169.254.169.254]/', '64:ff9b::a9fe:a9fe is not a public address'],
    ['http://100.64.0.1/', '100.64.0.1 is not a public address'],
    ['http://224.0.0.1/', '224.0.0.1 is not a public address'],
    ['http://[ff02::1]/', 'ff02::1 is not a public address'],
    ['http://2130706433/', '127.0.0.1 is not a public address'],
    ['http://0177.0.0.1/', '127.0.0.1 is not a public address'],
    ['http://0x7f.1/', '127.0.0.1 is not a public address'],
    ['http://0x7f000001/', '127.0.0.1 is not a public address'],
    ['http://127.0.0.1./', '127.0.0.1 is not a public address'],
    ['http://１２７.0.0.1/', '127.0.0.1 is not a public address'],
    ['http://localhost/', 'localhost is not the name of a public host'],
    ['http://localhost./', 'localhost is not the name of a public host'],
    ['http://LOCALHOST/', 'localhost is not the name of a public host'],
    ['http://app.localhost./', 'app.localhost is not the name of a public host'],
    ['http://printer.local/', 'printer.local is not the name of a public host'],
    ['http://breadcrumb-store/', 'breadcrumb-store is not the name of a public host'],
    ['http://internal.example.org/', 'has the address 10.0.0.1'],
    ['http://mixed.example.org/', 'has the address 127.0.0.1'],
    ['http://six.example.org/', 'has the address ::1'],
    ['file:///etc/passwd', 'file: is not http: or https:'],
    ['ftp://example.org/', 'ftp: is not http: or https:'],
    ['gopher://example.org/', 'gopher: is not http: or https:'],
    ['data:text/html,hi', 'data: is not http: or https:'],
    ['javascript:alert(1)', 'javascript: is not http: or https:'],
    ['http://user:pass@example.org/', 'must not contain a user name or password'],
    ['http://user@example.org/', 'must not contain a user name or password'],
    ['http://example.org:22/', 'port 22 is not one of 80, 443'],
    ['https://example.org:4222/', 'port 4222 is not one of 80, 443'],
    ['example.org/page', 'is not a URL'],
    ['http://', 'is not a URL'],
  ])('%s', async (url, reason) => {
    await expect(visit(url, options)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining(reason) as string,
    });
  });

  it('hosts that the operator has not listed, without resolving them', async () => {
    const listed = { ...options, hosts: ['example.org', '*.example.net'] };
    for (const url of ['http://example.com/', 'http://notexample.org/', 'http://a.example.org/', 'http://example.net/'])
      await expect(visit(url, listed)).rejects.toThrow('not one of the hosts that the operator allows');
    expect(resolved).not.toContain('example.com');
  });

  it.each([
    'http://10.0.0.1/',
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706434/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://user:pass@example.org/',
    'http://example.org:22/',
    'file:///etc/passwd',
  ])('a redirect to %s', async (location) => {
    const port = await serve((_request, response) => response.writeHead(302, { location }).end());
    await expect(visit(`http://example.org:${port}/`, onLoopback(port, { ports: [port, 80] }))).rejects.toMatchObject({
      code: 'refused',
    });
  });

  it('a name whose address is private when a redirect leads to it again', async () => {
    const port = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end());
    const answers = ['127.0.0.1', '127.0.0.2'];
    const changing = onLoopback(port, { resolve: async () => answers.splice(0, 1) });
    await expect(visit(`http://example.org:${port}/`, changing)).rejects.toThrow(
      'refused: example.org has the address 127.0.0.2, which is not a public address',
    );
  });

  it('everything while the operator has allowed no host, and says what to set', async () => {
    await expect(visit('https://example.org/', { hosts: [] })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('VISIT_LINK_HOSTS') as string,
    });
  });
});

describe('visit_link', () => {
  it('connects to the address that was checked, however the name resolves next', async () => {
    const port = await serve(html('the checked one'));
    await serve(html('the other one'), { host: '127.0.0.2', port });
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const changing = onLoopback(port, { resolve: async () => answers.shift() ?? [] });
    expect(await visit(`http://example.org:${port}/`, changing)).toContain('the checked one');
    expect(answers).toEqual([['127.0.0.2']]);
  });

  it('gives the readable text with title and address', async () => {
    const page = `<html><head><title>Tea</title></head><body><script>x()</script><article><p>${'Green tea steeps. '.repeat(40)}</p></article></body></html>`;
    const port = await serve(html(page));
    const url = `http://example.org:${port}/tea`;
    const text = await visit(url, onLoopback(port));
    expect(text).toMatch(new RegExp(`^# Tea\nPage: ${url}\n\nGreen tea steeps\\.`));
    expect(text).not.toContain('x()');
  });

  it('follows redirects and names the address where they end', async () => {
    const port = await serve(({ url }, response) => {
      if (url === '/a') response.writeHead(301, { location: '/b' }).end();
      else if (url === '/b') response.writeHead(307, { location: `http://example.net:${port}/c` }).end();
      else response.setHeader('content-type', 'text/plain').end('arrived');
    });
    const text = await visit(`http://example.org:${port}/a`, onLoopback(port));
    expect(text).toBe(`Page: http://example.net:${port}/c\n\narrived`);
  });

  it('follows five redirects and not a sixth', async () => {
    let requests = 0;
    const port = await serve(({ url }, response) => {
      requests += 1;
      const left = Number(url?.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.setHeader('content-type', 'text/plain').end('arrived');
    });
    expect(await visit(`http://example.org:${port}/5`, onLoopback(port))).toContain('arrived');
    requests = 0;
    await expect(visit(`http://example.org:${port}/6`, onLoopback(port))).rejects.toThrow('more than 5 redirects');
    expect(requests).toBe(6);
  });

  it('reads a compressed page', async () => {
    const port = await serve((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync('unpacked text')),
    );
    expect(await visit(`http://example.org:${port}/`, onLoopback(port))).toContain('unpacked text');
  });

  it('stops at the size limit, counted after decompression', async () => {
    const port = await serve((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync('a'.repeat(200_000))),
    );
    await expect(visit(`http://example.org:${port}/`, onLoopback(port, { maxBytes: 100_000 }))).rejects.toThrow(
      'cannot be read: the response has more than 100000 bytes',
    );
  });

  it('stops a body without an end at 2 MiB', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const pour = (): boolean => response.write('a'.repeat(65_536)) && setImmediate(pour) !== null;
      response.on('drain', pour);
      pour();
    });
    await expect(visit(`http://example.org:${port}/`, onLoopback(port))).rejects.toThrow('more than 2097152 bytes');
  });

  it('stops a slow body at the time limit', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
    });
    await expect(visit(`http://example.org:${port}/`, onLoopback(port, { timeoutMs: 200 }))).rejects.toThrow(
      'did not answer within 200 ms',
    );
  });

  it('stops a resolver that does not answer at the time limit', async () => {
    const options = onLoopback(80, { timeoutMs: 200, resolve: () => new Promise(() => undefined) });
    await expect(visit('http://example.org/', options)).rejects.toThrow('did not answer within 200 ms');
  });

  it('decodes a page in Latin-1', async () => {
    const port = await serve((_request, response) =>
      response.setHeader('content-type', 'text/html; charset=iso-8859-1').end(Buffer.from('<p>Café', 'latin1')),
    );
    expect(await visit(`http://example.org:${port}/`, onLoopback(port))).toContain('Café');
  });

  it.each(['image/png', 'application/octet-stream', 'application/pdf', ''])('refuses the type %j', async (type) => {
    const port = await serve((_request, response) => {
      if (type !== '') response.setHeader('content-type', type);
      response.end('binary');
    });
    await expect(visit(`http://example.org:${port}/`, onLoopback(port))).rejects.toMatchObject({ code: 'refused' });
  });

  it('says what a server answered that has no page', async () => {
    const port = await serve((_request, response) => response.writeHead(404).end());
    await expect(visit(`http://example.org:${port}/x`, onLoopback(port))).rejects.toThrow('/x answered 404 Not Found');
  });

  it('says why a page cannot be fetched', async () => {
    const port = await serve(html(''));
    closeServers();
    await expect(visit(`http://example.org:${port}/`, onLoopback(port))).rejects.toThrow(
      /cannot be fetched: .*ECONNREFUSED/,
    );
  });

  it('marks a page that is cut to 8,000 tokens', async () => {
    const port = await serve((_request, response) =>
      response.setHeader('content-type', 'text/markdown').end('tea and water, '.repeat(10_000)),
    );
    const text = await visit(`http://example.org:${port}/`, onLoopback(port));
    expect(text).toMatch(/\[Cut after 8000 tokens\.\]$/);
    expect(text.length).toBeLessThan(50_000);
  });

  it('ends the conversion of a page that takes too long, without blocking this process', async () => {
    const port = await serve(html('<div>'.repeat(100_000)));
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 100);
    await expect(visit(`http://example.org:${port}/`, onLoopback(port))).rejects.toThrow('cannot be converted');
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  }, 90_000);

  it('sends no cookies and no credentials', async () => {
    const seen: string[] = [];
    const port = await serve(({ headers, url }, response) => {
      seen.push(...Object.keys(headers));
      response.setHeader('set-cookie', 'a=b');
      if (url === '/') response.writeHead(302, { location: '/b' }).end();
      else response.setHeader('content-type', 'text/plain').end('ok');
    });
    await new PageReader(onLoopback(port)).read(`http://example.org:${port}/`, new AbortController().signal);
    expect(seen).not.toContain('cookie');
    expect(seen).not.toContain('authorization');
  });
});

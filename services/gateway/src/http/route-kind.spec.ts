import { routeKind } from './route-kind';

describe('the kind of a route', () => {
  it.each([
    ['POST', '/v1/breadcrumbs', 'api'],
    ['OPTIONS', '/v1/nothing', 'api'],
    ['POST', '/mcp', 'api'],
    ['GET', '/mcp/', 'api'],
    ['GET', '/', 'open'],
    ['HEAD', '/healthz', 'open'],
    ['GET', '/metrics/', 'open'],
    ['GET', '/docs/swagger-ui.css', 'open'],
    ['GET', '/docs-json', 'open'],
    ['GET', '/assets/index-1.js', 'open'],
    ['GET', '/console/sign-in', 'open'],
    ['GET', '/.well-known/jwks.json', 'open'],
    ['GET', '/.well-known/agent-card.json', 'none'],
    ['POST', '/.well-known/jwks.json', 'none'],
    ['POST', '/console/sessions', 'open'],
    ['GET', '/console/sessions', 'none'],
    ['POST', '/Console/sessions', 'none'],
    ['POST', '/', 'none'],
    ['POST', '/docs', 'none'],
    ['OPTIONS', '/metrics', 'none'],
    ['GET', '/V1/breadcrumbs', 'none'],
    ['GET', '/MCP', 'none'],
    ['GET', '/mcp/x', 'none'],
    ['GET', '/Docs', 'none'],
    ['GET', '/docsx', 'none'],
    ['GET', '//v1/breadcrumbs', 'none'],
    ['GET', '/./v1/breadcrumbs', 'none'],
    ['GET', '/%761/breadcrumbs', 'none'],
    ['GET', '/v1%2fbreadcrumbs', 'none'],
    ['GET', '/v1;a=b/breadcrumbs', 'none'],
    ['GET', '/assets/a/b', 'none'],
    ['GET', '/v1', 'none'],
    ['GET', '*', 'none'],
  ])('is decided by the method and the path exactly as they were sent: %s %s is %s', (method, path, kind) => {
    expect(routeKind({ method, path })).toBe(kind);
  });
});

export interface DemoPorts {
  readonly port: number;
  readonly sandboxPort: number;
  readonly adminPort: number;
}

/** The gateway's environment for a local sandbox: no secrets, no external addresses. decisions.md §2, §5 */
export function demoEnvironment({ port, sandboxPort, adminPort }: DemoPorts): Record<string, string> {
  const sandbox = `http://localhost:${sandboxPort}`;
  return {
    API_BASE_URL: sandbox,
    CAPTCHA_SITE_KEY: 'sandbox-captcha-site-key',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    COOKIE_DOMAIN: 'localhost',
    ACCESS_TOKEN_COOKIE: 'access_token',
    REFRESH_TOKEN_COOKIE: 'refresh_token',
    ORDER_PAGE_URL: `${sandbox}/order/`,
    SITE_URL: `${sandbox}/site`,
    ENVIRONMENT: 'development',
    COPYRIGHT_YEAR: '2025',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    STRIPE_JS_URL: `${sandbox}/doubles/stripe.js`,
    CAPTCHA_JS_URL: `${sandbox}/doubles/captcha.js`,
  };
}

/**
 * The social sign-in calls of the table in `calls.ts`. Separate, because the sign-in page links to them and should not
 * load the whole table before the visitor types. Each response is a redirect. product.md §7
 */
export const oauthCalls = {
  signInWithGoogle: { method: 'GET', path: '/web/v1/account/oauth/google/login', access: 'public', redirects: true },
  signInWithApple: { method: 'GET', path: '/web/v1/account/oauth/apple/login', access: 'public', redirects: true },
  signInWithSetapp: { method: 'GET', path: '/web/v1/account/oauth/setapp/login', access: 'public', redirects: true },
} as const;

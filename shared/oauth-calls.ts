/**
 * The ways to the three providers, part of the table in `calls.ts`: pages link to them, and the sign-in page needs no other
 * call before somebody types. The answer is a redirect made by the gateway. product.md §7
 */
export const oauthCalls = {
  signInWithGoogle: { method: 'GET', path: '/web/v1/account/oauth/google/login', access: 'public', redirects: true },
  signInWithApple: { method: 'GET', path: '/web/v1/account/oauth/apple/login', access: 'public', redirects: true },
  signInWithSetapp: { method: 'GET', path: '/web/v1/account/oauth/setapp/login', access: 'public', redirects: true },
} as const;

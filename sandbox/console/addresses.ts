import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';
import { type Html, html } from './html.ts';

interface Address {
  readonly path: string;
  readonly shows: string;
  /** Opens signed in to this account. */
  readonly as?: string;
}

const anna = 'anna.lindqvist@example.com';

/** URLs of the product that are only reached from outside: from mails, apps, the shop and old links. */
export function renderAddresses({ world, settings }: Sandbox): Html {
  const groups = describeGroups((email) => world.findAccountByEmail(email));
  return html`<h1>Addresses</h1>
<p class="lead">Pages of the product that are only reached from outside: from mails, apps, the shop and old links.</p>
<div class="stack">${Object.entries(groups).map(
    ([name, addresses]) => html`<section class="card"><h2>${name}</h2>
<ul class="rows">${addresses.map(
      ({ path, shows, as }) => html`<li><a class="address" href="${
        as === undefined
          ? settings.productOrigin + path
          : `/open?email=${encodeURIComponent(as)}&path=${encodeURIComponent(path)}`
      }">${path.length > 90 ? `${path.slice(0, 90)}…` : path}</a>
<span>${shows}${as !== undefined && html` <span class="muted">Signed in as ${as}.</span>`}</span></li>`,
    )}</ul></section>`,
  )}</div>
<p class="muted">Simulated by the sandbox: <a href="/app">the app</a>, <a href="/order/guest-upgrade/">the order page</a>, <a href="/site/">the marketing site</a>.</p>`;
}

function describeGroups(find: (email: string) => Account | null): Record<string, readonly Address[]> {
  const identityOf = (email: string) => {
    const account = find(email);
    const parts = `skerry.site.order|${account?.id ?? ''}|${account?.permanentToken ?? ''}`;
    return encodeURIComponent(Buffer.from(parts).toString('base64'));
  };
  return {
    'Sign-in area': [
      { path: '/enter?error=ErrAccountTerminated', shows: 'Something went wrong.' },
      { path: '/enter?error=ErrDevicesPerAccountLimitExceeded', shows: 'Devices limit exceeded.' },
      { path: '/enter?error=DEPRECATED_EMAIL_VERIFY', shows: 'Verification is no longer required.' },
      { path: '/auth/verify', shows: 'The old verification link shows the same text.' },
      { path: '/auth/already-used?email=anna%40example.com', shows: 'The email is already used.' },
      { path: '/enter/account-code', shows: 'Sign in with an account code.' },
      {
        path: '/enter?from=order%2Fcheckout%3Fplan%3Dbinge&plan=binge',
        shows: 'After signing in, back to the order page.',
      },
      { path: '/enter?from=chrome', shows: 'After signing in, on to the browser extension.' },
      { path: '/profile?token=sandbox-permanent-unknown', shows: 'An invalid permanent token.' },
    ],
    'Payment result': [
      { path: `/payment/success?app-identity=${identityOf(anna)}`, shows: 'Immediate success.' },
      {
        path: `/payment/success?app-identity=${identityOf('activating@example.com')}`,
        shows: 'Waits for the activation.',
      },
      {
        path: `/payment/success?app-identity=${identityOf('free@example.com')}`,
        shows: 'Could not update subscription status, after 15 checks.',
      },
      {
        path: '/payment/success?app-identity=not-base64',
        shows: 'Processing with a fun fact, success after 12 seconds.',
      },
      { path: '/payment/success', shows: 'Follow the steps in the email.' },
    ],
    'Hand-off': [
      { path: '/h/redirect-to-app?app_url=skerry%3A%2F%2Fopen', shows: 'You’re successfully logged in: Go to App.' },
      { path: '/h/to-app', shows: 'Open the app.' },
      { path: '/h/to-chrome', shows: 'The browser extension.', as: anna },
      { path: '/h/otc?otc-code=123456&app-identity=skerry.site.account', shows: 'A code for the web.' },
      { path: '/h/otc?otc-code=123456&app-identity=ios', shows: 'A code for the app.' },
      { path: '/h/otc?otc-code=12', shows: 'An invalid code.' },
      { path: '/h/error?err_message=ErrAccountAlreadyExists', shows: 'This account already exists.' },
      { path: '/h/error', shows: 'Something went wrong.' },
    ],
    'Account area': [
      { path: '/profile?profile_section=DEVICES&add_new_device=true', shows: 'Add new device.', as: anna },
      { path: '/profile?profile_section=BILLING', shows: 'Billing.', as: anna },
      { path: '/profile?profile_notif=emailChanged', shows: 'The toast after a changed email.', as: anna },
      { path: '/diia/success', shows: 'Citizenship verified.', as: 'citizen@example.com' },
      { path: '/change-email', shows: 'A link without its token.' },
      { path: '/email/subscription-confirmed', shows: 'Newsletter confirmation without its token.' },
    ],
  };
}

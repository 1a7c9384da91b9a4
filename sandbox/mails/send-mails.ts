import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';
import { restorableMs } from '../world/lifecycle.ts';
import { formatDate } from './format-date.ts';
import type { Locale } from './locale.ts';
import { type Biller, type MailText, mailTexts } from './texts.ts';

const newsletterTokenSeconds = 30 * 86_400;

interface Mail {
  readonly to: string;
  readonly code?: string;
  readonly link?: string;
}

function send({ world, settings }: Sandbox, { subject, paragraphs }: MailText, { to, code, link }: Mail): void {
  const all = [
    ...paragraphs,
    'Skerry VPN',
    ...(code === undefined ? [] : [bindToDomain(code, settings.productOrigin)]),
  ];
  world.mailbox.send({ to, subject, text: all.join('\n\n'), code: code ?? null, link: link ?? null });
}

/** The last line of a mail with a code. Browsers then offer the code on this domain only ("domain-bound codes"). */
const bindToDomain = (code: string, productOrigin: string): string => `@${new URL(productOrigin).hostname} #${code}`;

export function sendSignInMail(sandbox: Sandbox, to: string, code: string, locale: Locale): void {
  const { oneTimeCodeSeconds, productOrigin } = sandbox.settings;
  const link = `${productOrigin}/enter?OTC_CODE=${code}`;
  send(sandbox, mailTexts[locale].signInCode(code, formatMinutes(oneTimeCodeSeconds, locale), link), {
    to,
    code,
    link,
  });
}

/** Requests a confirmation. The link signs in, because opening it proves that the address belongs to the account. */
export function sendNewsletterMail(sandbox: Sandbox, { id, email, locale }: Account): void {
  const token = sandbox.world.permanentTokens.issue(id, newsletterTokenSeconds);
  const link = `${sandbox.settings.productOrigin}/email/subscription-confirmed?permanent_access_token=${token}`;
  send(sandbox, mailTexts[locale].newsletter(link), { to: email, link });
}

export function sendEmailChangeLink(sandbox: Sandbox, to: string, token: string, locale: Locale): void {
  const link = `${sandbox.settings.productOrigin}/change-email?token=${token}`;
  send(sandbox, mailTexts[locale].emailChangeLink(link), { to, link });
}

export function sendEmailChangeCode(
  sandbox: Sandbox,
  to: string,
  { code, validSeconds, locale }: { code: string; validSeconds: number; locale: Locale },
): void {
  send(sandbox, mailTexts[locale].emailChangeCode(code, formatMinutes(validSeconds, locale)), { to, code });
}

export function sendDeletionMail(sandbox: Sandbox, account: Account, locale: Locale): void {
  const link = `${sandbox.settings.productOrigin}/enter`;
  const { clock } = sandbox.world;
  const date = formatDate(clock.toBrowserTime(clock.now() + restorableMs), locale);
  send(sandbox, mailTexts[locale].accountDeleted(date, link, findBiller(account)), { to: account.email, link });
}

function findBiller({ subscription }: Account): Biller | null {
  if (!subscription?.active) return null;
  if (subscription.vendor === 'apple') return 'App Store';
  return subscription.vendor === 'android' ? 'Google Play' : 'shop';
}

const formatMinutes = (seconds: number, locale: Locale): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(seconds / 60);

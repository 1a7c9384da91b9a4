/** How the stand-in upstream behaves; everything but the product's address has a default. decisions.md §5 */
export interface SandboxOptions {
  /** The origin on which users see the product: links in mails and the way back from other pages lead there. */
  readonly productOrigin: string;
  /** The sandbox as browsers reach it; by default localhost with the port it listens on. */
  readonly publicOrigin?: string;
  readonly accessTokenSeconds?: number;
  /** For how long a spent refresh token still gives the same pair; 0 takes any second use as theft. */
  readonly refreshLeewaySeconds?: number;
  readonly oneTimeCodeSeconds?: number;
  /** Life of the permanent tokens that a session makes; those of ready-made accounts and mails live longer. */
  readonly permanentTokenSeconds?: number;
  /** How long an activation takes after the profile is first read. */
  readonly activationSeconds?: number;
  readonly citizenshipLinkSeconds?: number;
  /** Names of the product's cookies, which "open signed in" clears first. */
  readonly accessTokenCookie?: string;
  readonly refreshTokenCookie?: string;
  readonly authTypeCookie?: string;
}

export type Settings = Readonly<Required<Omit<SandboxOptions, 'publicOrigin'>>> & Pick<SandboxOptions, 'publicOrigin'>;

export function settleOptions(options: SandboxOptions): Settings {
  return {
    accessTokenSeconds: 300,
    refreshLeewaySeconds: 30,
    oneTimeCodeSeconds: 600,
    permanentTokenSeconds: 300,
    activationSeconds: 20,
    citizenshipLinkSeconds: 180,
    accessTokenCookie: 'access_token',
    refreshTokenCookie: 'refresh_token',
    authTypeCookie: 'auth_type',
    ...options,
    productOrigin: new URL(options.productOrigin).origin,
  };
}

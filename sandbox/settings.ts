/** The sandbox's options. All but the product's origin have a default. decisions.md §5 */
export interface SandboxOptions {
  /** The product's public origin, used in links and redirects. */
  readonly productOrigin: string;
  /** The sandbox's public origin; by default localhost with its port. */
  readonly publicOrigin?: string;
  readonly accessTokenSeconds?: number;
  /** How long a used refresh token still returns the same pair. With 0, any second use ends the family. */
  readonly refreshLeewaySeconds?: number;
  readonly oneTimeCodeSeconds?: number;
  /** Lifetime of permanent tokens created by a session; those of ready-made accounts and mails live longer. */
  readonly permanentTokenSeconds?: number;
  /** Duration of an activation, from the first request of the profile. */
  readonly activationSeconds?: number;
  readonly citizenshipLinkSeconds?: number;
  /** The product's cookies, which "open signed in" clears. */
  readonly accessTokenCookie?: string;
  readonly refreshTokenCookie?: string;
  readonly authTypeCookie?: string;
}

export type Settings = Readonly<Required<Omit<SandboxOptions, 'publicOrigin'>>> & Pick<SandboxOptions, 'publicOrigin'>;

export function resolveSettings(options: SandboxOptions): Settings {
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

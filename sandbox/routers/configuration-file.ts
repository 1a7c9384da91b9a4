import type { Choice } from './catalog.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

export const enhancers = ['general', 'security', 'adblock', 'adsec'] as const;
export type Enhancer = (typeof enhancers)[number];

const protections: Record<Enhancer, { readonly name: string; readonly dns: string }> = {
  general: { name: 'none', dns: '10.255.0.1' },
  security: { name: 'Online Threat Shield', dns: '10.255.0.2' },
  adblock: { name: 'DNS Adblock', dns: '10.255.0.3' },
  adsec: { name: 'Online Threat Shield, DNS Adblock', dns: '10.255.0.4' },
};

/** Writes an OpenVPN configuration for a router: certificates included, line feeds only, a newline at the end. */
export async function writeConfigurationFile(
  authority: CertificateAuthority,
  { shortcut, cluster }: Choice,
  enhancer: Enhancer,
  login: string,
): Promise<string> {
  const { certificate, key } = await authority.issueToRouter(login);
  const port = cluster.protocols.find(({ protocol }) => protocol === 'OpenVPN_TCP')?.port ?? 443;
  const { name, dns } = protections[enhancer];
  return `# Skerry VPN, OpenVPN configuration for a router
# Location: ${shortcut.title.en}, ${cluster.location.city}
# Protection: ${name}
client
dev tun
proto tcp-client
remote ${cluster.hostname} ${port}
resolv-retry infinite
nobind
persist-key
persist-tun
auth-user-pass
remote-cert-tls server
verify-x509-name ${cluster.hostname} name
tls-version-min 1.2
cipher AES-256-GCM
data-ciphers AES-256-GCM:CHACHA20-POLY1305:AES-128-GCM
auth SHA256
dhcp-option DNS ${dns}
reneg-sec 0
verb 3
<ca>
${authority.certificate}
</ca>
<cert>
${certificate}
</cert>
<key>
${key}
</key>
`;
}

// tsyringe, a dependency of the certificate library, requires this import first.
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

export interface Credential {
  readonly certificate: string;
  readonly key: string;
}

/** Issues the certificates of the VPN's nodes and of routers. */
export interface CertificateAuthority {
  readonly certificate: string;
  issueToNode(hostname: string): Promise<Credential>;
  issueToRouter(name: string): Promise<Credential>;
}

const yearMs = 365 * 86_400_000;
// P-256, because some routers store at most 3499 characters of each field.
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const generateKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
type Keys = Awaited<ReturnType<typeof generateKeys>>;

/** Creates an authority whose key never leaves this process. */
export async function createCertificateAuthority(): Promise<CertificateAuthority> {
  const keys = await generateKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    ...validity(10),
    serialNumber: generateSerialNumber(),
    name: 'CN=Skerry Sandbox Authority',
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const issue = (name: string, usage: ExtendedKeyUsage) => issueCertificate(root, keys.privateKey, name, usage);
  return {
    certificate: toPem(root),
    issueToNode: (hostname) => issue(hostname, ExtendedKeyUsage.serverAuth),
    issueToRouter: (name) => issue(name, ExtendedKeyUsage.clientAuth),
  };
}

async function issueCertificate(
  issuer: X509Certificate,
  signingKey: Keys['privateKey'],
  name: string,
  usage: ExtendedKeyUsage,
): Promise<Credential> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    ...validity(2),
    serialNumber: generateSerialNumber(),
    subject: [{ CN: [name] }],
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([usage]),
      ...(usage === ExtendedKeyUsage.serverAuth
        ? [new SubjectAlternativeNameExtension([{ type: 'dns', value: name }])]
        : []),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = pkcs8.match(/.{1,64}/g) ?? [];
  return {
    certificate: toPem(certificate),
    key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----`,
  };
}

// Valid since yesterday, for routers whose clock is behind.
const validity = (years: number) => ({
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + years * yearMs),
});

// The first bit is 0, so that the number is positive.
const generateSerialNumber = () => Buffer.from([0x11, ...randomBytes(15)]).toString('hex');

const toPem = (certificate: X509Certificate): string => certificate.toString('pem').replaceAll('\r', '').trim();

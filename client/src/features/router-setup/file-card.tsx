import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Enhancer } from '#shared/router-setup.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyRow } from '../../ui/copy-row.tsx';
import { Delayed } from '../../ui/delayed.tsx';
import { SkeletonBox } from '../../ui/skeleton.tsx';
import {
  compareConfiguration,
  type Difference,
  fingerprintConfiguration,
  longestBlockForAsus,
  parseConfiguration,
} from './configuration-file.ts';
import type { ChosenLocation } from './location-choice.ts';
import { toProtection } from './protection.ts';
import './file-card.css';

interface FileCardProps {
  file: string;
  /** Null when the catalog does not contain it or failed to load; then nothing is compared. */
  location: ChosenLocation | null;
  /** The location is loading: reserves the space of the comparison. */
  waiting: boolean;
  enhancer: Enhancer;
}

const differenceNames = {
  server: 'routers.server',
  port: 'routers.port',
  protocol: 'routers.protocol',
  credentials: 'routers.credentials',
  protection: 'routers.protection',
} as const satisfies Record<Difference, string>;

/** "What’s in this file": parsed from the file and compared with the request. */
export function FileCard({ file, location, waiting, enhancer }: FileCardProps) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const content = useMemo(() => parseConfiguration(file), [file]);
  const fingerprint = useFingerprint(file);
  const differences = location
    ? compareConfiguration(content, { server: location.city.host, port: location.city.port, enhancer })
    : null;
  const list = new Intl.ListFormat(locale);
  const { threatShield, adblock } = toProtection(content.enhancer ?? enhancer);
  const protections = [threatShield && t('routers.threatShield'), adblock && t('routers.adblock')].filter(
    (name): name is string => name !== false,
  );
  const rows = [
    [t('routers.server'), content.server],
    [t('routers.city'), content.city ?? location?.city.title],
    [
      t('routers.protocolAndPort'),
      [`OpenVPN ${content.protocol ?? ''}`, content.port && t('routers.portNumber', { port: String(content.port) })]
        .filter(Boolean)
        .join(', '),
    ],
    [t('routers.protection'), protections.length > 0 ? list.format(protections) : t('routers.protectionNone')],
    [t('routers.dns'), content.dnsServers.join(', ')],
  ] as const;
  return (
    <Card>
      <h2 className="h3">{t('routers.fileTitle')}</h2>
      <div className="mt-3">
        {waiting && (
          <Delayed>
            <SkeletonBox shape="banner" />
          </Delayed>
        )}
        {differences?.length === 0 && <Banner tone="success">{t('routers.fileMatches')}</Banner>}
        {differences !== null && differences.length > 0 && (
          <Banner tone="danger" role="alert" title={t('routers.fileDiffers')}>
            {t('routers.fileDiffersText', { parts: list.format(differences.map((name) => t(differenceNames[name]))) })}
          </Banner>
        )}
      </div>
      <dl className="file-facts mt-4">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {content.longestBlock > longestBlockForAsus && (
        <p className="small soft mt-3">{t('routers.longCertificate', { limit: longestBlockForAsus })}</p>
      )}
      {fingerprint && (
        <dl className="file-fingerprint mt-4">
          <CopyRow
            label={t('routers.fingerprint')}
            value={fingerprint}
            copyLabel={t('copy.value')}
            copiedLabel={t('copy.copied')}
            refusedText={t('copy.refused')}
            name={t('routers.copyFingerprint')}
          />
        </dl>
      )}
    </Card>
  );
}

function useFingerprint(file: string): string | null {
  const [fingerprint, setFingerprint] = useState<{ readonly of: string; readonly text: string } | null>(null);
  useEffect(() => {
    let current = true;
    void fingerprintConfiguration(file).then((text) => {
      if (current) setFingerprint({ of: file, text });
    });
    return () => {
      current = false;
    };
  }, [file]);
  return fingerprint?.of === file ? fingerprint.text : null;
}

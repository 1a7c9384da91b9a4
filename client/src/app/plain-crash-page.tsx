import { useTranslation } from 'react-i18next';

/** The crash page for when its own code cannot be fetched: needs nothing but what is there. */
export function PlainCrashPage(_: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <main className="notice">
      <h1>{t('crash.title')}</h1>
      <button type="button" className="btn btn--primary" onClick={() => location.reload()}>
        {t('error.tryAgain')}
      </button>
    </main>
  );
}

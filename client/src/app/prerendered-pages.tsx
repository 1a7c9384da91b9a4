import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { Locale } from '#shared/locale.ts';
import { initI18n, type Texts } from '../i18n/i18n.ts';
import { paths, type Section, sections } from '../paths.ts';
import { AppContent, prepareOpenedPage } from './app.tsx';
import { LoginLayout } from './layouts/login-layout.tsx';
import { PageSpinner } from './layouts/page-spinner.tsx';
import { ProfileLayout } from './layouts/profile-layout.tsx';
import { SectionSkeleton } from './sections.tsx';

/** The pages that are the same for every visitor. */
const signInPages = [paths.enter, paths.enterAccountCode, paths.enterHelp];

/** The HTML of `#root` by the name of the page. The names are those of `gateway/pages/prerendered-pages.ts`. */
export type PrerenderedPages = Readonly<Record<string, string>>;

/**
 * Renders what a page shows before its script runs. Runs at build time, with placeholders for what the gateway's
 * configuration decides.
 */
export async function prerenderPages(locale: Locale, texts: Texts): Promise<PrerenderedPages> {
  await initI18n(locale, texts);
  for (const path of signInPages) await prepareOpenedPage(path, () => false);
  const pages: Record<string, string> = { message: await renderPage(paths.enter, <MessageFrame />) };
  for (const path of signInPages) pages[path] = await renderPage(path, <AppContent />);
  for (const section of sections) {
    pages[`profile ${section}`] = await renderPage(paths.profile, <ProfileFrame section={section} />);
  }
  return pages;
}

/** The frame of the pages that emails and apps link to: their content depends on the visitor. */
const MessageFrame = () => (
  <LoginLayout variant="message">
    <PageSpinner />
  </LoginLayout>
);

/** The signed-in area while its profile loads. */
const ProfileFrame = ({ section }: { section: Section }) => (
  <ProfileLayout sections={sections} current={section} onSignOut={() => undefined}>
    <SectionSkeleton section={section} />
  </ProfileLayout>
);

async function renderPage(path: string, page: React.ReactNode): Promise<string> {
  const { prelude } = await prerender(<StaticRouter location={path}>{page}</StaticRouter>, {
    // A larger boundary would be sent separately, with an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      throw error;
    },
  });
  return await new Response(prelude).text();
}

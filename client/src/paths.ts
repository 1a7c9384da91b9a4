import { type ProfileSection, pagePaths, profileSections } from '#shared/page-paths.ts';

export const paths = pagePaths;
export const sections = profileSections;
export type Section = ProfileSection;

/** The account section is the profile page. */
export const sectionPath = (section: Section): string =>
  section === 'ACCOUNT' ? paths.profile : `${paths.profile}?profile_section=${section}`;

/** The values of the sign-in page's `error` parameter. decisions.md §4 */
export type SignInError =
  | 'RESTORE_ACCOUNT'
  | 'AccountDeleted'
  | 'ErrAccountTerminated'
  | 'ErrDevicesPerAccountLimitExceeded'
  | 'DEPRECATED_EMAIL_VERIFY'
  | 'SIGN_IN_FAILED'
  | 'SIGNED_OUT'
  | 'OAUTH_CANCELLED'
  | 'access_denied';

export const signInErrorPath = (error: SignInError): string => `${paths.enter}?error=${error}`;

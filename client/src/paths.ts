import { type ProfileSection, pagePaths, profileSections } from '#shared/page-paths.ts';
import type { SignInErrorCode } from './session/sign-in-error-code.ts';

export const paths = pagePaths;
export const sections = profileSections;
export type Section = ProfileSection;

/** The account section is the profile page. */
export const sectionPath = (section: Section): string =>
  section === 'ACCOUNT' ? paths.profile : `${paths.profile}?profile_section=${section}`;

export const signInErrorPath = (error: SignInErrorCode): string => `${paths.enter}?error=${error}`;

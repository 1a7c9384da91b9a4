import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './steps.css';

/** Numbered steps. */
export const Steps = ({ steps, tight }: { steps: readonly ReactNode[]; tight?: boolean }) => (
  // biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers.
  <ol className={classNames('steps', tight && 'steps--tight')} role="list">
    {steps.map((step, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other key.
      <li key={index}>
        <div>{step}</div>
      </li>
    ))}
  </ol>
);

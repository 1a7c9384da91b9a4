import type { ReactNode } from 'react';

/** The five achievements in order: cairn, buoy, rowing boat, sailing boat, lighthouse. */
const drawings: readonly ReactNode[] = [
  <g key="cairn">
    <path d="M5 26.5c-.4-2.3 1.2-4.3 4-4.7 3.6-.6 9.8-.7 13.4-.1 3 .5 4.7 2.4 4.4 4.8Z" />
    <path d="M9.5 21.6c-.6-2.3.6-4.5 3-4.9 2.3-.4 5.4-.4 7.5 0 2.3.5 3.4 2.5 2.8 4.7" />
    <path className="lamp" d="M12.6 16.5c-.7-2.4 1-4.9 3.5-5 2.7-.1 4.3 2.4 3.6 4.9Z" />
  </g>,
  <g key="buoy">
    <path d="M10.2 22.5 14 10.8h4l3.8 11.7" />
    <path d="M12.5 15.7h7M6 22.5h20l-2 4H8Z" />
    <circle className="lamp" cx="16" cy="7.2" r="2.4" />
    <path d="M4 29.4c1.6.7 2.8.7 4.4 0M23.6 29.4c1.6.7 2.8.7 4.4 0" />
  </g>,
  <g key="rowing-boat">
    <path d="M4 17.5c7.8 1.8 16.2 1.8 24 0-.8 4.6-3 7.4-6.4 7.4H10.4c-3.4 0-5.6-2.8-6.4-7.4Z" />
    <path d="M11 18.6l-5.4 8.6M20 18.8l5.6 8.2M24.5 17.8v-6.2" />
    <path className="lamp" d="M22.6 7.6h3.8v4h-3.8Z" />
    <path d="M10.5 29.2c1.6.7 2.8.7 4.4 0 1.7-.7 3-.7 4.6 0" />
  </g>,
  <g key="sailing-boat">
    <path d="M4.6 21.8h22.8c-1.4 3-3.4 4.6-6 4.6H10.6c-2.6 0-4.6-1.6-6-4.6ZM15.4 21.6V4.8M15.4 7.6c5.2 3 8.2 6.8 9.4 11.6h-9.4M12.6 10.4c-2.6 2.6-4.2 5.4-4.8 8.8h4.8" />
    <path className="lamp" d="M15.4 4.4l5-1.2-1.4 2.6Z" />
    <path d="M6.5 29.4c1.6.7 2.8.7 4.4 0M20.8 29.4c1.6.7 2.8.7 4.4 0" />
  </g>,
  <g key="lighthouse">
    <path d="M11.6 24 13 12.6h6L20.4 24M12.4 18.2h7.2M11.4 12.4h9.2M12.7 7.6 16 4.2l3.3 3.4" />
    <path className="lamp" d="M13.6 7.8h4.8v4.4h-4.8Z" />
    <path d="M4.4 27.4c3-.3 4.4-3 7-3.2h9.4c2.6.2 4 2.9 6.8 3.2M10.4 9.4 6 8M10.4 11l-4.2 1M21.6 9.4 26 8M21.6 11l4.2 1" />
  </g>,
];

/** @param place from 0; places beyond the last drawing repeat it */
export const AchievementArt = ({ place }: { place: number }) => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    {drawings[Math.min(place, drawings.length - 1)]}
  </svg>
);

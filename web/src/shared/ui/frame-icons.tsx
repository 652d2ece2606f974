// @__NO_SIDE_EFFECTS__
export function strokeIcon(path: string, weight = 2) {
  return ({ size = 22 }: { size?: number }) => (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

// Only icons of header, bars and floating button, so that the first screen loads no other icons.
export const BellIcon = strokeIcon(
  'M6 9.5a6 6 0 0 1 12 0c0 4.6 1.7 5.7 1.9 7H4.1c.2-1.3 1.9-2.4 1.9-7M10 20.2a2.2 2.2 0 0 0 4 0',
);
export const PlusIcon = strokeIcon('M12 5v14M5 12h14', 2.6);
export const HomeIcon = strokeIcon('M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4.2v-6H9.2v6H5a1 1 0 0 1-1-1z');
export const CompassIcon = strokeIcon('M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M15.6 8.4l-2 5.2-5.2 2 2-5.2z');
export const AskIcon = strokeIcon(
  'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M9.3 9.3a2.8 2.8 0 1 1 3.7 2.7c-.7.3-1 .8-1 1.6M12 16.8v.1',
);
export const LeaveIcon = strokeIcon('M14 4.5H7a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h7M10.5 12h9.5M16.5 8l4 4-4 4');
export const OfflineIcon = strokeIcon(
  'M4 4l16 16M5 12.5a10 10 0 0 1 4.2-2.4M8.5 16a5 5 0 0 1 6-.7M2.5 9a14 14 0 0 1 4.3-2.7M11 5.1A14 14 0 0 1 21.5 9M12 19.5v.1',
);
export const UserIcon = strokeIcon('M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6');
export const AskMarkIcon = strokeIcon('M8 8.6a4 4 0 1 1 5.6 3.7c-1.1.5-1.6 1.3-1.6 2.5v.4M12 19.4v.1', 2.6);

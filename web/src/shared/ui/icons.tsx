import type { ReactNode } from 'react';

interface IconProps {
  readonly size?: number;
}

function Outline({ size = 22, weight = 2, children }: IconProps & { weight?: number; children: ReactNode }) {
  return (
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
      {children}
    </svg>
  );
}

const outline =
  (shape: ReactNode, weight?: number) =>
  ({ size }: IconProps) => (
    <Outline size={size} weight={weight}>
      {shape}
    </Outline>
  );

export const BellIcon = outline(
  <path d="M6 9.500a6 6 0 0 1 12 0c0 4.600 1.700 5.700 1.900 7H4.100c.2-1.300 1.900-2.400 1.900-7M10 20.200a2.200 2.200 0 0 0 4 0" />,
);
export const ChatIcon = outline(
  <path d="M20.500 11.800a8.300 8.300 0 0 1-12.300 7.300L3.800 20.300l1.200-4.300a8.300 8.300 0 1 1 15.500-4.200z" />,
);
export const ShareIcon = outline(<path d="M12 15V3.800M8 7.500l4-4 4 4M5 12.500V18a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5.500" />);
export const ReplyIcon = outline(<path d="M9.500 6 4.500 11l5 5M5 11h8.500a6 6 0 0 1 6 6v1.500" />);
export const RepostIcon = outline(
  <path d="M4 11V9.500a3 3 0 0 1 3-3h11.500M15.500 3.500l3 3-3 3M20 13v1.500a3 3 0 0 1-3 3H5.500M8.500 20.500l-3-3 3-3" />,
);
export const MoreIcon = outline(<path d="M5.500 12v.01M12 12v.01M18.500 12v.01" />, 3.2);
export const PinIcon = outline(<path d="M9 4h6l-.8 6 3.300 3.500H6.500L9.800 10zM12 13.500V20" />);
export const FlagIcon = outline(<path d="M6 20V4.500M6 5.500c4-2.500 8 2.500 12 0v8c-4 2.500-8-2.500-12 0" />);
export const CopyIcon = outline(<path d="M9 9h10v10.500H9zM5.500 15H5V4.500h10V5" />);
export const PlusIcon = outline(<path d="M12 5v14M5 12h14" />, 2.6);
export const CloseIcon = outline(<path d="M6.500 6.500l11 11M17.500 6.500l-11 11" />);
export const HomeIcon = outline(<path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4.200v-6H9.200v6H5a1 1 0 0 1-1-1z" />);
export const CompassIcon = outline(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M15.600 8.400l-2 5.200-5.200 2 2-5.200z" />
  </>,
);
export const AskIcon = outline(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.300 9.300a2.800 2.800 0 1 1 3.700 2.700c-.7.3-1 .8-1 1.600M12 16.800v.1" />
  </>,
);
export const LeaveIcon = outline(<path d="M14 4.500H7a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h7M10.500 12h9.500M16.500 8l4 4-4 4" />);
export const SendIcon = outline(<path d="M12 19.500V5M5.500 11 12 4.500 18.500 11" />, 2.6);
export const EyeIcon = outline(
  <>
    <path d="M2.800 12S6 5.500 12 5.500 21.200 12 21.200 12 18 18.500 12 18.500 2.800 12 2.800 12z" />
    <circle cx="12" cy="12" r="2.800" />
  </>,
);
export const EyeOffIcon = outline(
  <path d="M4 4l16 16M9.900 5.700A9 9 0 0 1 12 5.500c6 0 9.200 6.500 9.200 6.500a15 15 0 0 1-2.600 3.400M6.200 7.300C4 9 2.800 12 2.800 12S6 18.500 12 18.500c1.700 0 3.100-.5 4.400-1.200" />,
);
export const UploadIcon = outline(<path d="M12 16V5M7.500 9.500 12 5l4.500 4.500M5 19.500h14" />);
export const ChevronIcon = outline(<path d="M9.500 6l6 6-6 6" />);
export const UpIcon = outline(<path d="M12 19V5M5.500 11.500 12 5l6.500 6.500" />, 2.4);
export const DownIcon = outline(<path d="M12 5v14M5.500 12.500 12 19l6.500-6.500" />, 2.4);
export const CheckIcon = outline(<path d="M5 12.500l4.500 4.500L19 7.500" />, 2.4);
export const BinIcon = outline(<path d="M5 7h14M9.500 7V4.800h5V7M7 7l.8 12.200h8.400L17 7" />);
export const OfflineIcon = outline(
  <path d="M4 4l16 16M5 12.500a10 10 0 0 1 4.200-2.400M8.500 16a5 5 0 0 1 6-.700M2.500 9a14 14 0 0 1 4.300-2.700M11 5.100A14 14 0 0 1 21.500 9M12 19.500v.1" />,
);
export const UserIcon = outline(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.500 20.500c.6-4 3.600-6 7.500-6s6.900 2 7.500 6" />
  </>,
);
export const GearIcon = outline(
  <>
    <path d="M4 7h9M17.500 7H20M4 17h2.500M11 17h9" />
    <circle cx="15.200" cy="7" r="2.300" />
    <circle cx="8.800" cy="17" r="2.300" />
  </>,
);
export const FollowIcon = outline(
  <>
    <circle cx="10" cy="8" r="3.800" />
    <path d="M3 20c.5-3.800 3.400-5.600 7-5.600 1.500 0 2.900.3 4 .9M18.500 14v6M15.500 17h6" />
  </>,
);
export const FollowedIcon = outline(
  <>
    <circle cx="10" cy="8" r="3.800" />
    <path d="M3 20c.5-3.800 3.400-5.600 7-5.600 1.500 0 2.900.3 4 .9M15.200 17.800l2.200 2.200 4.300-4.600" />
  </>,
);
export const BackIcon = outline(<path d="M14.500 6l-6 6 6 6" />);
export const LockIcon = outline(
  <>
    <path d="M8 10.500V8a4 4 0 0 1 8 0v2.500" />
    <path d="M6.500 10.500h11a1.500 1.500 0 0 1 1.500 1.500v6.500a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 5 18.500V12a1.500 1.500 0 0 1 1.500-1.500z" />
  </>,
);
export const AskMarkIcon = outline(<path d="M8 8.600a4 4 0 1 1 5.600 3.700c-1.100.5-1.600 1.300-1.600 2.500v.4M12 19.400v.1" />, 2.6);

import { strokeIcon } from './frame-icons.tsx';

export const PinIcon = strokeIcon('M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10zM12 13.5V20');
export const CloseIcon = strokeIcon('M6.5 6.5l11 11M17.5 6.5l-11 11');
export const SendIcon = strokeIcon('M12 19.5V5M5.5 11 12 4.5 18.5 11', 2.6);
export const EyeIcon = strokeIcon(
  'M2.8 12S6 5.5 12 5.5 21.2 12 21.2 12 18 18.5 12 18.5 2.8 12 2.8 12zM9.2 12a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0',
);
export const EyeOffIcon = strokeIcon(
  'M4 4l16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.2 6.5 9.2 6.5a15 15 0 0 1-2.6 3.4M6.2 7.3C4 9 2.8 12 2.8 12S6 18.5 12 18.5c1.7 0 3.1-.5 4.4-1.2',
);
export const UploadIcon = strokeIcon('M12 16V5M7.5 9.5 12 5l4.5 4.5M5 19.5h14');
export const ChevronIcon = strokeIcon('M9.5 6l6 6-6 6');
export const UpIcon = strokeIcon('M12 19V5M5.5 11.5 12 5l6.5 6.5', 2.4);
export const DownIcon = strokeIcon('M12 5v14M5.5 12.5 12 19l6.5-6.5', 2.4);
export const CheckIcon = strokeIcon('M5 12.5l4.5 4.5L19 7.5', 2.4);
export const GearIcon = strokeIcon(
  'M4 7h9M17.5 7H20M4 17h2.5M11 17h9M12.9 7a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0M6.5 17a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0',
);
export const FollowIcon = strokeIcon(
  'M6.2 8a3.8 3.8 0 1 0 7.6 0 3.8 3.8 0 1 0-7.6 0M3 20c.5-3.8 3.4-5.6 7-5.6 1.5 0 2.9.3 4 .9M18.5 14v6M15.5 17h6',
);
export const FollowedIcon = strokeIcon(
  'M6.2 8a3.8 3.8 0 1 0 7.6 0 3.8 3.8 0 1 0-7.6 0M3 20c.5-3.8 3.4-5.6 7-5.6 1.5 0 2.9.3 4 .9M15.2 17.8l2.2 2.2 4.3-4.6',
);
export const BackIcon = strokeIcon('M14.5 6l-6 6 6 6');
export const LockIcon = strokeIcon(
  'M8 10.5V8a4 4 0 0 1 8 0v2.5M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5V12a1.5 1.5 0 0 1 1.5-1.5z',
);

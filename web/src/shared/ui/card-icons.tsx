import { strokeIcon } from './frame-icons.tsx';

export const ChatIcon = strokeIcon('M20.5 11.8a8.3 8.3 0 0 1-12.3 7.3L3.8 20.3l1.2-4.3a8.3 8.3 0 1 1 15.5-4.2z');
export const ShareIcon = strokeIcon('M12 15V3.8M8 7.5l4-4 4 4M5 12.5V18a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5.5');
export const ReplyIcon = strokeIcon('M9.5 6 4.5 11l5 5M5 11h8.5a6 6 0 0 1 6 6v1.5');
export const RepostIcon = strokeIcon(
  'M4 11V9.5a3 3 0 0 1 3-3h11.5M15.5 3.5l3 3-3 3M20 13v1.5a3 3 0 0 1-3 3H5.5M8.5 20.5l-3-3 3-3',
);
export const MoreIcon = strokeIcon('M5.5 12v.01M12 12v.01M18.5 12v.01', 3.2);
export const FlagIcon = strokeIcon('M6 20V4.5M6 5.5c4-2.5 8 2.5 12 0v8c-4 2.5-8-2.5-12 0');
export const BookmarkIcon = strokeIcon('M6.5 4h11v16.2l-5.5-4-5.5 4z');
export const CopyIcon = strokeIcon('M9 9h10v10.5H9zM5.5 15H5V4.5h10V5');
export const MuteIcon = strokeIcon('M11 5.5 6.5 9.5H3.5v5h3l4.5 4zM15.5 9.5l5 5M20.5 9.5l-5 5');
export const BlockIcon = strokeIcon('M12 3.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 1 0 0-16.4zM6.3 6.3l11.4 11.4');
export const BinIcon = strokeIcon('M5 7h14M9.5 7V4.8h5V7M7 7l.8 12.2h8.4L17 7');

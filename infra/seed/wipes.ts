/** What somebody has posted who is wiped for it: nothing of it is part of the community any more. */
export interface SeedWipe {
  /** Whose posts go. */
  readonly subject: string;
  /** Questions that are asked first, only to go; without any, what the stories let this person post goes. */
  readonly posts: readonly { readonly title: string; readonly description: string; readonly ago: number }[];
  /** The ambassador. */
  readonly by: string;
  /** Days before the seed. */
  readonly ago: number;
  /** It was a mistake, and everything came back. */
  readonly undoneAgo?: number;
}

export const wipes: readonly SeedWipe[] = [
  {
    subject: 'kim',
    posts: [
      {
        title: 'FREE coins for the first 50!!',
        description: 'Just send your password to this account and watch.',
        ago: 1.46,
      },
      {
        title: 'They do not want you to see this trick',
        description: 'One simple trick. Link on my profile.',
        ago: 1.45,
      },
      { title: 'last chance', description: 'Last chance for the coins. Really.', ago: 1.44 },
    ],
    by: 'theo',
    ago: 1.4,
  },
  // Taken for the other account at half past two in the morning.
  { subject: 'bo', posts: [], by: 'theo', ago: 0.1, undoneAgo: 0.09 },
];

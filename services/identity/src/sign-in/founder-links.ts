import type { identityRpc, RpcOutput } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import type { AccountDependencies } from '../accounts/account-dependencies.js';
import { hashToken, newToken } from '../sessions/sessions.js';

const linkLifetimeMs = 24 * 3600 * 1000;

type FounderLink = NonNullable<RpcOutput<typeof identityRpc.makeFounderLink>['link']>;

/** The link by which one person registers as the first ambassador. A single row holds the hash of its token. */
export class FounderLinks {
  constructor(private readonly dependencies: Pick<AccountDependencies, 'pool' | 'now'>) {}

  /**
   * Replaces the link. With `isFirst`, an existing link stays, so that only one of several starting processes makes a
   * link.
   * @returns null if the existing link stays, or if an ambassador has ever existed
   */
  async makeLink({ isFirst }: { readonly isFirst: boolean }): Promise<FounderLink | null> {
    const token = newToken();
    const expiresAt = new Date(this.dependencies.now() + linkLifetimeMs);
    const made = await this.dependencies.pool.query(
      `insert into founder_links (token_hash, expires_at)
       select $1, $2 where not exists (select 1 from claims where key = 'first-ambassador')
       on conflict (is_only) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at where not $3`,
      [hashToken(token), expiresAt, isFirst],
    );
    return made.rowCount === 0 ? null : { token, expiresAt: expiresAt.toISOString() };
  }

  async isValid(tokenHash: string): Promise<boolean> {
    const found = await this.dependencies.pool.query(
      'select 1 from founder_links where is_only and token_hash = $1 and expires_at > $2',
      [tokenHash, new Date(this.dependencies.now())],
    );
    return found.rowCount === 1;
  }
}

/** Two lines for an operator. The token is in the fragment of the URL, which browsers do not send to servers. */
export const founderLinkLines = ({ token, expiresAt }: FounderLink, address = ''): string[] => [
  `${address}/register#founder=${token}`,
  `The first person who registers by this link becomes ambassador. It is valid once, until ${expiresAt}.`,
];

/** Prints the first founder's link of a new system on standard output. Only one process of the service does so. */
export const printFirstFounderLink = async (
  links: FounderLinks,
  address: string | undefined,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  try {
    const link = await links.makeLink({ isFirst: true });
    if (link) process.stdout.write(`${founderLinkLines(link, address).join('\n')}\n`);
  } catch (err) {
    log.warn({ err }, 'The first founder link could not be made: npm run roles -- found makes one');
  }
};

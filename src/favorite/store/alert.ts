/** An alert to the owner of a favorite, as it is written when it is due: one for each subject. What it says is read when it is sent. */
export interface DueAlert {
  favoriteId: string;
  kind: 'support.ending' | 'support.ended' | 'vulnerability.found' | 'vulnerability.exploited';
  subject: string;
  /** What one about vulnerabilities tells, the exploited ones too. */
  vulnerabilities?: { vulnerability: string; isExploited: boolean }[];
}

import type { Approval } from '@crumbtrail/client';
import type { ReactNode } from 'react';
import { ApprovalCard } from './approval-card';
import './approvals.css';

/** Calls and questions, with what can be decided about each. Loaded when it is needed, because its form checks arguments by their schemas. */
export default function ApprovalList({ approvals }: { readonly approvals: readonly Approval[] }): ReactNode {
  return (
    <ul className="approvals" aria-label="Approvals">
      {approvals.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
    </ul>
  );
}

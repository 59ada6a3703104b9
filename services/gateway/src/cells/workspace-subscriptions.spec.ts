import { WorkspaceSubscriptions } from './workspace-subscriptions';

const HARBOUR = { workspace: 'harbour', cell: 'home' };

function startSubscriptions() {
  const cells = new Map([['harbour', 'home']]);
  const log: string[] = [];
  const subscriptions = new WorkspaceSubscriptions({
    cellOf: ({ workspace, cell }) => cells.get(workspace) ?? cell,
  });
  const subscribe = (cell: string) => {
    log.push(`subscribe ${cell}`);
    return () => log.push(`unsubscribe ${cell}`);
  };
  return { cells, log, subscriptions, subscribe };
}

test('workspace subscriptions: after a move a subscription begins in the new cell before it ends in the old one', () => {
  const { cells, log, subscriptions, subscribe } = startSubscriptions();
  subscriptions.add(HARBOUR, subscribe);
  cells.set('harbour', 'eu');
  subscriptions.follow('harbour');
  expect(log).toEqual(['subscribe home', 'subscribe eu', 'unsubscribe home']);
});

test('workspace subscriptions: one that has moved ends in the new cell, and does not follow any more', () => {
  const { cells, log, subscriptions, subscribe } = startSubscriptions();
  const stop = subscriptions.add(HARBOUR, subscribe);
  cells.set('harbour', 'eu');
  subscriptions.follow('harbour');
  stop();
  stop();
  cells.set('harbour', 'us');
  subscriptions.follow('harbour');
  expect(log.slice(3)).toEqual(['unsubscribe eu']);
});

test('workspace subscriptions: those of other workspaces stay where they are', () => {
  const { log, subscriptions, subscribe } = startSubscriptions();
  subscriptions.add({ workspace: 'quay', cell: 'home' }, subscribe);
  subscriptions.follow('harbour');
  expect(log).toEqual(['subscribe home']);
});

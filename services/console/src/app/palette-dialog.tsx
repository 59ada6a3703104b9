import { asPayload } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useClient, useIdentity } from '../api/client';
import { useSavedViews } from '../components/saved-views';
import { hrefTo } from '../routing/route';
import { navigate } from '../routing/use-route';
import { matchPlaces, type PalettePlace, placesOfText } from './palette-places';
import { views } from './views';

const MAX_LISTED = 200;

const viewPlaces: readonly PalettePlace[] = views.map(({ name, title }) => ({
  kind: 'View',
  name: title,
  href: hrefTo(name),
}));

/** Saved views, sessions, and for operators agents and tools. What cannot be read is left out: the palette still leads to all else. */
function useNamedPlaces(): readonly PalettePlace[] {
  const client = useClient();
  const isOperator = useIdentity().role === 'operator';
  const sessions = useQuery({
    queryKey: ['palette', 'sessions'],
    queryFn: () => client.sessions({ limit: MAX_LISTED }),
  });
  const agents = useQuery({ queryKey: ['agents'], queryFn: () => client.agents(), enabled: isOperator });
  const tools = useQuery({
    queryKey: ['palette', 'tools'],
    queryFn: () => client.list({ schema: WIRE.toolDef, limit: MAX_LISTED }),
    enabled: isOperator,
  });
  const saved = useSavedViews();
  return useMemo(
    () => [
      ...saved.map(({ name, place }) => ({ kind: 'Saved view', name, href: `#/${place}` })),
      ...(sessions.data?.sessions ?? []).map(({ name, title }) => ({
        kind: 'Session',
        name: title === undefined ? name : `${title} (${name})`,
        href: hrefTo('chat', [name]),
      })),
      ...(agents.data ?? []).map(({ agent }) => ({ kind: 'Agent', name: agent, href: hrefTo('agents', [agent]) })),
      ...(tools.data?.breadcrumbs ?? [])
        .map(({ context }) => asPayload(WIRE.toolDef, context).name)
        .map((name) => ({ kind: 'Tool', name, href: hrefTo('tools', [name]) })),
    ],
    [saved, sessions.data, agents.data, tools.data],
  );
}

function PlaceItem({
  place,
  onOpen,
}: {
  readonly place: PalettePlace;
  readonly onOpen: (href: string) => void;
}): ReactNode {
  const { kind, name, href } = place;
  return (
    <Command.Item value={href} onSelect={() => onOpen(href)}>
      <span className="soft">{kind}</span> <bdi>{name}</bdi>
    </Command.Item>
  );
}

/** Views, sessions, agents and tools by name, anything by its id, and a search for words. */
export default function PaletteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const named = useNamedPlaces();
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);
  const open = (href: string): void => {
    onClose();
    navigate(href);
  };
  const places = [...matchPlaces([...viewPlaces, ...named], text), ...placesOfText(text)];
  return (
    <dialog ref={dialog} className="palette" aria-label="Go to" onClose={onClose}>
      <Command label="Go to" loop shouldFilter={false}>
        <Command.Input
          ref={field}
          value={text}
          onValueChange={setText}
          placeholder="View, saved view, session, agent, tool, ID or words"
        />
        <Command.List label="Places">
          {places.map((place) => (
            <PlaceItem key={place.href} place={place} onOpen={open} />
          ))}
        </Command.List>
      </Command>
    </dialog>
  );
}

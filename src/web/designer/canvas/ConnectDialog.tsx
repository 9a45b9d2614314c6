// Connecting without a mouse: all ports that the node's outputs may go to, as a list to choose from by keys.

import { type KeyboardEvent, useEffect, useState } from 'react';

import { useLanguage, useText } from '../../app/i18n';
import { Dialog } from '../../widgets/feedback/Dialog';
import { type Offer, offersFrom } from '../graph/connect';
import { edgeId, nodeOf } from '../graph/document';
import { titleOf } from '../graph/titles';
import { useEditor, useOpen } from '../state/context';
import { texts } from '../texts';
import css from './ConnectDialog.module.css';

const mostShown = 200;

function useOffers(node: string, search: string): Offer[] {
  const { catalog } = useOpen();
  const pipeline = useEditor((state) => state.document);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return offersFrom(pipeline, catalog, node)
    .filter((offer) => {
      const text = `${offer.targetName} ${titleOf(offer.toPort, false)} ${offer.toPort.title_zh} ${offer.fromPort.name}`;
      return words.every((word) => text.toLowerCase().includes(word));
    })
    .slice(0, mostShown);
}

export function ConnectDialog({ node, onClose }: { node: string; onClose: () => void }) {
  const t = useText(texts);
  const chinese = useLanguage() === 'zh';
  const { editor } = useOpen();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => before?.focus(), [before]);
  const offers = useOffers(node, search);
  const name = nodeOf(editor.get().document, node)?.name ?? '';
  const chosen = Math.min(at, offers.length - 1);
  const take = (offer: Offer | undefined) => {
    if (!offer) return;
    editor.connect(offer.edge);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, offers.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter') take(offers[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog onClose={onClose} open title={t.connect.title(name)}>
      <input
        aria-activedescendant={offers.length > 0 ? `offer-${chosen}` : undefined}
        aria-controls="offers"
        aria-expanded="true"
        aria-label={t.connect.search}
        className={css.search}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        placeholder={t.connect.search}
        role="combobox"
        value={search}
      />
      <div aria-label={t.connect.offers} className={css.offers} id="offers" role="listbox">
        {offers.map((offer, index) => (
          <div
            aria-selected={index === chosen}
            className={`${css.offer} ${index === chosen ? css.chosen : ''}`}
            id={`offer-${index}`}
            key={edgeId(offer.edge)}
            onClick={() => take(offer)}
            role="option"
            tabIndex={-1}
          >
            <span className={css.target}>{offer.targetName}</span>
            <span className={css.ports}>
              {titleOf(offer.fromPort, chinese)} → {titleOf(offer.toPort, chinese)} · {t.types[offer.toPort.type]}
            </span>
          </div>
        ))}
      </div>
      {offers.length === 0 && <p className={css.nothing}>{t.connect.nothing}</p>}
    </Dialog>
  );
}

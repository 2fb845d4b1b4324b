import type { Inline, Words } from 'contract/legal/words';
import { TextLink } from '../../../ui/text-link.tsx';

/** A text with its links. */
export function WordsView({ text }: { text: Words }) {
  if (typeof text === 'string') return text;
  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order.
  return text.map((piece, position) => <Piece key={position} piece={piece} />);
}

function Piece({ piece }: { piece: Inline }) {
  if (typeof piece === 'string') return piece;
  if ('strong' in piece) return <strong>{piece.strong}</strong>;
  if ('code' in piece) return <code>{piece.code}</code>;
  const { link, text } = piece;
  return (
    <TextLink
      href={link}
      rel={link.startsWith('https:') ? 'noopener' : undefined}
      className={link.startsWith('tel:') ? 'whitespace-nowrap' : undefined}
    >
      {text}
    </TextLink>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../ui/rich-text.tsx';
import './fun-fact.css';

const facts = [
  'paymentResult.fact1',
  'paymentResult.fact2',
  'paymentResult.fact3',
  'paymentResult.fact4',
  'paymentResult.fact5',
] as const;

/** Something to read while waiting, another one each time. product.md §4 */
export function FunFact() {
  const { t } = useTranslation();
  const [fact] = useState(() => facts[Math.floor(Math.random() * facts.length)] ?? facts[0]);
  return (
    <span className="fact">
      <RichText text={t('paymentResult.didYouKnow', { fact: t(fact) })} marks={{ b: (words) => <b>{words}</b> }} />
    </span>
  );
}

import { brand } from 'contract/brand';
import ChevronDown from 'lucide-react/icons/chevron-down';

const { portfolio, cataract, combined } = brand.products;

const questions = [
  {
    question: 'When is my card charged for the first time?',
    answer:
      'On the day your trial ends, and not before. A plan without a trial, since you have had one, is charged when you subscribe. You see the date and the amount before you give your card, and we remind you by e-mail before a trial ends, in time to change your mind.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'Open My Subscriptions and choose Cancel. You keep what you have paid for until the end of the period, and you can change your mind until then.',
  },
  {
    question: 'Can I have both products?',
    answer: `Yes. ${combined.name} holds ${portfolio.name} and ${cataract.name} under one subscription, for less than the two apart.`,
  },
  {
    question: 'Is patient data safe?',
    answer:
      'Files are protected with AES-256 encryption. Access ends by itself, and every access is recorded. Data is stored in the UK or the EU.',
  },
  {
    question: 'Who can sign up?',
    answer: 'Practising healthcare professionals who are 18 or over.',
  },
];

/** What people ask before they buy. */
export function Questions() {
  return (
    <section
      aria-labelledby="questions-title"
      className="lay-out-late mx-auto grid max-w-6xl gap-x-14 gap-y-8 px-4 py-20 sm:px-6 sm:py-28 lg:grid-cols-[1fr_1.6fr]"
    >
      <h2
        id="questions-title"
        className="text-3xl leading-[1.12] font-semibold tracking-tight sm:text-[2.5rem]"
      >
        Before you ask
      </h2>
      <div className="border-b border-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-t border-line">
            <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 font-semibold">
              {question}
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-2xl pb-6 text-ink-soft">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

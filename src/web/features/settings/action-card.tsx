import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';

interface ActionCardProps {
  title: string;
  text: string;
  /** The button. */
  children: ReactNode;
}

/** A card with an action, and a description of its consequences. */
export function ActionCard({ title, text, children }: ActionCardProps) {
  const id = useId();
  return (
    <Card
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 sm:p-6"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-quiet">{text}</p>
      </div>
      {children}
    </Card>
  );
}
